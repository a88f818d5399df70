package gametest

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"evolab/game"
)

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
