package main

import (
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	featcheckers "evolab/features/checkers"
	feathalma "evolab/features/halma"
	featkonane "evolab/features/konane"
	featlg "evolab/features/littlego"
	feattt "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/halma"
	"evolab/game/konane"
	"evolab/game/littlego"
	"evolab/game/tictactoe"
	"evolab/protocol/calibration"
	"evolab/search"
	"evolab/search/cputime"
)

// measureAll measures all games within a CPU time.
func measureAll(total time.Duration) (calibration.Speeds, error) {
	var speeds calibration.Speeds
	each := total / time.Duration(len(calibration.Games()))
	for _, measured := range []struct {
		name  string
		speed func() (int64, error)
	}{
		{"checkers", func() (int64, error) { return measure[checkers.State](checkers.Rules(), featcheckers.Set(), each) }},
		{"halma", func() (int64, error) { return measure[halma.State](halma.Rules(), feathalma.Set(), each) }},
		{"konane", func() (int64, error) { return measure[konane.State](konane.Rules(), featkonane.Set(), each) }},
		{"littlego", func() (int64, error) { return measure[littlego.State](littlego.Rules(), featlg.Set(), each) }},
		{"tictactoe", func() (int64, error) { return measure[tictactoe.State](tictactoe.Rules(), feattt.Set(), each) }},
	} {
		speed, err := measured.speed()
		if err != nil {
			return speeds, err
		}
		speeds.Set(measured.name, speed)
	}
	return speeds, nil
}

const (
	positions = 8      // that are searched in turn
	deepest   = 40     // random plies before a position
	nodes     = 20_000 // of a search
)

// measure searches positions of random games for about a CPU time and returns
// the nodes per second.
func measure[S comparable, P game.Position[S]](rules game.Rules[S], set features.Set[S], t time.Duration) (int64, error) {
	weights, err := frozen.Weights(rules.Name)
	if err != nil {
		return 0, err
	}
	eval, err := features.NewLinear(set, weights)
	if err != nil {
		return 0, err
	}
	start, err := rules.Start("")
	if err != nil {
		return 0, err
	}
	from := samples[S, P](start, &rules)
	engine := search.New[S, P](eval, cputime.Process)
	began, visited := cputime.Process(), uint64(0)
	for i := 0; cputime.Process()-began < t; i++ {
		visited += engine.Search(&from[i%positions], search.Limits{Nodes: nodes}).Nodes
	}
	return int64(float64(visited) / (cputime.Process() - began).Seconds()), nil
}

// samples are positions after more and more random plies.
func samples[S comparable, P game.Position[S]](start S, rules *game.Rules[S]) [positions]S {
	var from [positions]S
	r := game.NewRand(1)
	for i := range from {
		from[i] = start
		plies := min(rules.PlyLimit/3, deepest) * i / positions
		if game.Playout[S, P](&from[i], &r, plies, rules.Pick, nil); P(&from[i]).Outcome().Over() {
			from[i] = start
		}
	}
	return from
}
