package littlego

import (
	"slices"
	"strings"
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

// Passes and the last ply end the game; a record of a game without that goes on, under
// the rules of ko and suicide.
func TestMovesPastEnd(t *testing.T) {
	r := game.NewRand(6)
	for n := range 40 {
		s, err := New(Setup{Variant: Variant(n % 4)})
		if err != nil {
			t.Fatal(err)
		}
		for ; !s.Outcome().Over(); game.Playout(&s, &r, 1, nil) {
			if got, want := s.MovesPastEnd(nil), s.Moves(nil); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, before the end %v", format(&s), got, want)
			}
		}
		for range 300 { // more plies than the counter can hold
			moves := s.MovesPastEnd(nil)
			for _, m := range moves {
				if m != Pass && s.Placements()&(1<<(m>>16)) == 0 {
					t.Fatalf("%s: %s", format(&s), formatMove(&s, m))
				}
			}
			if len(moves) == 0 { // in the variant without passes
				break
			}
			turn := s.Turn()
			if s.Play(moves[r.Intn(len(moves))], &s); s.Turn() == turn {
				t.Fatalf("%s: the same side again", format(&s))
			}
		}
	}
}

// Stones that are set up need at least so many plies.
func TestSetUp(t *testing.T) {
	for _, c := range []struct{ position, turn, want string }{
		{"...../...../..X../...../..... w 1 ...../...../...../...../.....", "b", "...../...../..X../...../..... b 2 -"},
		{"...../...../..X../...../..... w 1 ...../...../...../...../.....", "w", "...../...../..X../...../..... w 1 -"},
		{"OO.../...../..X../...../..... b 8 -", "w", "OO.../...../..X../...../..... w 5 -"},
		{"...../...../...../...../..... b 2 ...../...../...../...../..... end", "w", "...../...../...../...../..... w 1 -"},
	} {
		s, err := Parse("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		up := s.SetUp(game.Side(strings.Index("bw", c.turn)))
		if again, err := Parse("", c.want); err != nil || up != again {
			t.Errorf("%s for %s: %s, want %s", c.position, c.turn, format(&up), c.want)
		}
	}
}
