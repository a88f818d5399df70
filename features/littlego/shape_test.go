package littlego

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
)

// shapeOf is measure for one side, group by group.
func shapeOf(stones, empty littlego.Board) (sh shape) {
	for rest := stones; rest != 0; {
		group := (rest & -rest).Flood(stones)
		rest &^= group
		size, free := int32(group.Count()), int32((group.Grow() & empty).Count())
		sh.libertiesSum += free
		sh.largest = max(sh.largest, size)
		sh.groups[min(free, many)]++
		sh.stones[min(free, many)] += size
	}
	return sh
}

// The groups of both sides at once are those of each side, on boards from nearly
// empty to full, on which every position of a game lies.
func TestShapesOfBothSides(t *testing.T) {
	r := game.NewRand(5)
	for range 20_000 {
		var own, enemy littlego.Board
		filled := r.Intn(10)
		for p := range littlego.Bits {
			switch point := littlego.Board(1) << p & littlego.Full(); {
			case r.Intn(9) >= filled:
			case r.Intn(2) == 0:
				own |= point
			default:
				enemy |= point
			}
		}
		empty := littlego.Full() &^ (own | enemy)
		mine, theirs := measure(own, enemy, empty)
		for i, got := range []shape{mine, theirs} {
			stones := []littlego.Board{own, enemy}[i]
			want := shapeOf(stones, empty)
			// Stones without a liberty come up in no game; which count they go into
			// does not matter, as long as it is none with a meaning of its own.
			got.groups[0], want.groups[0] = got.count(), want.count()
			for _, sh := range []*shape{&got, &want} {
				sh.groups[2], sh.stones[0], sh.stones[2] = 0, 0, 0
			}
			if got != want {
				t.Fatalf("own %x, enemy %x, side %d: %+v, want %+v", own, enemy, i, got, want)
			}
		}
	}
}

// A region that both sides' stones border is nobody's.
func TestSurroundedPoints(t *testing.T) {
	r := game.NewRand(6)
	for range 20_000 {
		own, enemy := littlego.Board(r.Uint64())&littlego.Full(), littlego.Board(r.Uint64())&littlego.Full()
		enemy &= littlego.Board(r.Uint64()) // fewer, so that points are left
		enemy &^= own
		empty := littlego.Full() &^ (own | enemy)
		want := int32(0)
		for rest := empty; rest != 0; {
			region := (rest & -rest).Flood(empty)
			rest &^= region
			mine, theirs := region.Grow()&own != 0, region.Grow()&enemy != 0
			if mine && !theirs {
				want += int32(region.Count())
			} else if theirs && !mine {
				want -= int32(region.Count())
			}
		}
		if got := surrounded(own, enemy, empty); got != want {
			t.Fatalf("own %x, enemy %x: %d, want %d", own, enemy, got, want)
		}
	}
}
