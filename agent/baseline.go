package agent

import (
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

// most is the largest gain of a move; 0 if there is none.
func (b *baseline[S, P]) most(s *S) int {
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
