package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
)

// wins reports whether the side to move wins.
func (z *Solver) wins(s *littlego.State) bool {
	z.Nodes++
	if z.Meter.Over(z.Nodes) {
		return false
	}
	left := littlego.LastPly - s.Ply()
	own, opp := s.Own(), s.Opp()
	lead, need := own.Count()-opp.Count(), need(s)
	if s.Passed() && lead >= need {
		return true // a second pass ends the game
	}
	if left == 1 {
		return lead >= need || lastWins(s, need-lead)
	}
	key, table := z.key(s, left), z.tableFor(left)
	if won, known := table.get(key); known {
		return won
	}
	empty := littlego.Full() &^ (own | opp)
	mine, theirs := look(own, empty), look(opp, empty)
	room := findRoom(empty)
	if won, known := clear(lead, need, left, &mine, &theirs, &room); known {
		return won
	}
	only := littlego.Full()
	if left == 2 {
		only = last2(lead-need, &mine, &theirs, &room)
	}
	before := z.Nodes
	point, won := z.search(s, left, &mine, &theirs, only)
	if !z.Meter.Out {
		table.put(key, won, z.Nodes-before)
		z.found(s, left, point)
	}
	return won
}

// found keeps what was proven of a position with enough plies left.
func (z *Solver) found(s *littlego.State, left int, point uint) {
	if z.Keep > 0 && left >= z.Keep {
		z.Found = append(z.Found, Recorded(s, pointMove(point)))
	}
}

// turnLeft is the least number of plies left with which the table holds only one of a
// position's symmetric forms: nearer to the end they hardly ever meet.
const turnLeft = 13

// key is what the table knows a position by.
func (z *Solver) key(s *littlego.State, left int) uint64 {
	if left < turnLeft {
		return codeOf(s, 0).mixed()
	}
	c, _ := canonical(s)
	return c.mixed()
}

func (z *Solver) tableFor(left int) *table {
	// Positions near the end have a table of their own, small enough for the
	// processor's cache.
	const nearLeft = 4

	if left <= nearLeft {
		return &z.near
	}
	return &z.table
}

// lastWins reports whether one move wins that many points.
func lastWins(s *littlego.State, missing int) bool {
	legal := s.Placements()
	if missing <= 1 {
		return legal != 0
	}
	for legal &= s.Opp().Grow(); legal != 0; legal &= legal - 1 {
		if taken := s.Captures(game.Move(first(legal)) << 16); 1+taken.Count() >= missing {
			return true
		}
	}
	return false
}

// search tries the moves until one wins, first those that win by the table, and
// returns it.
func (z *Solver) search(s *littlego.State, left int, own, opp *groups, only littlego.Board) (point uint, won bool) {
	// Asking the table for all replies first, and judging the moves by the positions
	// after them, costs more than it saves with fewer plies left.
	const probeLeft = 4
	p := &z.plies[s.Ply()]
	n := z.list(s, own, opp, only)
	if left >= probeLeft {
		if i := z.probe(s, left, n); i < n {
			return uint(p.points[i]), true
		}
	}
	for i := range n {
		point := p.next(i, n)
		s.Play(game.Move(point)<<16, &p.child)
		if !z.wins(&p.child) && !z.Meter.Out {
			z.order.won(s.Ply(), point, left)
			return point, true
		}
		if z.Meter.Out {
			return none, false
		}
	}
	return none, false
}

// list puts the moves to try into the ply's place, with ranks that need no look
// at what comes after them, and returns their number.
func (z *Solver) list(s *littlego.State, own, opp *groups, only littlego.Board) int {
	p := &z.plies[s.Ply()]
	n := 0
	for legal := s.Placements() & only; legal != 0; legal &= legal - 1 {
		point := first(legal)
		p.points[n], p.ranks[n] = uint8(point), z.order.rank(s.Ply(), point, own, opp)
		n++
	}
	// A pass after a pass has been looked at; one as the first move loses or
	// wins nothing.
	if !s.Passed() && s.Ply() > 0 && only == littlego.Full() {
		p.points[n], p.ranks[n] = pass, z.order.rank(s.Ply(), pass, own, opp)
		n++
	}
	return n
}

// probe returns the first of n moves that the table knows to win, or n; on the
// way the moves are judged.
func (z *Solver) probe(s *littlego.State, left, n int) int {
	const judgeLeft = 6 // see probeLeft
	p := &z.plies[s.Ply()]
	table := z.tableFor(left - 1)
	for i := range n {
		s.Play(game.Move(p.points[i])<<16, &p.child)
		if won, known := table.get(z.key(&p.child, left-1)); known && !won {
			return i
		}
		if left >= judgeLeft {
			p.ranks[i] = z.order.judged(s.Ply(), uint(p.points[i]), &p.child)
		}
	}
	return n
}

// none is no point.
const none = 30

// next brings the best of the moves from i on to place i.
func (p *ply) next(i, n int) uint {
	best := i
	for j := i + 1; j < n; j++ {
		if p.ranks[j] > p.ranks[best] {
			best = j
		}
	}
	p.points[i], p.points[best] = p.points[best], p.points[i]
	p.ranks[i], p.ranks[best] = p.ranks[best], p.ranks[i]
	return uint(p.points[i])
}
