//go:build unix

package class

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
)

// A loss by the program's own doing is told with the rule it breaks.
func TestTold(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Options: Options{Grading: rubric.Grading{Game: g}}}
	line := arena.Line{Game: 2, Opening: "start", First: "she", Second: "random", Moves: []string{"0,1", "4,4", "1,0", "4,3"}, Winner: "random"}
	for _, l := range []struct{ reason, detail, want string }{
		{arena.Illegal, "4,4 in x", "illegal move at ply 5 of game 3: 4,4: the point is taken: see the board"},
		{arena.Crash, "exit status 3", "the program was ended at ply 5 of game 3: exit status 3"},
		{arena.Time, "over 54 s", "out of time at ply 5 of game 3: over 54 s"},
		{arena.NoOutput, "no output.txt", "no answer at ply 5 of game 3: no output.txt"},
		{arena.Malformed, "output.txt:\nfound \"x\"", `output.txt holds no move at ply 5 of game 3: output.txt: found "x"`},
	} {
		line.Reason, line.Detail = l.reason, l.detail
		if got := c.told(&line, 0); got.Text != l.want || !got.Own || got.Opponent != "random" {
			t.Errorf("%+v, want %q", got, l.want)
		}
	}
	suicide := arena.Line{Opening: "start", First: "random", Second: "she", Reason: arena.Illegal, Detail: "0,0 in x", Moves: []string{"0,1", "4,4", "1,0"}, Winner: "random"}
	if got := c.told(&suicide, 1); !strings.HasSuffix(got.Text, "the stone would have no liberty: see the board") || got.Board == "" {
		t.Errorf("%+v", got)
	}
}
