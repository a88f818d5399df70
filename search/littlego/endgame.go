package littlego

import (
	"math"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// tableBits gives the table 8 MB.
const tableBits = 20

// The cost of a proof, as the test of the proven positions measures it: 214 k
// nodes with 14 plies left, 2.8 times as many with each ply more; 4.4 million
// nodes a second.
const (
	costLeft   = 14
	costNodes  = 214_000
	costGrowth = 2.8
	perSecond  = 4_400_000
)

// affordable tells whether half of the limits will do in most positions. An
// attempt that fails has only cost the search its time.
func affordable(left int, limits search.Limits) bool {
	cost := costNodes * math.Pow(costGrowth, float64(left-costLeft))
	nodes := float64(limits.Nodes / 2)
	if limits.Time > 0 {
		byTime := limits.Time.Seconds() / 2 * perSecond
		if nodes == 0 || byTime < nodes {
			nodes = byTime
		}
	}
	return cost <= nodes
}

// Endgame finds wins near the end of a game, for a player that has time or
// nodes to spend.
type Endgame struct {
	clock  func() time.Duration
	solver *Solver // made when it is needed
}

// NewEndgame makes one for a game. The clock gives the CPU time that time
// limits are about.
func NewEndgame(clock func() time.Duration) *Endgame { return &Endgame{clock: clock} }

// Win returns a move that wins against every reply, if one is found with half
// of the limits. A search to a fixed depth is left alone: its result is to
// depend on the evaluation.
func (e *Endgame) Win(s *littlego.State, limits search.Limits) (m game.Move, nodes uint64, won bool) {
	left := littlego.LastPly - s.Ply()
	if limits.Depth > 0 || !s.TwoPassesEnd() || !affordable(left, limits) {
		return game.NoMove, 0, false
	}
	if e.solver == nil {
		e.solver = NewSolver(tableBits, e.clock)
	}
	before := e.solver.Nodes
	m, won, _ = e.solver.Wins(s, search.Limits{Nodes: limits.Nodes / 2, Time: limits.Time / 2})
	return m, e.solver.Nodes - before, won
}
