// Package gametest is the conformance suite that every game of the lab
// passes: a game's own test hands its Rules and a slow reference to Run, its
// known counts to Perft, and texts to FuzzParse and FuzzParseMove.
//
// Read conformance.go (what is asked, and the walk through random games), then
// position.go and move.go (what is checked on the way), finished.go (at the end
// of games), perft.go and fuzz.go.
//
// API: it keeps its form within a major version; a later suite may ask more of a
// game.
package gametest

import (
	"testing"

	"evolab/game"
)

// Suite is what the checks need to know of a game.
type Suite[S comparable, P game.Position[S]] struct {
	Rules   game.Rules[S]
	Variant string
	Games   int // random games to walk through
	// Plies is how many plies of a game are checked; 0: all. In games of
	// thousands of plies, game n is checked from ply Skip*n*n on.
	Plies, Skip int
	// Reference lists the legal moves of a position that is not over as text,
	// in any order; it is written separately from the rules, as plainly as
	// possible.
	Reference func(s *S) []string
	// Rehash computes a position's key from nothing but its fields.
	Rehash func(s *S) uint64
	// Bounded is set if no game lasts longer than its PliesLeft.
	Bounded bool
}

// Run walks through random games and checks every position on the way.
func Run[S comparable, P game.Position[S]](t *testing.T, c Suite[S, P]) {
	t.Helper()
	c.checkRules(t)
	c.checkVariants(t)
	r := game.NewRand(game.Mix(1, uint64(c.Games)))
	seen := map[uint64]S{}
	for g := range c.Games {
		s := c.start(t)
		game.Playout[S, P](&s, &r, c.Skip*g*g, nil)
		for ply := 0; !P(&s).Outcome().Over() && (c.Plies == 0 || ply < c.Plies); ply++ {
			if ply > c.Rules.PlyLimit {
				t.Fatalf("game %d is not over after %d plies", g, ply)
			}
			moves := c.checkPosition(t, &s)
			if other, ok := seen[P(&s).Hash()]; ok && other != s {
				t.Errorf("the same hash as %s", c.Rules.Format(&other))
			}
			seen[P(&s).Hash()] = s
			if t.Failed() {
				t.Fatalf("game %d, ply %d: %s", g, ply, c.Rules.Format(&s))
			}
			P(&s).Play(moves[r.Intn(len(moves))], &s)
		}
		if P(&s).Outcome().Over() {
			c.checkFinished(t, &s)
		}
	}
	c.checkAllocations(t)
}

// checkRules checks what every game says about itself.
func (c Suite[S, P]) checkRules(t *testing.T) {
	r := &c.Rules
	if r.Name == "" || r.Doc == "" || r.Sides[0] == "" || r.Sides[0] == r.Sides[1] || len(r.Variants) == 0 || r.PlyLimit <= 0 {
		t.Errorf("the rules say of themselves %q, %q, sides %q, variants %q, %d plies", r.Name, r.Doc, r.Sides, r.Variants, r.PlyLimit)
	}
	start := c.start(t)
	if s, err := r.Parse(c.Variant, "start"); err != nil || s != start {
		t.Errorf("start parses as %+v, %v, want %+v", s, err, start)
	}
	for _, text := range []string{"", " ", "\x00", "nonsense", "start nonsense"} {
		if s, err := r.Parse(c.Variant, text); err == nil {
			t.Errorf("%q parses as %s", text, r.Format(&s))
		}
	}
}

// checkVariants checks that "" is the first variant, and that others are refused.
func (c Suite[S, P]) checkVariants(t *testing.T) {
	r := &c.Rules
	usual, err := r.Start("")
	first, err2 := r.Start(r.Variants[0])
	if err != nil || err2 != nil || first != usual {
		t.Errorf("the first variant %q is not the default: %v, %v", r.Variants[0], err, err2)
	}
	if _, err := r.Start("no such variant"); err == nil {
		t.Error("an unknown variant starts")
	}
}

func (c Suite[S, P]) start(t *testing.T) S {
	s, err := c.Rules.Start(c.Variant)
	if err != nil {
		t.Fatalf("start of %q: %v", c.Variant, err)
	}
	return s
}
