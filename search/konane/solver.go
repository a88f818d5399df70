package konane

import (
	"time"

	"evolab/game"
	"evolab/game/konane"
	"evolab/search"
)

// Solver finds out whether positions of one board are won. It is not for use by
// several goroutines at once; what it has found out stays in its table.
type Solver struct {
	Nodes uint64 // positions that were searched, since the solver was made
	meter search.Meter
	seen  *seen
	table table
	plies []ply
}

// ply is what one ply of the search needs.
type ply struct {
	state konane.State
	keys  keys
	moves []game.Move
	ranks []int32
}

// NewSolver makes a solver for boards of the given size, with a table of 2^bits
// words of 8 bytes. The clock is only read by searches with a time limit.
func NewSolver(rows, cols int, bits uint, clock func() time.Duration) *Solver {
	return &Solver{meter: search.NewMeter(clock), seen: look(rows, cols), table: table{words: make([]uint64, 1<<bits), mask: 1<<bits - 2}, plies: make([]ply, rows*cols+1)}
}

// Wins reports whether the side to move wins. Known is false if the limits were not
// enough; a limit on depth is ignored.
func (z *Solver) Wins(s *konane.State, limits search.Limits) (won, known bool) {
	z.meter.Begin(z.Nodes, limits)
	z.plies[0].state = *s
	z.plies[0].keys = z.seen.of(s)
	won = z.wins(0)
	return won, !z.meter.Out
}

// wins reports whether the side to move wins the position of a ply. When a limit
// ends the search, the answer means nothing.
func (z *Solver) wins(at int) bool {
	z.Nodes++
	if z.meter.Over(z.Nodes) {
		return false
	}
	p := &z.plies[at]
	key := p.keys.least()
	if won, known := z.table.get(key); known {
		return won
	}
	won := z.search(at)
	if !z.meter.Out {
		s := &p.state
		z.table.put(key, s.StonesOf(konane.Black)+s.StonesOf(konane.White), won)
	}
	return won
}

// search tries the moves until one wins.
func (z *Solver) search(at int) bool {
	p, next := &z.plies[at], &z.plies[at+1]
	p.moves = p.state.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return false
	}
	if p.state.Removals() == 0 && z.rank(p, next) {
		return true
	}
	for i := range p.moves {
		m := p.next(i)
		p.state.Play(m, &next.state)
		if p.state.Removals() > 0 {
			next.keys = z.seen.of(&next.state)
		} else {
			z.seen.after(&p.keys, p.state.Mover(), m.From(), m.To(), &next.keys)
		}
		if !z.wins(at+1) && !z.meter.Out {
			return true
		}
		if z.meter.Out {
			return false
		}
	}
	return false
}

// rank rates the moves by what they leave: few moves for the enemy, many for the own
// side. It reports whether one leaves the enemy none, which wins.
func (z *Solver) rank(p, next *ply) bool {
	p.ranks = p.ranks[:0]
	own := p.state.Mover()
	for _, m := range p.moves {
		p.state.Play(m, &next.state)
		theirs := next.state.Mobility(own.Other())
		if theirs == 0 {
			return true
		}
		p.ranks = append(p.ranks, int32(next.state.Mobility(own)-theirs))
	}
	return false
}

// next brings the best ranked of the moves from i on to place i; removals have
// no ranks.
func (p *ply) next(i int) game.Move {
	if p.state.Removals() > 0 {
		return p.moves[i]
	}
	best := i
	for j := i + 1; j < len(p.moves); j++ {
		if p.ranks[j] > p.ranks[best] {
			best = j
		}
	}
	p.moves[i], p.moves[best] = p.moves[best], p.moves[i]
	p.ranks[i], p.ranks[best] = p.ranks[best], p.ranks[i]
	return p.moves[i]
}
