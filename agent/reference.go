package agent

import (
	"time"

	"evolab/game"
	"evolab/search/cputime"
)

// reference is the opponent that courses grade by: plain minimax without
// pruning that looks less far ahead as the game's clock runs down.
//
// The thresholds are those of the course's own reference for Checkers. It loses
// no game on time: a search that has used a quarter of the time left is aborted
// and restarted a ply shallower, with a quarter of what is then left; only that of
// a single ply always finishes.
type reference[S comparable, P game.Position[S]] struct {
	*minimax[S, P]
	deepest int
	pace    time.Duration
}

func newReference[S comparable, P game.Position[S]](b baseline[S, P], depth int, pace time.Duration) *reference[S, P] {
	m := newMinimax(b, depth)
	if b.tactics.Reference != nil {
		m.worth = b.tactics.Reference
	}
	return &reference[S, P]{m, depth, pace}
}

// patience is the part of the time left that a search may use, as a divisor.
const patience = 4

func (a *reference[S, P]) choose(s *S, c Clock) Choice {
	began := cputime.Thread()
	left := c.Left
	if c.Move > 0 {
		left = shorter(left, c.Move)
	}
	// The cost of the full tree is part of the opponent only if time counts.
	a.prune = left == 0
	for a.depth = referenceDepth(a.deepest, c.Left); ; a.depth-- {
		now := cputime.Thread()
		a.meter = meter{nodes: a.nodes}
		if left > 0 && a.depth > 1 {
			a.until = now + max(left-(now-began), 0)/patience
		}
		if m := a.best(s); !a.late {
			return Choice{Move: m, CPU: a.charge(cputime.Thread()-began, left)}
		}
	}
}

// referenceDepth is how far the reference looks ahead with so much time left
// for the game; 0 is no limit.
func referenceDepth(deepest int, left time.Duration) int {
	switch {
	case left == 0 || left >= 100*time.Second:
		return deepest
	case left >= 10*time.Second:
		return min(deepest, 3)
	case left >= 2*time.Second:
		return min(deepest, 2)
	}
	return 1
}

// charge is the CPU time that is charged for the move, 0 for what the referee
// measures. It respects the quarter of the time left.
func (a *reference[S, P]) charge(used, left time.Duration) time.Duration {
	if a.pace == 0 {
		return 0
	}
	least := a.pace
	for range a.deepest - a.depth {
		least /= 7 // about the moves of a Checkers position: what one ply less saves
	}
	if left > 0 {
		least = min(least, left/patience)
	}
	return max(used, least)
}
