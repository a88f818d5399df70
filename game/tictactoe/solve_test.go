package tictactoe

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
)

func TestValue(t *testing.T) {
	for position, want := range map[string]int{
		"start":         0,
		"XO./.../... x": 1,  // an answer on the edge loses to a corner
		"X../.O./... x": 0,  // the centre holds
		"X../.../..O x": 1,  // the far corner does not
		"X.X/OO./... x": 1,  // at once
		"XX./.O./... o": 0,  // O must block
		"X.X/.O./X.O o": -1, // two threats
		"XXX/OO./... o": -1, // over
		"XOX/XOO/OXX o": 0,  // full
	} {
		s, err := Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		if got := Value(&s); got != want {
			t.Errorf("%s\n%svalue %d, want %d", position, draw(&s), got, want)
		}
	}
}

// Every position against a search without pruning that works on text.
func TestValuesAgainstPlainMinimax(t *testing.T) {
	known := map[string]int{}
	var plain func(text string) int
	plain = func(text string) int {
		if v, ok := known[text]; ok {
			return v
		}
		moves, v := referenceMoves(text), -1
		if len(moves) == 0 && strings.Count(text, ".") == 0 && !rowOfThree(text) {
			v = 0
		}
		for _, m := range moves {
			v = max(v, -plain(referencePlay(text, m)))
		}
		known[text] = v
		return v
	}
	all(func(s *State) {
		text := format(s)
		if got, want := Value(s), plain(text); got != want {
			t.Errorf("%s: %d, plain minimax %d", text, got, want)
		}
		var keep []string
		for _, m := range referenceMoves(text) {
			if -plain(referencePlay(text, m)) == plain(text) {
				keep = append(keep, m)
			}
		}
		var got []string
		for _, m := range Best(s, nil) {
			got = append(got, formatMove(s, m))
		}
		if !slices.Equal(got, keep) {
			t.Errorf("%s: best %v, want %v", text, got, keep)
		}
	})
}

// referencePlay writes a mark into a position's text.
func referencePlay(text, move string) string {
	at := 4*int(move[0]-'0') + int(move[2]-'0')
	mark, next := "X", "o"
	if text[12] == 'o' {
		mark, next = "O", "x"
	}
	return text[:at] + mark + text[at+1:12] + next
}

// Whatever the opponent plays, a side that keeps to Best does not lose: walked
// through completely, for either side.
func TestPerfectPlayNeverLoses(t *testing.T) {
	for _, perfect := range []game.Side{game.First, game.Second} {
		seen := map[State]bool{}
		var walk func(s State)
		walk = func(s State) {
			if seen[s] {
				return
			}
			seen[s] = true
			if s.Outcome().Result == game.Win(perfect.Other()) {
				t.Errorf("%s is lost", format(&s))
			}
			moves := s.Moves(nil)
			if s.Turn() == perfect {
				moves = Best(&s, nil)
			}
			for _, m := range moves {
				var after State
				s.Play(m, &after)
				walk(after)
			}
		}
		walk(State{})
	}
}

func BenchmarkBestFromTheStart(b *testing.B) {
	var s State
	moves := make([]game.Move, 0, Squares)
	for b.Loop() {
		moves = Best(&s, moves[:0])
	}
}
