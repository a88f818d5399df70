package halma

import (
	"fmt"
	"slices"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/internal/longtest"
)

// often is how many samples there are: few by default, all with -long.
func often(few, all uint64) uint64 {
	if longtest.Enabled() {
		return all
	}
	return few
}

// suite looks at some plies of games, further and further into them: random
// ones take ten thousand.
func suite(variant string) gametest.Suite[State, *State] {
	return gametest.Suite[State, *State]{
		Rules: Rules(), Variant: variant, Games: 10, Plies: 12, Skip: 40, Rehash: (*State).rehash,
		Reference: func(s *State) (list []string) {
			for _, m := range referenceOf(format(s), variant).moves() {
				list = append(list, formatMove(s, m.move()))
			}
			return list
		},
	}
}

func TestConformance(t *testing.T) {
	for _, v := range variants {
		t.Run(v, func(t *testing.T) { gametest.Run(t, suite(v)) })
	}
}

func (s step) move() game.Move {
	return game.NewMove(16*s.from.y+s.from.x, 16*s.to.y+s.to.x)
}

// same compares the moves of a position with those of the reference.
func same(t *testing.T, s *State, variant string) {
	t.Helper()
	ref := referenceOf(format(s), variant)
	over := ref.won() || len(ref.moves()) == 0
	if o := s.Outcome(); o.Over() != over || over && o.Result != game.Win(s.turn^1) {
		t.Fatalf("%s: %v\n%s", variant, s.Outcome().Result, draw(s))
	}
	var got, want []game.Move
	if got = s.Moves(nil); !ref.won() {
		for _, m := range ref.moves() {
			want = append(want, m.move())
		}
	}
	if !slices.IsSortedFunc(got, func(a, b game.Move) int { return a.From() - b.From() }) {
		t.Fatalf("%s: not in board order: %v", variant, got)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || s.Count() != len(want) {
		t.Fatalf("%s: %d moves, count %d, reference %d\n%s", variant, len(got), s.Count(), len(want), draw(s))
	}
	if s.hash != s.rehash() {
		t.Fatalf("%s: hash\n%s", variant, draw(s))
	}
}

// Whole random games, from the start to a win; every 23rd position is compared.
func TestRandomGamesToTheEnd(t *testing.T) {
	for _, v := range variants {
		for seed := range often(1, 3) {
			s := position(t, v, "start")
			r := game.NewRand(seed)
			for ply := 0; !s.Outcome().Over(); ply++ {
				if ply%23 == 0 {
					same(t, &s, v)
				}
				s.Play(gametest.Pick(&s, &r), &s)
			}
			same(t, &s, v)
			if !referenceOf(format(&s), v).won() {
				t.Errorf("%s, seed %d: not won\n%s", v, seed, draw(&s))
			}
		}
	}
}

// Pieces thrown about, many of them in and around the camp of the side to move:
// the orders to leave the camp and to go further in it come up, and so do sides
// that are free because they can do neither.
func TestScatteredPositions(t *testing.T) {
	seen := map[string]int{}
	for seed := range often(500, 2500) {
		r := game.NewRand(seed)
		black, white := scatter(&r)
		for _, v := range variants {
			for side := range game.Side(2) {
				s, err := New(black, white, side, mustVariant(t, v))
				if err != nil {
					continue
				}
				same(t, &s, v)
				if !s.won() {
					seen[fmt.Sprintf("%s %s", v, stage(&s))]++
				}
			}
		}
	}
	for _, want := range []string{"addendum leave", "addendum further", "addendum free", "addendum out", "original out"} {
		if seen[want] == 0 {
			t.Errorf("no position of the kind %q in %v", want, seen)
		}
	}
}

func mustVariant(t testing.TB, name string) Variant {
	t.Helper()
	v, err := game.ParseVariant("halma", variants, name)
	if err != nil {
		t.Fatal(err)
	}
	return Variant(v)
}

// scatter puts the pieces on random squares of a corner of some size, those of
// White on any that are left in a slightly larger one.
func scatter(r *game.Rand) (black, white Board) {
	size := 5 + r.Intn(11)
	put := func(b *Board, size int) {
		for b.Count() < Pieces {
			q := Size*r.Intn(size) + r.Intn(size)
			if !black.Has(q) && !white.Has(q) {
				b.Set(q)
			}
		}
	}
	switch r.Intn(4) {
	case 0: // Black has not moved yet
		black = camps[0]
	case 1: // one of Black's last pieces is locked in
		black.Set(Size*r.Intn(2) + r.Intn(2))
		for q := range Squares {
			if !black.Has(q) && white.Count() < Pieces && q/Size < 4 && q%Size < 4 && r.Intn(8) > 0 {
				white.Set(q)
			}
		}
		size = Size
	}
	put(&black, size)
	put(&white, min(Size, size+2))
	if r.Intn(2) == 0 {
		return mirrored(white), mirrored(black)
	}
	return black, white
}

func mirrored(b Board) (out Board) {
	for q := range Squares {
		if b.Has(q) {
			out.Set(Squares - 1 - q)
		}
	}
	return out
}

// stage names what the rule of the camp asks of the side to move.
func stage(s *State) string {
	moves := s.Moves(nil)
	camp := camps[s.turn]
	if in := s.own.And(camp); in.Empty() || s.variant == Original {
		return "out"
	}
	m := moves[0]
	switch {
	case camp.Has(m.From()) && !camp.Has(m.To()):
		return "leave"
	case slices.ContainsFunc(moves, func(m game.Move) bool { return !camp.Has(m.From()) }):
		return "free"
	}
	return "further"
}
