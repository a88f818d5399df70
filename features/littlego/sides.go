package littlego

import (
	"math/bits"

	"evolab/game/littlego"
)

// sides is a board of each side in one word, so that both are looked at at once. As
// many bits as a row has lie between the boards, so what grows out of one of them does
// not reach the other.
type sides uint64

const (
	secondAt        = littlego.Bits + littlego.Stride
	ofFirst   sides = 1<<secondAt - 1
	fullBoard sides = 0x1f | 0x1f<<littlego.Stride | 0x1f<<(2*littlego.Stride) | 0x1f<<(3*littlego.Stride) | 0x1f<<(4*littlego.Stride)
	fullSides       = fullBoard | fullBoard<<secondAt
)

func both(first, second littlego.Board) sides { return sides(first) | sides(second)<<secondAt }

func on(points littlego.Board) sides { return both(points, points) }

func (b sides) first() littlego.Board  { return littlego.Board(b & ofFirst) }
func (b sides) second() littlego.Board { return littlego.Board(b >> secondAt) }

// lead is the number of the first side's points minus that of the second's. The first
// side's points and those that the second side lacks are Points more.
func (b sides) lead() int32 {
	return int32(bits.OnesCount64(uint64(b^fullBoard<<secondAt))) - littlego.Points
}

func (b sides) grow() sides { return b<<1 | b>>1 | b<<littlego.Stride | b>>littlego.Stride }

// flood is Board.Flood of each side, and what Board.Grow makes of it.
func (b sides) flood(within sides) (region, around sides) {
	for {
		around = b.grow()
		if around&within&^b == 0 {
			return b, around
		}
		b |= around & within // and another step, since few are enough
		b |= b.grow() & within
	}
}

func (b sides) lowest() sides {
	first, second := b&ofFirst, b&^ofFirst
	return first&-first | second&-second
}
