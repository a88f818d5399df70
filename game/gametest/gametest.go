// Package gametest is the conformance suite that every game of the lab
// passes: a game's own test hands its Rules and a slow reference to Run, its
// known counts to Perft, and texts to FuzzParse and FuzzParseMove.
//
// API: it keeps its form within a major version; a later suite may ask more of a
// game.
package gametest

import (
	"bytes"
	"slices"
	"strings"
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

// checkPosition returns the legal moves of a position that is not over.
func (c Suite[S, P]) checkPosition(t *testing.T, s *S) []game.Move {
	moves := P(s).Moves(nil)
	if len(moves) == 0 {
		t.Fatalf("no legal move in %s", c.Rules.Format(s))
	}
	c.checkText(t, s)
	c.checkList(t, s, moves)
	c.checkReference(t, s, moves)
	c.checkPliesLeft(t, s)
	for _, m := range moves {
		c.checkMove(t, s, m)
	}
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
	c.checkPacking(t, s)
	if strings.ContainsAny(text, "\n\t") || strings.TrimSpace(text) != text {
		t.Errorf("text %q is more than one line of fields", text)
	}
	if c.Rules.Draw(s) == "" {
		t.Error("the board is not drawn")
	}
}

// checkList checks the list of moves: each occurs once, they follow what the slice
// held, and there are as many as Count says.
func (c Suite[S, P]) checkList(t *testing.T, s *S, moves []game.Move) {
	again := P(s).Moves([]game.Move{game.NoMove})
	if again[0] != game.NoMove || !slices.Equal(again[1:], moves) {
		t.Errorf("moves %v, appended to another %v", moves, again)
	}
	once := slices.Compact(slices.Sorted(slices.Values(moves)))
	if len(once) != len(moves) || slices.Contains(moves, game.NoMove) {
		t.Errorf("moves %v: one is there twice, or is none", moves)
	}
	if i := slices.IndexFunc(moves, c.Rules.IsPass); i >= 0 && slices.ContainsFunc(moves[i:], func(m game.Move) bool { return !c.Rules.IsPass(m) }) {
		t.Errorf("moves %v: the pass at %d is not last", moves, i)
	}
	if c.Rules.Count != nil && c.Rules.Count(s) != len(moves) {
		t.Errorf("Count is %d, there are %d moves", c.Rules.Count(s), len(moves))
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

// checkPliesLeft checks that an unfinished game has plies left, and where they
// are bounded that each move uses at least one.
func (c Suite[S, P]) checkPliesLeft(t *testing.T, s *S) {
	left := c.Rules.PliesLeft(s)
	if left < 1 {
		t.Errorf("%d plies left", left)
	}
	if !c.Bounded {
		return
	}
	for _, m := range P(s).Moves(nil) {
		var after S
		P(s).Play(m, &after)
		if n := c.Rules.PliesLeft(&after); n >= left || n < 0 {
			t.Errorf("%d plies left, %d after %s", left, n, c.Rules.FormatMove(s, m))
		}
	}
}

// checkPacking packs a position, and reads its record and damaged ones.
func (c Suite[S, P]) checkPacking(t *testing.T, s *S) {
	p := &c.Rules.Packing
	if p.Size == 0 {
		return
	}
	record := make([]byte, p.Size)
	p.Pack(s, record)
	back, err := p.Unpack(c.Variant, record)
	if err != nil || back != *s {
		t.Errorf("the record %x gives another position: %+v, %v, want %+v", record, back, err, *s)
	}
	bit := P(s).Hash() % uint64(8*p.Size)
	record[bit/8] ^= 1 << (bit % 8)
	if other, err := p.Unpack(c.Variant, record); err == nil {
		again := make([]byte, p.Size)
		p.Pack(&other, again)
		if !bytes.Equal(again, record) {
			t.Errorf("the record %x is packed again as %x", record, again)
		}
	}
}

func (c Suite[S, P]) checkFinished(t *testing.T, s *S) {
	if moves := P(s).Moves(nil); len(moves) != 0 {
		t.Errorf("%d moves after the end in %s", len(moves), c.Rules.Format(s))
	}
	if c.Rules.Count != nil && c.Rules.Count(s) != 0 {
		t.Errorf("%d moves are counted after the end in %s", c.Rules.Count(s), c.Rules.Format(s))
	}
	o := P(s).Outcome()
	if most := c.Rules.MaxMargin; o.Margin > most || o.Margin < -most || most > 0 && (o.Margin > 0) != (o.Result == game.FirstWins) {
		t.Errorf("result %v with margin %d of at most %d", o.Result, o.Margin, most)
	}
	c.checkText(t, s)
}

// checkAllocations plays whole games with a buffer that is reused.
func (c Suite[S, P]) checkAllocations(t *testing.T) {
	start := c.start(t)
	moves := make([]game.Move, 0, 1024)
	r := game.NewRand(3)
	s := start
	if n := testing.AllocsPerRun(20, func() {
		s = start
		game.Playout[S, P](&s, &r, c.Rules.PlyLimit, moves)
	}); n != 0 {
		t.Errorf("a random game allocates %v times", n)
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
	if over, n := P(&after).Outcome().Over(), len(P(&after).Moves(nil)); over != (n == 0) {
		t.Errorf("after %s the game is over: %v, with %d moves", text, over, n)
	}
}

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
func Pick[S comparable, P game.Position[S]](s P, r *game.Rand) game.Move {
	moves := s.Moves(nil)
	return moves[r.Intn(len(moves))]
}
