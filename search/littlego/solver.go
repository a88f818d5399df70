package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
)

// Solver finds out whether positions are won. It is not for use by several
// goroutines at once; what it has found out stays in its table.
type Solver struct {
	Nodes uint64 // positions that were searched, since the solver was made
	table table
	order order
	plies [littlego.LastPly + 1]ply
	limit uint64 // of Nodes; 0: none
	out   bool   // the limit ended the search
}

// ply is what one ply of the search needs.
type ply struct {
	child  littlego.State
	points [32]uint8
	ranks  [32]int32
}

// NewSolver makes a solver with a table of 2^bits words of 8 bytes.
func NewSolver(bits uint) *Solver { return &Solver{table: newTable(bits)} }

// Wins tells whether the side to move wins with best play. Known is false when
// so many nodes were not enough; 0 is no limit. The game must not be over, and
// its variant must be one in which two passes end it.
func (z *Solver) Wins(s *littlego.State, nodes uint64) (won, known bool) {
	z.out, z.limit = false, 0
	if nodes > 0 {
		z.limit = z.Nodes + nodes
	}
	won = z.wins(s)
	return won, !z.out
}

// Winning appends the legal moves that win, in board order. Known is false when
// the nodes were not enough to tell for all.
func (z *Solver) Winning(s *littlego.State, nodes uint64, dst []game.Move) (moves []game.Move, known bool) {
	limit := nodes
	for _, m := range s.Moves(nil) {
		var child littlego.State
		s.Play(m, &child)
		won := false
		if o := child.Outcome(); o.Over() {
			won = o.Result == game.Win(s.Turn())
		} else {
			before := z.Nodes
			theirs, known := z.Wins(&child, limit)
			if !known {
				return dst, false
			}
			won = !theirs
			if nodes > 0 {
				limit -= min(limit-1, z.Nodes-before)
			}
		}
		if won {
			dst = append(dst, m)
		}
	}
	return dst, true
}

func (z *Solver) wins(s *littlego.State) bool {
	z.Nodes++
	if z.limit > 0 && z.Nodes > z.limit {
		z.out = true
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
	if won, known := z.table.get(s.Hash()); known {
		return won
	}
	empty := littlego.Full() &^ (own | opp)
	mine, theirs := look(own, empty), look(opp, empty)
	if won, known := clear(lead, need, left, &mine, &theirs); known {
		return won
	}
	won := z.search(s, left, &mine, &theirs)
	if !z.out {
		z.table.put(s.Hash(), won)
	}
	return won
}

// lastWins tells whether one move wins that many points.
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

// search tries the moves until one wins: first those that the table knows to.
func (z *Solver) search(s *littlego.State, left int, own, opp *groups) bool {
	p := &z.plies[s.Ply()]
	n := 0
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		point := first(legal)
		p.points[n], p.ranks[n] = uint8(point), z.order.rank(s.Ply(), point, own, opp)
		n++
	}
	// A pass after a pass has been looked at; one as the first move loses or
	// wins nothing.
	if !s.Passed() && s.Ply() > 0 {
		p.points[n], p.ranks[n] = pass, z.order.rank(s.Ply(), pass, own, opp)
		n++
	}
	if left >= probe {
		for i := range n {
			s.Play(game.Move(p.points[i])<<16, &p.child)
			if won, known := z.table.get(p.child.Hash()); known && !won {
				return true
			}
		}
	}
	for i := range n {
		point := p.next(i, n)
		s.Play(game.Move(point)<<16, &p.child)
		if !z.wins(&p.child) && !z.out {
			z.order.won(s.Ply(), point, left)
			return true
		}
		if z.out {
			return false
		}
	}
	return false
}

// probe is the number of plies left from which on the table is asked for all
// replies first: nearer to the end that costs more than it saves.
const probe = 4

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
