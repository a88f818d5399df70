package search

import (
	"time"

	"evolab/features"
	"evolab/game"
)

// Speed searches positions of random games for about a time of the clock, and
// returns the nodes a second.
func Speed[S comparable, P game.Position[S]](start *S, eval *features.Linear[S], t time.Duration, clock func() time.Duration) int64 {
	const positions = 8  // searched in turn
	const apart = 4      // random plies from one to the next
	const visits = 5_000 // nodes of a search
	engine := New[S, P](*eval, clock)
	r := game.NewRand(1)
	s, visited := *start, uint64(0)
	began := clock()
	for i := 0; clock()-began < t; i++ {
		if i%positions == 0 {
			s = *start
		}
		game.Playout[S, P](&s, &r, apart, nil)
		if P(&s).Outcome().Over() {
			s = *start
		}
		best := engine.Search(&s, Limits{Nodes: visits})
		visited += best.Nodes
	}
	return int64(float64(visited) / (clock() - began).Seconds())
}
