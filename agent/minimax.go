package agent

import (
	"math"

	"evolab/game"
)

// minimax looks a fixed number of plies ahead at every move, without pruning,
// and compares own minus enemy pieces; finished games count as won or lost.
type minimax[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	depth  int
	side   game.Side
	frames []branchFrame[S]
}

func newMinimax[S comparable, P game.Position[S]](b baseline[S, P], depth int) *minimax[S, P] {
	return &minimax[S, P]{baseline: b, depth: depth, frames: make([]branchFrame[S], depth+1)}
}

func (a *minimax[S, P]) choose(s *S, _ Clock) Choice {
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
	return Choice{Move: best.move}
}

// gameWorth outweighs any difference in pieces.
const gameWorth = 1 << 20

func (a *minimax[S, P]) value(ply int) int {
	f := &a.frames[ply]
	material := a.tactics.Material(&f.state, a.side)
	switch P(&f.state).Outcome().Result {
	case game.Win(a.side):
		return material + gameWorth
	case game.Win(a.side.Other()):
		return material - gameWorth
	case game.Draw:
		return 0
	}
	if ply == a.depth {
		return material
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
