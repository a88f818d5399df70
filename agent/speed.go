package agent

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
)

// Speed is how fast one part of a game's code runs, on one core.
type Speed struct {
	What   string
	Unit   string // per second
	Amount float64
}

// middlePlies is how far into a long game evaluation and search are measured.
const middlePlies = 24

// Speeds measures the features and the search of a game for about the given
// time each, from the start position on.
func (g *bound[S, P]) Speeds(each time.Duration) ([]Speed, error) {
	start, err := g.Rules.Start("")
	if err != nil {
		return nil, err
	}
	eval, err := features.NewLinear(g.Set, g.Hand)
	if err != nil {
		return nil, err
	}
	middle := start
	r := game.NewRand(1)
	game.Playout[S, P](&middle, &r, min(g.Rules.PlyLimit/3, middlePlies), g.Rules.Pick, nil)
	if P(&middle).Outcome().Over() {
		middle = start
	}
	engine := search.New[S, P](eval, nil)
	return []Speed{
		{"evaluations", "positions", perSecond(each, func() float64 {
			for range 1000 {
				eval.Score(&middle)
			}
			return 1000
		})},
		{"search with evaluation", "nodes", perSecond(each, func() float64 {
			return float64(engine.Search(&middle, search.Limits{Nodes: 100_000}).Nodes)
		})},
	}, nil
}

// perSecond repeats work, which returns how much it did, until the time is up.
func perSecond(each time.Duration, work func() float64) float64 {
	done := 0.0
	began := time.Now()
	for time.Since(began) < each {
		done += work()
	}
	return done / time.Since(began).Seconds()
}
