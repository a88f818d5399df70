package littlego

import (
	"slices"
	"testing"

	"evolab/game"
)

// A move is legal if it is in the list, in all positions of random games.
func TestLegal(t *testing.T) {
	r := game.NewRand(2)
	for n := range 200 {
		s, err := New(Setup{Variant: Variant(n % 4)})
		if err != nil {
			t.Fatal(err)
		}
		for ; !s.Outcome().Over(); game.Playout(&s, &r, 1, nil) {
			moves := s.Moves(nil)
			for p := range Bits {
				if m := game.Move(p) << 16; full&(1<<p) != 0 && s.Legal(m) != slices.Contains(moves, m) {
					t.Fatalf("%s: %d is legal: %t", format(&s), p, s.Legal(m))
				}
			}
			for p := range game.Move(2 * Bits) {
				for _, other := range []game.Move{0, 1, 1 << 15, 1 << 40} { // bits that no move has
					if m := p<<16 | other; s.Allows(m) != slices.Contains(moves, m) {
						t.Fatalf("%s: %#x is allowed: %t", format(&s), m, s.Allows(m))
					}
				}
			}
			if s.Legal(Pass) != slices.Contains(moves, Pass) {
				t.Fatalf("%s: the pass is legal: %t", format(&s), s.Legal(Pass))
			}
		}
		if s.Allows(Pass) {
			t.Fatalf("%s: the pass is allowed after the end", format(&s))
		}
	}
}
