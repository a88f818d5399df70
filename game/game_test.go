package game_test

import (
	"math"
	"testing"

	"evolab/game"
)

// The first numbers of SplitMix64 with seed 0, from its reference code.
func TestRandIsSplitMix64(t *testing.T) {
	r := game.NewRand(0)
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := r.Uint64(); got != want {
			t.Errorf("%#x, want %#x", got, want)
		}
	}
}

func TestIntnIsEven(t *testing.T) {
	r := game.NewRand(1)
	var seen [7]int
	for range 70_000 {
		seen[r.Intn(7)]++
	}
	for i, n := range seen {
		if n < 9_600 || n > 10_400 {
			t.Errorf("%d comes up %d times of 70000", i, n)
		}
	}
}

func TestNormal(t *testing.T) {
	r := game.NewRand(2)
	sum, squares := 0.0, 0.0
	const n = 100_000
	for range n {
		x := r.Normal()
		sum += x
		squares += x * x
	}
	if mean, sd := sum/n, math.Sqrt(squares/n); math.Abs(mean) > .02 || math.Abs(sd-1) > .02 {
		t.Errorf("mean %v, standard deviation %v", mean, sd)
	}
}

// Lists that differ in one number, in their order or in their length give
// different seeds.
func TestMixTellsListsApart(t *testing.T) {
	seen := map[uint64]bool{}
	lists := 0
	for a := range uint64(40) {
		for b := range uint64(40) {
			for _, list := range [][]uint64{{a, b}, {a, b, 1}, {1, a, b, 2}} {
				lists++
				seen[game.Mix(list...)] = true
			}
		}
	}
	if len(seen) != lists {
		t.Errorf("%d lists give %d seeds", lists, len(seen))
	}
}

func TestMove(t *testing.T) {
	m := game.NewMove(300, 65535)
	if m.From() != 300 || m.To() != 65535 || m == game.NoMove {
		t.Errorf("%v goes from %d to %d", m, m.From(), m.To())
	}
}
