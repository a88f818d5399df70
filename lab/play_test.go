package lab

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/game"
)

// atTable is a session in which a test moves for both sides.
func atTable(t *testing.T, name, variant string) *playSession {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	s := &playSession{game: g, variant: variant, info: g.Info(), against: "random", person: game.First}
	if err := s.restart(nil); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *playSession) plays(t *testing.T, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := board.Parse(s.info.Layout, s.board, text)
		if err != nil {
			t.Fatal(err)
		}
		s.play(m)
	}
}

// A position that comes up for the third time is a draw, as in matches, and
// going back forgets what is no longer played.
func TestPlayEndsByRepetition(t *testing.T) {
	s := atTable(t, "halma", "original")
	round := []string{"4,1 5,1", "11,14 10,14", "5,1 4,1", "10,14 11,14"}
	s.plays(t, round...)
	s.plays(t, round...)
	if s.end != nil {
		t.Fatalf("after two rounds: %+v", s.end)
	}
	s.plays(t, round[0])
	if s.end == nil || s.end.reason != arena.Repetition || s.end.result != game.Draw {
		t.Fatalf("after the third time: %+v", s.end)
	}
	if done, err := s.undo(); !done || err != nil || s.end != nil || len(s.plies) != 8 {
		t.Errorf("%v, %v: %d plies, %+v", done, err, len(s.plies), s.end)
	}
	if l := s.line(); l.Winner != arena.NoneName || l.Reason != arena.Unfinished || l.Plies != 8 || l.Variant != "original" {
		t.Errorf("%+v", l)
	}
}

// Captures are counted for the side that made them.
func TestPlayCountsCaptures(t *testing.T) {
	s := atTable(t, "checkers", "")
	s.plays(t, "f6 e5", "g3 f4", "e5 g3", "h2 f4")
	var taken [2]int
	for _, p := range s.plies {
		taken[p.side] += p.taken
	}
	if taken != [2]int{1, 1} {
		t.Errorf("%v", taken)
	}
	k := atTable(t, "konane", "6x6")
	k.plays(t, "2 2", "2 3")
	if k.plies[0].taken != 0 || k.plies[1].taken != 0 {
		t.Error("the stones that open the game count as captures")
	}
	k.plays(t, board.Moves(k.info.Layout, k.board)[0])
	if k.plies[2].taken != 1 {
		t.Errorf("a jump captures %d", k.plies[2].taken)
	}
}

// A saved game has both names, whoever moved first.
func TestPlaySavesNames(t *testing.T) {
	s := atTable(t, "checkers", "")
	s.person = game.Second
	s.plays(t, "f6 e5")
	text, err := s.recorded("x.pdn")
	if err != nil || !strings.Contains(string(text), `[Black "random"]`) || !strings.Contains(string(text), `[White "human"]`) {
		t.Errorf("%s, %v", text, err)
	}
}
