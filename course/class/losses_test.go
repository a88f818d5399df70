//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/internal/tooltest"
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
		if got := c.describe(&line, 0); got.Text != l.want || !got.Own() || got.Opponent != "random" || got.Board == "" {
			t.Errorf("%+v, want %q", got, l.want)
		}
	}
	suicide := arena.Line{Opening: "start", First: "random", Second: "she", Reason: arena.Illegal, Detail: "0,0 in x", Moves: []string{"0,1", "4,4", "1,0"}, Winner: "random"}
	if got := c.describe(&suicide, 1); !strings.HasSuffix(got.Text, "the stone would have no liberty: see the board") || got.Board == "" {
		t.Errorf("%+v", got)
	}
}

// passer always passes, and loses by that.
const passer = "open('output.txt', 'w').write('PASS')"

// The page of a submission shows the moves that lost its games, and what the losses have
// in common; reviews are kept, and pages of an earlier, larger class are removed.
func TestPagesShowMistakes(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{"<b>/my_player3.py": passer, "dies.py": "raise SystemExit(3)"}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	var replayed []string
	o.Replay = func(title string, games []Replayed) ([]byte, error) {
		for _, g := range games {
			if g.Line.Game == 0 || strings.Contains(g.Line.First+g.Line.Second+g.Line.Winner, "#") || g.Loss == nil || g.Loss.Game != g.Line.Game || strings.Contains(g.Loss.Player, "#") {
				t.Errorf("%+v", g)
			}
		}
		replayed = append(replayed, title)
		return []byte("step by step"), nil
	}
	stale := filepath.Join(out, pageFolder, "003-lost.html")
	if err := errors.Join(os.MkdirAll(filepath.Dir(stale), 0o755), os.WriteFile(stale, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	kept, gamesPage := "", strings.Replace(filepath.Base(pagePath(out, "<b>")), ".html", gamesEnd+".html", 1)
	for range 2 {
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		page := read(t, pagePath(out, "<b>"))
		for _, want := range []string{
			"<h3>Game 1, against random</h3>\n<p>lost by the rules, after one ply</p>", "<li>1 of 1 loss as black: passes", "<li>1 of 1 loss as white: passes", `Step through the games, move by move: <a href="` + gamesPage + `">all games</a>.`, "passes)</p>\n<details><summary>The board before that move", "<h1>&lt;b&gt;</h1>",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in\n%s", want, page)
			}
		}
		if read(t, out, pageFolder, gamesPage) != "step by step" {
			t.Error("no page to step through")
		}
		if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a stale page is there: %v", err)
		}
		if again := read(t, out, reviewFile); kept != "" && again != kept {
			t.Errorf("reviews were made again:\n%s", again)
		}
		kept, o.Resume = read(t, out, reviewFile), true
	}
	if strings.Count(kept, "\n") != 4 || len(replayed) != 4 || replayed[0] != "Games of <b>" {
		t.Errorf("%q\n%s", replayed, kept)
	}
}
