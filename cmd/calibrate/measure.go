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
	"evolab/ship/player/program"
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

// measure measures a game, from its usual start position.
func measure[S comparable, P game.Position[S]](rules game.Rules[S], set features.Set[S], t time.Duration) (int64, error) {
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return 0, err
	}
	start, err := rules.Start("")
	if err != nil {
		return 0, err
	}
	return program.Speed[S, P](&start, &eval, t), nil
}
