package konane

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"evolab/game"
)

// A whole game of 2019: what the server sent to the first player, Black. After
// the last prompt Black plays [16:14]:[16:16], and White cannot move.
func TestRealGame(t *testing.T) {
	s, err := Start("18x18")
	if err != nil {
		t.Fatal(err)
	}
	plies := 0
	for _, text := range append(loggedMoves(t), "[16:14]:[16:16]") {
		m, err := ParseMove(&s, text)
		if err != nil || !slices.Contains(s.Moves(nil), m) {
			t.Fatalf("ply %d: %s is not legal in %s (%v)", plies, text, Format(&s), err)
		}
		s.Play(m, &s)
		plies++
		if s.hash != s.rehash() {
			t.Fatalf("ply %d: another hash than the fields'", plies)
		}
	}
	if plies != 2+268+1 {
		t.Errorf("%d plies", plies)
	}
	if o := s.Outcome(); o.Result != game.FirstWins || s.Mover() != White {
		t.Errorf("%v, %s to move", o.Result, s.Mover())
	}
}

// loggedMoves lists the removals and jumps of the log.
func loggedMoves(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("testdata/artemis-2019-12-08.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var moves []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if text, found := strings.CutPrefix(lines.Text(), "Removed:"); found {
			moves = append(moves, text)
		} else if text, found := strings.CutPrefix(lines.Text(), "Move"); found {
			moves = append(moves, text)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return moves
}
