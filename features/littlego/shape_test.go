package littlego

import (
	"testing"

	"evolab/features"
	"evolab/game"
	"evolab/game/littlego"
)

// counted is what the features say of the groups of one side.
type counted struct{ groups, libertiesSum, largest, atari, atariStones, strong int32 }

// groupByGroup counts the same in the plainest way.
func groupByGroup(stones, empty littlego.Board) (c counted) {
	for rest := stones; rest != 0; {
		group := (rest & -rest).Flood(stones)
		rest &^= group
		size, free := int32(group.Count()), int32((group.Grow() & empty).Count())
		c.groups++
		c.libertiesSum += free
		c.largest = max(c.largest, size)
		if free == 1 {
			c.atari++
			c.atariStones += size
		}
		if free >= many {
			c.strong += size
		}
	}
	return c
}

// The groups of both sides at once are those of each side, one by one, on boards from nearly
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
		var got, want features.Vector
		extractGroups(both(own, enemy), both(own, enemy).grow(), on(empty), &got)
		mine, theirs := groupByGroup(own, empty), groupByGroup(enemy, empty)
		want[groups], want[libertiesSum] = mine.groups-theirs.groups, mine.libertiesSum-theirs.libertiesSum
		want[largest], want[strong] = mine.largest-theirs.largest, mine.strong-theirs.strong
		want[atariOwn], want[atariEnemy] = mine.atari, theirs.atari
		want[atariStonesOwn], want[atariStonesEnemy] = mine.atariStones, theirs.atariStones
		if got != want {
			t.Fatalf("own %x, enemy %x: %v, want %v", own, enemy, got, want)
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
		var v features.Vector
		if extractLiberties(both(own, enemy).grow()&on(empty), on(empty), &v); v[territory] != want {
			t.Fatalf("own %x, enemy %x: %d, want %d", own, enemy, v[territory], want)
		}
	}
}

// The Euler number is that of counts of 2x2 windows that may reach over the edge:
// (Q1 - Q3 - 2 QD) / 4, where Q1 and Q3 count those with one and three stones and QD
// those with two on a diagonal.
func TestEulerNumber(t *testing.T) {
	of := func(b littlego.Board) (n int32) {
		at := func(r, c int) int {
			if r < 0 || c < 0 || r > 4 || c > 4 || b&littlego.At(r, c) == 0 {
				return 0
			}
			return 1
		}
		for r := -1; r < littlego.Size; r++ {
			for c := -1; c < littlego.Size; c++ {
				stones := at(r, c) + at(r, c+1) + at(r+1, c) + at(r+1, c+1)
				n += [5]int32{0, 1, 0, -1, 0}[stones]
				if stones == 2 && at(r, c) == at(r+1, c+1) {
					n -= 2
				}
			}
		}
		return n / 4
	}
	r := game.NewRand(7)
	for range 5_000 {
		own, enemy := littlego.Board(r.Uint64())&littlego.Full(), littlego.Board(r.Uint64())&littlego.Full()
		enemy &^= own
		var v features.Vector
		all := both(own, enemy)
		v[stones] = all.lead()
		if extractPlaces(all, &v); v[euler] != of(own)-of(enemy) {
			t.Fatalf("own %x, enemy %x: %d, want %d", own, enemy, v[euler], of(own)-of(enemy))
		}
	}
}
