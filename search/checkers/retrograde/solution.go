package retrograde

import (
	"context"
	"math/bits"

	"evolab/game"
	rules "evolab/game/checkers"
	"evolab/search/checkers"
)

// solution is the values of one class, by index: those of all positions, the ones with
// captures included.
type solution struct {
	values []checkers.Value
	// open is how many quiet moves of a position have not turned out lost, or noLoss if
	// it has a crowning that is not; 0: the value is final.
	open   []uint8
	unused []uint64 // set of the indices whose values need not be kept
	level  []uint32 // what was decided last, with next one more quiet ply
	next   []uint32
	packed []byte
}

const noLoss = 255

// solutions are those found so far.
type solutions map[checkers.Class]*solution

// after is the value of a position that a move has led to.
func (all solutions) after(s *rules.State) checkers.Value {
	if s.Own() == 0 {
		return checkers.Lost(0)
	}
	v := checkers.ViewOf(s)
	return all[v.Class()].values[v.Index()]
}

// begin decides what captures and crownings alone decide, and the positions without a move.
func (all solutions) begin(ctx context.Context, c checkers.Class) error {
	z := all[c]
	size := c.Size()
	z.values, z.open, z.unused = make([]checkers.Value, size), make([]uint8, size), make([]uint64, (size+63)/64)
	var moves []game.Move
	for i := range size {
		if i&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v, ok := c.View(i)
		if !ok {
			z.unused[i/64] |= 1 << (i % 64)
			continue
		}
		s, err := v.State()
		if err != nil {
			return err
		}
		moves = s.Moves(moves[:0])
		if len(moves) > 0 && rules.Jumps(moves[0]) > 0 {
			z.unused[i/64] |= 1 << (i % 64)
		}
		if z.values[i], z.open[i] = all.byEvents(&s, moves); z.values[i] != 0 {
			z.next = append(z.next, uint32(i))
		}
	}
	return nil
}

// byEvents is the value of a position as far as its captures and crownings tell, and what
// is then open.
func (all solutions) byEvents(s *rules.State, moves []game.Move) (checkers.Value, uint8) {
	var child rules.State
	quiet, saved := uint8(0), false
	for _, m := range moves {
		if s.Play(m, &child); child.Quiet() > 0 {
			quiet++
			continue
		}
		switch v := all.after(&child); {
		case v < 0:
			return checkers.Won(0), 0
		case v == 0:
			saved = true
		}
	}
	switch {
	case quiet > 0 && saved:
		return 0, noLoss
	case quiet > 0:
		return 0, quiet
	case saved:
		return 0, 0
	}
	return checkers.Lost(0), 0
}

// takeBack decides the positions from which a quiet move leads to those of a class that
// were decided last.
func (all solutions) takeBack(c checkers.Class) {
	decided, before := all[c], all[c.Other()]
	for _, at := range decided.level {
		value := decided.values[at]
		v, _ := c.View(int(at))
		unmove(&v, func(u *checkers.View) {
			i := u.Index()
			switch open := before.open[i]; {
			case open == 0:
				return
			case value < 0:
				before.values[i], before.open[i] = 1-value, 0
			case open == noLoss:
				return
			case open > 1:
				before.open[i]--
				return
			default:
				before.values[i], before.open[i] = -1-value, 0
			}
			before.next = append(before.next, uint32(i))
		})
	}
}

// unmove calls found for each position, from the view of the side that is to move in it,
// from which a quiet move leads to v.
func unmove(v *checkers.View, found func(*checkers.View)) {
	empty := ^(v.Men[0] | v.Men[1] | v.Kings[0] | v.Kings[1])
	for men := v.Men[1]; men != 0; men &= men - 1 { // they move up
		to := bits.TrailingZeros32(men)
		for from := below[to] & empty; from != 0; from &= from - 1 {
			u := *v
			u.Men[1] ^= 1<<to | from&-from
			u = u.Turned()
			found(&u)
		}
	}
	for kings := v.Kings[1]; kings != 0; kings &= kings - 1 {
		to := bits.TrailingZeros32(kings)
		for from := (below[to] | above[to]) & empty; from != 0; from &= from - 1 {
			u := *v
			u.Kings[1] ^= 1<<to | from&-from
			u = u.Turned()
			found(&u)
		}
	}
}

// below and above are the squares diagonally next to each square, in the rows beneath
// it and over it.
var below, above = neighbours()

func neighbours() (below, above [rules.Squares]uint32) {
	for at := range below {
		square := rules.Spread(1 << at)
		near := square.Near().Dense()
		under := ^uint32(0) << at
		below[at], above[at] = near&under, near&^under
	}
	return below, above
}

// pack is the values in the form of the file. Those that need not be kept repeat the
// one before, which packs best.
func (z *solution) pack() ([]byte, error) {
	kept := make([]int8, len(z.values))
	last := int8(0)
	for i, v := range z.values {
		if z.unused[i/64]>>(i%64)&1 == 0 {
			last = int8(v)
		}
		kept[i] = last
	}
	return checkers.Pack(kept)
}
