package agent

import (
	"math"

	"evolab/features"
	"evolab/game"
)

// baseline is what the agents without an evaluation share: the tactics of the
// game, a generator for ties, and buffers.
type baseline[S comparable, P game.Position[S]] struct {
	rules   *game.Rules[S]
	tactics *features.Tactics[S]
	rand    game.Rand
	moves   []game.Move
	next    []game.Move
}

func (g *bound[S, P]) baseline(r game.Rand) baseline[S, P] {
	return baseline[S, P]{rules: &g.Rules, tactics: &g.Tactics, rand: r}
}

func (b *baseline[S, P]) restart(r game.Rand) { b.rand = r }

// placements appends the legal moves without the passes, or all of them if there
// are only passes.
func placements[S comparable, P game.Position[S]](rules *game.Rules[S], s *S, dst []game.Move) []game.Move {
	dst = P(s).Moves(dst[:0])
	kept := len(dst)
	for kept > 0 && rules.IsPass(dst[kept-1]) {
		kept--
	}
	if kept > 0 {
		return dst[:kept]
	}
	return dst
}

// maxGain returns the largest immediate gain of a move, or 0.
func (b *baseline[S, P]) maxGain(s *S) int {
	if b.tactics.Most != nil {
		return b.tactics.Most(s)
	}
	b.next = placements[S, P](b.rules, s, b.next)
	most := 0
	for i, m := range b.next {
		if gain := b.tactics.Gain(s, m); i == 0 || gain > most {
			most = gain
		}
	}
	return most
}

// tie keeps one of several equal moves, each with the same probability.
type tie struct {
	move game.Move
	seen int
}

// better forgets the moves so far: m beats them.
func (t *tie) better(m game.Move) { t.move, t.seen = m, 1 }

// equal replaces the kept move with m with probability 1/n, n being the number of
// equal moves so far.
func (t *tie) equal(m game.Move, r *game.Rand) {
	t.seen++
	if r.Intn(t.seen) == 0 {
		t.move = m
	}
}

func randomKind[S comparable, P game.Position[S]]() kind[S, P] {
	return newBaseline("random", "any legal move, but no pass while there is another", func(g *bound[S, P], r game.Rand) chooser[S] {
		return &random[S, P]{rules: &g.Rules, rand: r}
	})
}

// random plays any legal move, but passes only when there is nothing else.
type random[S comparable, P game.Position[S]] struct {
	rules *game.Rules[S]
	rand  game.Rand
	moves []game.Move
}

func (a *random[S, P]) restart(r game.Rand) { a.rand = r }

func (a *random[S, P]) choose(s *S, _ []uint64, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	return Choice{Move: a.moves[a.rand.Intn(len(a.moves))]}
}

func greedyKind[S comparable, P game.Position[S]]() kind[S, P] {
	return newBaseline("greedy", "the move with the largest immediate gain", func(g *bound[S, P], r game.Rand) chooser[S] {
		return &greedy[S, P]{g.baseline(r)}
	})
}

// greedy plays one of the moves with the largest immediate gain.
type greedy[S comparable, P game.Position[S]] struct{ baseline[S, P] }

func (a *greedy[S, P]) choose(s *S, _ []uint64, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	var best tie
	most := 0
	for _, m := range a.moves {
		gain := a.tactics.Gain(s, m)
		if best.seen == 0 || gain > most {
			most = gain
			best.better(m)
		} else if gain == most {
			best.equal(m, &a.rand)
		}
	}
	return Choice{Move: best.move}
}

func aggressiveKind[S comparable, P game.Position[S]]() kind[S, P] {
	return newBaseline("aggressive", "the first move of the pair of own moves with the largest gain", func(g *bound[S, P], r game.Rand) chooser[S] {
		return &aggressive[S, P]{baseline: g.baseline(r)}
	})
}

// aggressive looks at pairs of its own next two moves, as if the opponent
// passed in between, and plays the first move of a pair with the largest total
// gain; of several, one nearest to the centre. If something can be gained at
// once, it takes the largest immediate gain (the Little-Go assignment's wording).
type aggressive[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	after, mine S
}

func (a *aggressive[S, P]) choose(s *S, _ []uint64, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	atOnce := a.tactics.AtOnce && a.maxGain(s) > 0
	var best tie
	bestGain, bestCentre := 0, 0
	for _, m := range a.moves {
		gain := a.tactics.Gain(s, m)
		if !atOnce {
			P(s).Play(m, &a.after)
			if !P(&a.after).Outcome().Over() && a.tactics.Skip(&a.after, &a.mine) {
				gain += a.maxGain(&a.mine) // by an own move after m and a pass
			}
		}
		centre := a.tactics.Centre(m)
		switch {
		case best.seen == 0, gain > bestGain, gain == bestGain && centre < bestCentre:
			bestGain, bestCentre = gain, centre
			best.better(m)
		case gain == bestGain && centre == bestCentre:
			best.equal(m, &a.rand)
		}
	}
	return Choice{Move: best.move}
}

func alphaBetaKind[S comparable, P game.Position[S]]() kind[S, P] {
	type settings struct {
		Depth  int `key:"depth" doc:"plies to look ahead" range:"1..8" default:"2"`
		Branch int `key:"branch" doc:"moves per position" range:"1..1000" default:"10"`
	}
	k := Kind{Name: "alphabeta", Doc: "alpha-beta on the pieces, two plies deep, over the ten best moves"}
	return newKind(k, func(g *bound[S, P], set *settings, _ Spec, _ Env) (Agent, error) {
		return g.builtin(func(r game.Rand) chooser[S] {
			return &alphaBeta[S, P]{baseline: g.baseline(r), depth: set.Depth, branch: set.Branch, frames: make([]branchFrame[S], set.Depth+1)}
		}), nil
	})
}

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

func (a *alphaBeta[S, P]) choose(s *S, _ []uint64, _ Clock) Choice {
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
		return a.tactics.Leaf(&f.state, a.side) - a.maxGain(&f.state)
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
