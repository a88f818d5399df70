package budget

import (
	"testing"

	"evolab/features"
	"evolab/features/checkers"
	"evolab/features/halma"
	"evolab/features/konane"
	"evolab/features/littlego"
)

// lengths are those of the games.
var lengths = map[string]features.Length{
	"checkers": checkers.Set().Length, "halma": halma.Set().Length, "konane": konane.Set().Length, "littlego": littlego.Set().Length,
}

// The number of moves that are left falls as a game goes on, to a few at the
// end, whatever the board.
func TestMovesLeft(t *testing.T) {
	for _, c := range []struct {
		name           string
		progress, most int
		want           int
	}{
		{"checkers", -5, AnyNumber, 20},
		{"checkers", 0, AnyNumber, 20},
		{"checkers", 500, AnyNumber, 20},
		{"checkers", 875, AnyNumber, 19},
		{"checkers", 1000, AnyNumber, 18},
		{"checkers", 2000, AnyNumber, 18},
		{"checkers", 500, 7, 7},
		{"halma", 0, AnyNumber, 75},
		{"halma", 249, AnyNumber, 63},
		{"halma", 500, AnyNumber, 50},
		{"halma", 600, AnyNumber, 42},
		{"halma", 1000, AnyNumber, 14},
		{"littlego", 0, 12, 12},
		{"konane", 6, 161, 136}, // 18x18 after the removals
		{"konane", 500, 81, 56},
		{"konane", 800, 33, 8},
		{"konane", 849, 30, 4},
		{"konane", 950, 9, 4},
		{"konane", 1000, 1, 1},
		{"konane", 31, 32, 27}, // 8x8 after the removals
		{"konane", 650, 12, 6},
		{"unknown", 500, 12, 12},
	} {
		length := lengths[c.name]
		if got := length.Moves(c.progress, c.most); got != c.want {
			t.Errorf("%s at %d of 1000 with %d possible: %d moves left, want %d", c.name, c.progress, c.most, got, c.want)
		}
	}
}

// Time is saved where level games are mostly drawn, and a draw is decided by the
// clocks: late in Checkers.
func TestThrifty(t *testing.T) {
	for _, c := range []struct {
		name     string
		progress int
		want     bool
	}{{"checkers", 0, false}, {"checkers", 449, false}, {"checkers", 450, true}, {"checkers", 1000, true}, {"halma", 1000, false}, {"konane", 1000, false}} {
		var a Allowance
		length := lengths[c.name]
		if a.Share(&length, c.progress, AnyNumber); a.Pace.Thrifty != c.want || a.Moves != length.Moves(c.progress, AnyNumber) {
			t.Errorf("%s at %d of 1000: %+v", c.name, c.progress, a)
		}
	}
}

// A game of Konane of the usual length ends in time on every board, although
// every fourth move takes all that it may.
func TestAKonaneGameNeverRunsOut(t *testing.T) {
	length := lengths["konane"]
	for _, c := range []struct{ cells, moves, over int }{{324, 122, 845}, {64, 25, 840}, {36, 14, 830}} {
		left := 1000 * ms
		for n := range c.moves {
			progress := c.over * n / c.moves
			most := c.cells*(1000-progress)/2000 + 1
			a := Allowance{Left: left, Moves: length.Moves(progress, most)}
			var m Manager
			if m.Begin(a); n%4 == 0 {
				left -= m.hard
			} else {
				left -= m.soft
			}
			if left -= ms / 10; left < 0 {
				t.Fatalf("%d cells: out of time at move %d", c.cells, n)
			}
		}
		if left > 300*ms {
			t.Errorf("%d cells: %v of a second left over", c.cells, left)
		}
	}
}
