//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/game"
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
		{arena.Illegal, "4,4 in x", "illegal move at ply 5 of game 3: 4,4: the point is taken: see the board, where it is in brackets"},
		{arena.Crash, "exit status 3", "the program was ended at ply 5 of game 3: exit status 3"},
		{arena.Time, "used 1.003 s of CPU of 1.000 s allowed", "out of time at ply 5 of game 3: it used 1.003 s of CPU, more than the 1 s allowed"},
		{arena.NoOutput, "there is no output.txt, the program ended with exit status 1: TypeError: not NoneType", "no answer at ply 5 of game 3: it crashes with TypeError: not NoneType"},
		{arena.Malformed, "output.txt:\nfound \"x\"", `output.txt holds no move at ply 5 of game 3: output.txt: found "x"`},
		{arena.Malformed, "output.txt: no move", "output.txt is empty at ply 5 of game 3: it crashes with TypeError: not NoneType"},
	} {
		line.Reason, line.Detail = l.reason, l.detail
		line.Stderr[0] = "Traceback\nTypeError: not NoneType"
		if got := c.describe(&Mark{Submission: &Submission{}}, &line, 0); got.Text != l.want || !got.Own() || got.Opponent != "random" || got.Board == "" {
			t.Errorf("%+v, want %q", got, l.want)
		}
	}
	suicide := arena.Line{Opening: "start", First: "random", Second: "she", Reason: arena.Illegal, Detail: "0,0 in x", Moves: []string{"0,1", "4,4", "1,0"}, Winner: "random"}
	if got := c.describe(&Mark{Submission: &Submission{}}, &suicide, 1); !strings.HasSuffix(got.Text, "the stone would have no liberty: see the board, where it is in brackets") || got.Board == "" {
		t.Errorf("%+v", got)
	}
}

// The board of a failure is the one that the program was asked about, with an illegal move
// in brackets, and beside it is the input.txt that asks again.
func TestFailuresCanBeRepeated(t *testing.T) {
	for _, l := range []struct {
		game, about  string
		line         arena.Line
		board, input string
		clock        bool
	}{
		{
			"littlego", "a suicide",
			arena.Line{Second: "she", Moves: []string{"0,1", "4,4", "1,0"}, Reason: arena.Illegal, Detail: "0,0 in x"},
			`
  0 1 2 3 4
0[.]X . . .
1 X . . . .
2 . . . . .
3 . . . . .
4 . . . . O
ply 4: white (O) to move
`,
			"2\n01000\n00000\n00000\n00000\n00002\n01000\n10000\n00000\n00000\n00002", false,
		},
		{
			"littlego", "no point of the board",
			arena.Line{First: "she", Reason: arena.Illegal, Detail: `output.txt: "5,3": the point is not on the board`},
			`
  0 1 2 3 4
0 . . . . .
1 . . . . .
2 . . . . .
3 . . . . .
4 . . . . .
ply 1: black (X) to move
`,
			"1\n" + strings.Repeat("00000\n", 9) + "00000", false,
		},
		{
			"checkers", "a move by a clock",
			arena.Line{First: "she", Reason: arena.Illegal, Detail: "E b6 b5 in x", CPU: [2]float64{0.5, 0}, Rules: arena.RuleSet{GameTime: 300}},
			`
8 . b . b . b . b
7 b . b . b . b .
6 .(b). b . b . b
5 .[.]. . . . . .
4 . . . . . . . .
3 w . w . w . w .
2 . w . w . w . w
1 w . w . w . w .
  a b c d e f g h
ply 1: black (b, kings B) to move
`,
			"GAME\nBLACK\n299.5\n.b.b.b.b\n", true,
		},
	} {
		g, err := agent.FindGame(l.game)
		if err != nil {
			t.Fatal(err)
		}
		c := &Class{Options: Options{Grading: rubric.Grading{Game: g}}}
		l.line.Opening, l.line.Winner = "start", "random"
		me := game.First
		if l.line.Second == "she" {
			me = game.Second
		}
		got := c.describe(&Mark{Submission: &Submission{}}, &l.line, me)
		if got.Board != l.board[1:] || !strings.HasPrefix(got.Input, l.input) || got.Clock != l.clock {
			t.Errorf("%s: clock %t, board\n%s\ninput.txt\n%s", l.about, got.Clock, got.Board, got.Input)
		}
	}
}

// recorded are the numbers of the first games on record that pages of submissions name.
func recorded(t *testing.T, out string, names ...string) map[string]int {
	t.Helper()
	list := map[string]int{}
	for _, name := range names {
		m := regexp.MustCompile(`<code>evolve show-game games.jsonl --game-number (\d+)</code>`).FindStringSubmatch(read(t, pagePath(out, name)))
		if m == nil {
			t.Fatalf("%s: no game on record", name)
		}
		list[name], _ = strconv.Atoi(m[1])
	}
	return list
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
	o.Replay = func(_ agent.Game, title string, games []Replayed) ([]byte, error) {
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
		if page, want := read(t, pagePath(out, "dies.py")), "<p>The input.txt of this ply: with it the program can be run again"; strings.Count(page, want) != 1 {
			t.Errorf("not once %s in\n%s", want, page)
		}
		journal := strings.Split(read(t, out, JournalFile), "\n")
		for name, at := range recorded(t, out, "<b>", "dies.py") {
			if !strings.Contains(journal[at-1], name+" #") {
				t.Errorf("%s: game %d of\n%s", name, at, strings.Join(journal, "\n"))
			}
		}
		kept, o.Resume = read(t, out, reviewFile), true
	}
	if strings.Count(kept, "\n") != 4 || len(replayed) != 4 || replayed[0] != "Games of <b>" {
		t.Errorf("%q\n%s", replayed, kept)
	}
}
