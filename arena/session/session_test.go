package session

import (
	"testing"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/game"
)

// newSession is a session in which a test moves for both sides.
func newSession(t *testing.T, name, variant string) *Session {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(g, variant, game.First, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Session) types(t *testing.T, moves ...string) {
	t.Helper()
	for _, text := range moves {
		if err := s.Type(text); err != nil {
			t.Fatal(err)
		}
	}
}

// A position that comes up for the third time is a draw, as in matches, and
// going back forgets what is no longer played.
func TestSessionEndsByRepetition(t *testing.T) {
	s := newSession(t, "halma", "original")
	round := []string{"4,1 5,1", "11,14 10,14", "5,1 4,1", "10,14 11,14"}
	s.types(t, round...)
	s.types(t, round...)
	if s.End() != nil {
		t.Fatalf("after two rounds: %+v", s.End())
	}
	s.types(t, round[0])
	if end := s.End(); end == nil || end.Reason != arena.Repetition || end.Result != game.Draw {
		t.Fatalf("after the third time: %+v", end)
	}
	if done, err := s.Undo(); !done || err != nil || s.End() != nil || len(s.Board().Played()) != 8 {
		t.Errorf("%v, %v: %d plies, %+v", done, err, len(s.Board().Played()), s.End())
	}
	if l := s.Line("random", "random", false); l.Winner != arena.NoneName || l.Reason != arena.Unfinished || l.Plies != 8 || l.Variant != "original" {
		t.Errorf("%+v", l)
	}
}

// Captures are counted for the side that made them.
func TestSessionCountsCaptures(t *testing.T) {
	s := newSession(t, "checkers", "")
	s.types(t, "f6 e5", "g3 f4", "e5 g3", "h2 f4")
	if captured := s.Captured(); captured != [2]int{1, 1} {
		t.Errorf("%v", captured)
	}
	k := newSession(t, "konane", "6x6")
	k.types(t, "2 2", "2 3")
	if captured := k.Captured(); captured != [2]int{} {
		t.Error("the stones that open the game count as captures")
	}
	k.types(t, board.Moves(k.Info.Layout, k.Board())[0])
	if captured := k.Captured(); captured != [2]int{1, 0} {
		t.Errorf("a jump captures %v", captured)
	}
}
