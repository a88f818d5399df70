// Package gametest is the conformance suite that every game of the lab
// passes: a game's own test hands its Rules and a slow reference to Run.
package gametest

import (
	"fmt"
	"slices"
	"testing"

	"evolab/game"
)

// Suite is what the checks need to know of a game.
type Suite[S comparable, P game.Position[S]] struct {
	Rules   game.Rules[S]
	Variant string
	Games   int // random games to walk through
	// Reference lists the legal moves of a position as text, in any order; it
	// is written separately from the rules, as plainly as possible.
	Reference func(s *S) []string
	// Rehash computes a position's key from nothing but its fields.
	Rehash func(s *S) uint64
}

// Run walks through random games and checks every position on the way.
func Run[S comparable, P game.Position[S]](t *testing.T, c Suite[S, P]) {
	t.Helper()
	r := game.NewRand(game.Mix(1, uint64(c.Games)))
	for g := range c.Games {
		s, err := c.Rules.Start(c.Variant)
		if err != nil {
			t.Fatalf("start of %q: %v", c.Variant, err)
		}
		for ply := 0; !P(&s).Outcome().Over(); ply++ {
			if ply > c.Rules.PlyLimit {
				t.Fatalf("game %d goes on after %d plies", g, ply)
			}
			moves := c.checkPosition(t, &s)
			if t.Failed() {
				t.Fatalf("game %d, ply %d: %s", g, ply, c.Rules.Format(&s))
			}
			P(&s).Play(moves[r.Intn(len(moves))], &s)
		}
		c.checkFinished(t, &s)
	}
	c.checkAllocations(t)
}

// checkPosition returns the legal moves of a position that is not over.
func (c Suite[S, P]) checkPosition(t *testing.T, s *S) []game.Move {
	moves := P(s).Moves(nil)
	if len(moves) == 0 {
		t.Fatalf("no legal move in %s", c.Rules.Format(s))
	}
	c.checkText(t, s)
	c.checkReference(t, s, moves)
	for _, m := range moves {
		c.checkMove(t, s, m)
	}
	if c.Rules.Count != nil && c.Rules.Count(s) != len(moves) {
		t.Errorf("Count is %d, there are %d moves", c.Rules.Count(s), len(moves))
	}
	c.checkPick(t, s, moves)
	return moves
}

func (c Suite[S, P]) checkText(t *testing.T, s *S) {
	text := c.Rules.Format(s)
	back, err := c.Rules.Parse(c.Variant, text)
	if err != nil {
		t.Fatalf("own text does not parse: %v", err)
	}
	if back != *s {
		t.Errorf("text %q gives another position: %+v, want %+v", text, back, *s)
	}
	if got, want := P(s).Hash(), c.Rehash(s); got != want {
		t.Errorf("incremental hash %#x, rebuilt %#x", got, want)
	}
}

func (c Suite[S, P]) checkReference(t *testing.T, s *S, moves []game.Move) {
	var got []string
	for _, m := range moves {
		got = append(got, c.Rules.FormatMove(s, m))
	}
	want := c.Reference(s)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("moves %v, reference %v", got, want)
	}
}

func (c Suite[S, P]) checkMove(t *testing.T, s *S, m game.Move) {
	text := c.Rules.FormatMove(s, m)
	if back, err := c.Rules.ParseMove(s, text); err != nil || back != m {
		t.Errorf("move %q parses as %v (%v), want %v", text, back, err, m)
	}
	before := *s
	var after S
	P(s).Play(m, &after)
	if *s != before {
		t.Fatalf("playing %s changed the position it was played in", text)
	}
	P(s).Play(m, s)
	if *s != after {
		t.Fatalf("playing %s in place gives another position", text)
	}
	*s = before
	if P(&after).Turn() == P(s).Turn() {
		t.Errorf("the same side is to move after %s", text)
	}
	if got, want := P(&after).Hash(), c.Rehash(&after); got != want {
		t.Errorf("hash after %s is %#x, rebuilt %#x", text, got, want)
	}
}

// checkPick draws many times: every move comes up, about equally often (within
// five standard deviations), and nothing else does.
func (c Suite[S, P]) checkPick(t *testing.T, s *S, moves []game.Move) {
	if c.Rules.Pick == nil {
		return
	}
	const rounds = 100
	drawn := map[game.Move]int{}
	r := game.NewRand(P(s).Hash())
	for range len(moves) * rounds {
		drawn[c.Rules.Pick(s, r.Uint32())]++
	}
	for _, m := range moves {
		if k := drawn[m]; k < rounds/2 || k > rounds*3/2 {
			t.Errorf("%s is drawn %d times of %d", c.Rules.FormatMove(s, m), k, rounds)
		}
		delete(drawn, m)
	}
	for m := range drawn {
		t.Errorf("Pick draws %v, which is not legal", m)
	}
}

func (c Suite[S, P]) checkFinished(t *testing.T, s *S) {
	if moves := P(s).Moves(nil); len(moves) != 0 {
		t.Errorf("%d moves after the end in %s", len(moves), c.Rules.Format(s))
	}
	if o := P(s).Outcome(); c.Rules.MaxMargin > 0 && (o.Margin > 0) != (o.Result == game.FirstWins) {
		t.Errorf("result %v with margin %d", o.Result, o.Margin)
	}
	c.checkText(t, s)
}

// checkAllocations plays whole games with buffers that are reused.
func (c Suite[S, P]) checkAllocations(t *testing.T) {
	start, err := c.Rules.Start(c.Variant)
	if err != nil {
		t.Fatal(err)
	}
	moves := make([]game.Move, 0, 1024)
	r := game.NewRand(3)
	s := start
	if n := testing.AllocsPerRun(20, func() {
		s = start
		game.Playout[S, P](&s, &r, c.Rules.PlyLimit, nil, moves)
	}); n != 0 {
		t.Errorf("a random game allocates %v times", n)
	}
}

// Perft checks counts of move sequences, want[i] being those of length i+1.
func Perft[S comparable, P game.Position[S]](t *testing.T, rules game.Rules[S], variant, position string, want []uint64) {
	t.Helper()
	s, err := rules.Parse(variant, position)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want {
		depth := i + 1
		t.Run(fmt.Sprintf("depth=%d", depth), func(t *testing.T) {
			if got := game.Perft[S, P](&s, depth, rules.Count); got != w {
				t.Errorf("perft %d is %d, want %d", depth, got, w)
			}
			if w > 1e6 {
				return
			}
			if got := game.Perft[S, P](&s, depth, nil); got != w {
				t.Errorf("perft %d without counting in bulk is %d, want %d", depth, got, w)
			}
		})
	}
}
