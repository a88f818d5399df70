package agent

import (
	"math"
	"slices"
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
	// prune leaves out what cannot change the choice, which is the same then but
	// takes less time; refuters are the moves by ply that last showed it.
	prune    bool
	refuters []game.Move
	meter
}

func newMinimax[S comparable, P game.Position[S]](b baseline[S, P], depth int) *minimax[S, P] {
	return &minimax[S, P]{
		baseline: b, worth: b.tactics.Material, depth: depth,
		frames: make([]branchFrame[S], depth+1), refuters: make([]game.Move, depth+1),
	}
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
		alpha := math.MinInt
		if a.prune && best.seen > 0 {
			alpha = bestValue - 1 // equal values are told apart by lot, so they have to be exact
		}
		value := a.value(1, alpha, math.MaxInt)
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

// value is what the position at a ply is worth to the agent's side: exact
// between alpha and beta, and always without pruning.
func (a *minimax[S, P]) value(ply, alpha, beta int) int {
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
	if a.prune {
		toFront(f.moves, a.refuters[ply])
	}
	best := 0
	for i, m := range f.moves {
		P(&f.state).Play(m, &a.frames[ply+1].state)
		v := a.value(ply+1, alpha, beta)
		if i == 0 || mine && v > best || !mine && v < best {
			best = v
		}
		if !a.prune {
			continue
		}
		if mine {
			alpha = max(alpha, best)
		} else {
			beta = min(beta, best)
		}
		if alpha >= beta {
			a.refuters[ply] = m
			break
		}
	}
	return best
}

// toFront puts a move first, if it is there.
func toFront(moves []game.Move, m game.Move) {
	if i := slices.Index(moves, m); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
}
