// Package konane proves who wins Konane positions on small boards.
//
// It is for the command that solves positions, and for nothing that plays: the
// rules of the assignment CSE 4705 forbid databases, and learning by anything
// but play.
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

// Solve proves which moves win a position that is not over.
func Solve(s *konane.State, limits search.Limits, clock func() time.Duration) search.Proof {
	// A table of 128 MB at most, and less for short games and small limits.
	bits := uint(min(24, 10+s.PliesLeft()/2))
	z := NewSolver(s.Rows(), s.Cols(), limits.TableBits(bits), clock)
	proof := search.Proof{Value: -1}
	z.meter.Begin(z.Nodes, limits)
	for _, m := range s.Moves(nil) {
		s.Play(m, &z.plies[0].state)
		z.plies[0].keys = z.seen.of(&z.plies[0].state)
		won := !z.wins(0)
		if z.meter.Out {
			return search.Proof{Nodes: z.Nodes}
		}
		if won {
			proof.Value = 1
			proof.Moves = append(proof.Moves, m)
		}
	}
	proof.Known, proof.Nodes = true, z.Nodes
	return proof
}

// table remembers which positions are won: buckets of two words, each a key
// with the value in its lowest bits. The first word of a bucket is for the
// position with the most stones, the second one for the latest.
type table struct {
	words []uint64
	mask  uint64
}

const (
	wonBit    = 1
	valueBits = 1<<10 - 1 // wonBit, and 9 bits for the stones, 1 to 324; 0: an empty word
)

// slot is the first word of a key's bucket. The upper half of the key chooses
// it, so that the bits below the value are the only ones that get lost.
func (t *table) slot(key uint64) uint64 { return key >> 32 & t.mask }

// get returns whether a position is won; known is false when the table does not
// have it.
func (t *table) get(key uint64) (won, known bool) {
	at := t.slot(key)
	for i := range uint64(2) {
		if word := t.words[at|i]; (word^key)&^valueBits == 0 && word&valueBits>>1 != 0 {
			return word&wonBit != 0, true
		}
	}
	return false, false
}

// put enters a position with so many stones on the board.
func (t *table) put(key uint64, stones int, won bool) {
	word := key&^valueBits | uint64(stones)<<1
	if won {
		word |= wonBit
	}
	at := t.slot(key)
	if uint64(stones) >= t.words[at]&valueBits>>1 {
		t.words[at+1], t.words[at] = t.words[at], word
		return
	}
	t.words[at|1] = word
}
