package arena

import (
	"strings"
	"testing"

	"evolab/agent"
)

// A line whose result its moves contradict is refused; what no rule decides is the loss of
// the side to move.
func TestJudge(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	won := []string{"0,0", "1,0", "0,1", "1,1", "0,2"} // x has the first row
	for _, c := range []struct {
		about, winner, reason string
		moves                 []string
		want                  string
	}{
		{"a win", "a", Normal, won, ""},
		{"another winner", "b", Normal, won, `the winner is "b", by the moves "a"`},
		{"a draw", DrawName, Normal, won, `the winner is "draw", by the moves "a"`},
		{"another reason", "a", Time, won, `the reason is "time", by the rules "normal"`},
		{"a lost move", "a", Normal, won[:4], "the game is not over after its 4 moves"},
		{"a ply limit that nobody reached", DrawName, PlyLimit, won[:4], "the game is not over"},
		{"a move too many", "a", Normal, append(won[:5:5], "2,2"), "1 move after the end (normal after ply 5)"},
		{"an illegal move", "a", Normal, []string{"0,0", "0,0"}, "ply 2: "},
		{"out of time", "b", Time, won[:4], ""},
		{"out of time, on the other's move", "a", Time, won[:4], `the winner is "a", by the moves "b"`},
		{"a crash before any move", "b", Crash, nil, ""},
		{"void", NoneName, Void, won[:2], ""},
		{"a lost connection", "a", "disconnect", won[:4], ""},
	} {
		l := Line{First: "a", Second: "b", Opening: "start", Moves: c.moves, Plies: len(c.moves), Winner: c.winner, Reason: c.reason}
		l.Identify("tictactoe", "")
		err := l.Judge(g, "disconnect")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.about, err, c.want)
		}
		l.Schema = 0
		if err := l.Judge(g); err != nil {
			t.Errorf("%s, of an old line: %v", c.about, err)
		}
	}
}
