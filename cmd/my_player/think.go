package main

import (
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
	"evolab/search/cputime"
	searchlg "evolab/search/littlego"
)

// timeLimit is what the search may use of the process's CPU time, after what
// it has used already and with a reserve for its end.
func timeLimit(budget time.Duration) search.Limits {
	left := budget - cputime.Process() - min(budget/20, 20*time.Millisecond)
	return search.Limits{Time: max(left, 1)}
}

// think looks for a proof of a win, near the end, and then searches with the
// frozen weights; it hands each iteration's best move to play. The state must
// not be over.
func think(s *littlego.State, limits search.Limits, play func(game.Move) error) error {
	weights, err := frozen.Weights("littlego")
	if err != nil {
		return err
	}
	eval, err := features.NewLinear(featlg.Set(), weights)
	if err != nil {
		return err
	}
	began := cputime.Process()
	m, nodes, won := searchlg.NewEndgame(cputime.Process).Win(s, limits)
	if won {
		return play(m)
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-(cputime.Process()-began), 1)
	}
	limits.Nodes -= min(limits.Nodes/2, nodes)
	engine := search.New[littlego.State, *littlego.State](eval, cputime.Process)
	engine.Begin(s, limits)
	for more := true; more; {
		more = engine.Deepen()
		if err := play(engine.Best().Move); err != nil {
			return err
		}
	}
	return nil
}
