package tictactoe

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
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
		s := parsed(t, position)
		if got := Value(&s); got != want {
			t.Errorf("%s: value %d, want %d", position, got, want)
		}
	}
}

func parsed(t *testing.T, text string) tictactoe.State {
	t.Helper()
	s, err := tictactoe.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
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
		if len(moves) == 0 && !rowOfThree(text) {
			v = 0
		}
		for _, m := range moves {
			v = max(v, -plain(referencePlay(text, m)))
		}
		known[text] = v
		return v
	}
	rules, positions := tictactoe.Rules(), 0
	all(func(s *tictactoe.State) {
		positions++
		text := rules.Format(s)
		want := plain(text)
		if got := Value(s); got != want {
			t.Errorf("%s: %d, plain minimax %d", text, got, want)
		}
		if s.Outcome().Over() {
			return
		}
		var keep, got []string
		for _, m := range referenceMoves(text) {
			if want >= 0 && -plain(referencePlay(text, m)) == want {
				keep = append(keep, m)
			}
		}
		proof := Solve(s, search.Limits{}, nil)
		for _, m := range proof.Moves {
			got = append(got, rules.FormatMove(s, m))
		}
		if !proof.Known || proof.Value != want || !slices.Equal(got, keep) {
			t.Errorf("%s: %+v by %v, want %d by %v", text, proof, got, want, keep)
		}
	})
	if positions != 5478 {
		t.Errorf("%d positions", positions)
	}
}

// all visits every position that can come up, each once.
func all(visit func(*tictactoe.State)) {
	seen := map[tictactoe.State]bool{}
	var walk func(s tictactoe.State)
	walk = func(s tictactoe.State) {
		if seen[s] {
			return
		}
		seen[s] = true
		visit(&s)
		for _, m := range s.Moves(nil) {
			var after tictactoe.State
			s.Play(m, &after)
			walk(after)
		}
	}
	walk(tictactoe.State{})
}

// referenceMoves reads a position's text on its own and lists the empty
// squares, or nothing after a row of three.
func referenceMoves(text string) (moves []string) {
	if rowOfThree(text) {
		return nil
	}
	for r := range "012" {
		for c := range "012" {
			if text[4*r+c] == '.' {
				moves = append(moves, "012"[r:r+1]+","+"012"[c:c+1])
			}
		}
	}
	return moves
}

// rowOfThree reports whether a position's text has one.
func rowOfThree(text string) bool {
	cells := strings.ReplaceAll(text[:11], "/", "")
	for _, line := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		if mark := cells[line[0]-'0']; mark != '.' && mark == cells[line[1]-'0'] && mark == cells[line[2]-'0'] {
			return true
		}
	}
	return false
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
		seen := map[tictactoe.State]bool{}
		var walk func(s tictactoe.State)
		walk = func(s tictactoe.State) {
			if seen[s] {
				return
			}
			seen[s] = true
			if s.Outcome().Result == game.Win(perfect.Other()) {
				t.Errorf("%v is lost", s)
			}
			moves := s.Moves(nil)
			if s.Turn() == perfect {
				moves = Best(&s, nil)
			}
			for _, m := range moves {
				var after tictactoe.State
				s.Play(m, &after)
				walk(after)
			}
		}
		walk(tictactoe.State{})
	}
}

func TestLimit(t *testing.T) {
	s := parsed(t, "start")
	proof := Solve(&s, search.Limits{Nodes: 100}, nil)
	if proof.Known || proof.Moves != nil || proof.Nodes < 100 || proof.Nodes > 200 {
		t.Errorf("%+v", proof)
	}
	if proof = Solve(&s, search.Limits{}, nil); !proof.Known || len(proof.Moves) != 9 {
		t.Errorf("%+v", proof)
	}
}

func BenchmarkBestFromTheStart(b *testing.B) {
	var s tictactoe.State
	moves := make([]game.Move, 0, tictactoe.Squares)
	cputimetest.Start(b)
	for b.Loop() {
		moves = Best(&s, moves[:0])
	}
}
