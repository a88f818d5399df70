package checkers

import (
	"testing"

	"evolab/game"
	"evolab/game/gametest"
)

func TestOutcome(t *testing.T) {
	for position, want := range map[string]game.Result{
		"start": game.Ongoing,
		"......../......../......../......../......../......../......../..B..... b": game.Ongoing,
		// No piece is left.
		"......../......../......../......../......../......../......../..B..... w": game.FirstWins,
		"......../......../......../......../......../......../......../..W..... b": game.SecondWins,
		// Both men are blocked, and there is nothing to jump.
		"......../......../......../......../.....b.b/....w.w./...w.w.w/........ b": game.SecondWins,
		// Kings in the same places can go back.
		"......../......../......../......../.....B.B/....w.w./...w.w.w/........ b": game.Ongoing,
		// 51 plies without a capture or a crowning, even if nobody could move.
		"......../......../......../..W...../......../......../......../..B..... b 50": game.Ongoing,
		"......../......../......../..W...../......../......../......../..B..... b 51": game.Draw,
		"......../......../......../......../.....b.b/....w.w./...w.w.w/........ b 51": game.Draw,
	} {
		s, err := Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Outcome(); got != (game.Outcome{Result: want}) {
			t.Errorf("%s: %v, want %v", position, got, want)
		}
		if moves := s.Moves(nil); (len(moves) == 0) != s.Outcome().Over() || s.Count() != len(moves) {
			t.Errorf("%s: %d moves, counted %d, outcome %v", position, len(moves), s.Count(), s.Outcome())
		}
	}
}

// A capture and a crowning start the count anew, any other move adds one.
func TestQuietPlies(t *testing.T) {
	for _, c := range []struct {
		position, move string
		want           int
	}{
		{"......../......../......../..W...../......../......../......../..B..... b 49", "E c1 b2", 50},
		{"......../......../......../..W...../......../......../......../..B..... b 50", "E c1 b2", 51},
		{"......../......../......../..W...../......../......../.b....../..B..... b 50", "E b2 a1", 0},
		{"......../......../......../..W...../......../......../.B....../..B..... b 50", "E b2 a1", 51},
		{"......../......../......../......../......../..W...../.B....../........ b 50", "J b2 d4", 0},
	} {
		s, err := Parse("", c.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parseMove(&s, c.move)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m, &s)
		if s.Quiet() != c.want || s.hash != s.rehash() {
			t.Errorf("%s: %d quiet plies after %s, want %d", c.position, s.Quiet(), c.move, c.want)
		}
	}
}

// Repetitions are found by a key that does not know the quiet plies.
func TestBoardHash(t *testing.T) {
	s, err := Parse("", ".W....../......../......../......../......../......../......../..B..... b")
	if err != nil {
		t.Fatal(err)
	}
	start := s
	for _, text := range []string{"E c1 b2", "E b8 c7", "E b2 c1", "E c7 b8"} {
		m, err := parseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m, &s)
		if s.BoardHash() == start.BoardHash() && text != "E c7 b8" {
			t.Errorf("the same key after %s", text)
		}
	}
	if s.BoardHash() != start.BoardHash() || s.Hash() == start.Hash() {
		t.Errorf("after a cycle: board key %#x and key %#x, before %#x and %#x", s.BoardHash(), s.Hash(), start.BoardHash(), start.Hash())
	}
	var other State
	s.Skip(&other)
	if other.BoardHash() == s.BoardHash() {
		t.Error("the side to move is not in the key")
	}
}

// No game lasts longer than the bound says.
func TestPliesLeft(t *testing.T) {
	r := game.NewRand(11)
	for range 200 {
		s, err := Start("")
		if err != nil {
			t.Fatal(err)
		}
		left := s.PliesLeft()
		if left != Rules().PlyLimit {
			t.Fatalf("%d plies left at the start, the limit is %d", left, Rules().PlyLimit)
		}
		for !s.Outcome().Over() {
			s.Play(gametest.Pick(&s, &r), &s)
			if now := s.PliesLeft(); now >= left || now < 0 {
				t.Fatalf("%d plies left after %d: %s", now, left, format(&s))
			}
			left = s.PliesLeft()
		}
	}
}
