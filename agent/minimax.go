package agent

import (
	"math"
	"time"

	"evolab/game"
	"evolab/search/cputime"
)

// minimax looks a fixed number of plies ahead at every move, without pruning,
// and compares own minus enemy pieces; finished games count as won or lost.
type minimax[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	worth  func(s *S, side game.Side) int
	depth  int
	side   game.Side
	frames []branchFrame[S]
	meter
}

func newMinimax[S comparable, P game.Position[S]](b baseline[S, P], depth int) *minimax[S, P] {
	return &minimax[S, P]{baseline: b, worth: b.tactics.Material, depth: depth, frames: make([]branchFrame[S], depth+1)}
}

// meter breaks a search off when its time is over.
type meter struct {
	until time.Duration // of the thread's CPU time; 0: never
	nodes uint64
	late  bool
}

// look counts a node, and reads the clock now and then.
func (m *meter) look() {
	const often = 1 << 10
	if m.nodes++; m.nodes%often == 0 && m.until > 0 && cputime.Thread() > m.until {
		m.late = true
	}
}

func (a *minimax[S, P]) choose(s *S, _ Clock) Choice {
	return Choice{Move: a.best(s)}
}

// best is one of the best moves; it means nothing if the meter is late.
func (a *minimax[S, P]) best(s *S) game.Move {
	root := &a.frames[0]
	root.state = *s
	a.side = P(s).Turn()
	root.moves = placements[S, P](a.rules, s, root.moves)
	var best tie
	bestValue := math.MinInt
	for _, m := range root.moves {
		P(&root.state).Play(m, &a.frames[1].state)
		value := a.value(1)
		if best.seen == 0 || value > bestValue {
			bestValue = value
			best.better(m)
		} else if value == bestValue {
			best.equal(m, &a.rand)
		}
	}
	return best.move
}

// A game that is won or lost outweighs any difference in pieces, and a ply more
// until then does so too: who wins in any case would else never get there.
const (
	gameWorth = 1 << 20
	plyWorth  = 1 << 10
)

func (a *minimax[S, P]) value(ply int) int {
	if a.look(); a.late {
		return 0
	}
	f := &a.frames[ply]
	switch P(&f.state).Outcome().Result {
	case game.Win(a.side):
		return a.worth(&f.state, a.side) + gameWorth - ply*plyWorth
	case game.Win(a.side.Other()):
		return a.worth(&f.state, a.side) - gameWorth + ply*plyWorth
	case game.Draw:
		return 0
	}
	if ply == a.depth {
		return a.worth(&f.state, a.side)
	}
	mine := P(&f.state).Turn() == a.side
	f.moves = P(&f.state).Moves(f.moves[:0])
	best := 0
	for i, m := range f.moves {
		P(&f.state).Play(m, &a.frames[ply+1].state)
		v := a.value(ply + 1)
		if i == 0 || mine && v > best || !mine && v < best {
			best = v
		}
	}
	return best
}
