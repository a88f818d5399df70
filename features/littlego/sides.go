package littlego

import "evolab/game/littlego"

// sides is a board of each side in one word, so that the groups of both are followed
// at once. As many bits as a row has lie between the boards: what grows out of one
// of them does not reach the other.
type sides uint64

const (
	secondAt       = littlego.Bits + littlego.Stride
	ofFirst  sides = 1<<secondAt - 1
)

func both(first, second littlego.Board) sides { return sides(first) | sides(second)<<secondAt }

func (b sides) first() littlego.Board  { return littlego.Board(b & ofFirst) }
func (b sides) second() littlego.Board { return littlego.Board(b >> secondAt) }

// grow is Board.Grow of each side.
func (b sides) grow() sides { return b<<1 | b>>1 | b<<littlego.Stride | b>>littlego.Stride }

// flood is Board.Flood of each side; two steps are made at a time, since few are
// enough.
func (b sides) flood(within sides) sides {
	for {
		next := b | b.grow()&within
		next |= next.grow() & within
		if next == b {
			return b
		}
		b = next
	}
}

// lowest is the lowest stone of each side.
func (b sides) lowest() sides {
	first, second := b&ofFirst, b&^ofFirst
	return first&-first | second&-second
}
