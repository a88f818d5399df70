package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// In a lost position every move loses to the right reply. The hardest one is
// that after which an opponent who knows nothing, and places a stone somewhere,
// most likely goes wrong: now, or in one of its next replies.

// certain is the hope of a position that is won.
const certain = 1 << 16

// farthest is how many replies ahead hopes are counted at most.
const farthest = 4

// Hardest returns the move of a lost position that asks most of the opponent,
// as far as the limits let it look; NoMove if not even one reply of each move
// could be looked at. Between equal hopes the judged order decides.
func (z *Solver) Hardest(s *littlego.State, limits search.Limits) game.Move {
	z.Meter.Begin(z.Nodes, limits)
	best := game.NoMove
	for replies := 1; replies <= farthest && 2*replies <= littlego.LastPly-s.Ply(); replies++ {
		m, hope := z.hardest(s, replies)
		if z.Meter.Out {
			break
		}
		best = m
		if hope == certain {
			break
		}
	}
	if best == game.NoMove && !z.Meter.Out {
		best, _ = z.hardest(s, 0)
	}
	return best
}

// hardest is the move with the greatest hope, and that hope.
func (z *Solver) hardest(s *littlego.State, replies int) (m game.Move, most int) {
	var child littlego.State
	m, most = game.NoMove, -1
	guess := int32(0)
	for moves := legalSet(s); moves != 0; moves &= moves - 1 {
		s.Play(setMove(moves), &child)
		hope := 0
		if !child.Outcome().Over() && replies > 0 {
			hope = z.hopeAfter(&child, replies)
		}
		if z.Meter.Out {
			return m, most
		}
		if judged := judge(&child); hope > most || hope == most && judged > guess {
			m, most, guess = setMove(moves), hope, judged
		}
	}
	return m, most
}

// hopeAfter is the hope of the side that has just moved: the mean over the
// replies. Who could place a stone does not pass.
func (z *Solver) hopeAfter(s *littlego.State, replies int) int {
	var next littlego.State
	sum, n := 0, 0
	for moves := legalSet(s); moves != 0; moves &= moves - 1 {
		m := setMove(moves)
		if m == littlego.Pass && n > 0 {
			break
		}
		n++
		s.Play(m, &next)
		if o := next.Outcome(); o.Over() {
			if o.Result != game.Win(s.Turn()) {
				sum += certain
			}
			continue
		}
		if z.wins(&next) && !z.Meter.Out {
			sum += certain
		} else if replies > 1 && !z.Meter.Out {
			_, hope := z.hardest(&next, replies-1)
			sum += hope
		}
		if z.Meter.Out {
			return 0
		}
	}
	return sum / n
}

// legalSet holds the legal moves, the pass as the highest bit.
func legalSet(s *littlego.State) uint32 {
	return uint32(s.Placements()) | 1<<pass
}

// setMove is the first move of a set.
func setMove(moves uint32) game.Move { return game.Move(first(littlego.Board(moves))) << 16 }
