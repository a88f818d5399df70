package agent

import (
	"math"

	"evolab/game"
)

// alphaBeta looks a few plies ahead over the moves with the largest immediate
// gain and compares the pieces at the end (Tactics.Leaf). Ties are broken by
// gain, then by nearness to the centre, then at random.
type alphaBeta[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	branch int
	depth  int
	side   game.Side
	frames []branchFrame[S]
}

// branchFrame holds one ply of the tree.
type branchFrame[S comparable] struct {
	state S
	moves []game.Move
	gains []int
}

func (a *alphaBeta[S, P]) choose(s *S, _ Clock) Choice {
	root := &a.frames[0]
	root.state = *s
	a.side = P(s).Turn()
	a.candidates(root)
	var best tie
	bestValue, bestGain, bestCentre := math.MinInt, 0, 0
	for i, m := range root.moves {
		P(&root.state).Play(m, &a.frames[1].state)
		// The window lets equal values through: ties are broken below.
		value := a.value(1, max(bestValue, math.MinInt+1)-1, math.MaxInt)
		gain, centre := root.gains[i], a.tactics.Centre(m)
		switch {
		case best.seen == 0, value > bestValue, value == bestValue && (gain > bestGain || gain == bestGain && centre < bestCentre):
			bestValue, bestGain, bestCentre = value, gain, centre
			best.better(m)
		case value == bestValue && gain == bestGain && centre == bestCentre:
			best.equal(m, &a.rand)
		}
	}
	return Choice{Move: best.move}
}

// value is the leaf value for the agent's side, ply plies below the root,
// exact between alpha and beta.
func (a *alphaBeta[S, P]) value(ply, alpha, beta int) int {
	f := &a.frames[ply]
	if ply == a.depth || P(&f.state).Outcome().Over() {
		return a.tactics.Leaf(&f.state, a.side)
	}
	mine := P(&f.state).Turn() == a.side
	if a.tactics.Falls && !mine && ply == a.depth-1 { // the last move is the one with the largest gain
		return a.tactics.Leaf(&f.state, a.side) - a.most(&f.state)
	}
	a.candidates(f)
	for _, m := range f.moves {
		P(&f.state).Play(m, &a.frames[ply+1].state)
		v := a.value(ply+1, alpha, beta)
		if mine {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	if mine {
		return alpha
	}
	return beta
}

// candidates fills a frame with the branch moves of the largest gain, in
// descending order, equal ones in board order.
func (a *alphaBeta[S, P]) candidates(f *branchFrame[S]) {
	f.moves = placements[S, P](a.rules, &f.state, f.moves)
	f.gains = f.gains[:0]
	for i, m := range f.moves {
		gain := a.tactics.Gain(&f.state, m)
		f.gains = append(f.gains, gain)
		j := i
		for ; j > 0 && f.gains[j-1] < gain; j-- {
			f.moves[j], f.gains[j] = f.moves[j-1], f.gains[j-1]
		}
		f.moves[j], f.gains[j] = m, gain
	}
	if len(f.moves) > a.branch {
		f.moves, f.gains = f.moves[:a.branch], f.gains[:a.branch]
	}
}
