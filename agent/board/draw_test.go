package board_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/game"
)

func sketched(t *testing.T, name, position, last string) string {
	t.Helper()
	layout, b := positionOf(t, name, position)
	return board.Draw(layout, b, last)
}

// positionOf is a position of a game, with how it looks.
func positionOf(t *testing.T, game, position string) (board.Layout, agent.Board) {
	t.Helper()
	g, err := agent.FindGame(game)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	return g.Info().Layout, b
}

// The last move is marked: where it ended in brackets, where it came by in
// parentheses.
func TestDraw(t *testing.T) {
	for _, c := range []struct{ game, position, last, want string }{
		{"littlego", "X..../...../..O../...../..... b 2 X..../...../...../...../.....", "2,2", `
  0 1 2 3 4
0 X . . . .  5
1 . . . . .  4
2 . .[O]. .  3
3 . . . . .  2
4 . . . . .  1
  a b c d e
`},
		{"tictactoe", "X../.../... o", "0,0", `
  0 1 2
0[X]. .  3
1 . . .  2
2 . . .  1
  a b c
`},
		{"checkers", "......../......../......../......../......../......../.b....../......W. w", "J f6 d4;J d4 b2", `
8 . . . . . . . .
7 . . . . . . . .
6 . . . . .(.). .
5 . . . . . . . .
4 . . .(.). . . .
3 . . . . . . . .
2 .[b]. . . . . .
1 . . . . . . W .
  a b c d e f g h
`},
		{"konane", "XOXO/OX.X/X.XO/O.OX w", "[3:1]:[1:1]", `
  0 1 2 3
0 X O X O  1
1 O[X]. X  2
2 X . X O  3
3 O(.)O X  4
  a b c d
`},
	} {
		if got := sketched(t, c.game, c.position, c.last); got != c.want[1:] {
			t.Errorf("%s after %s:\n%swant%s", c.game, c.last, got, c.want)
		}
	}
}

// For whoever knows one name of a square, the other is left out.
func TestDrawPlain(t *testing.T) {
	for _, c := range []struct{ game, position, move, want string }{
		{"tictactoe", "X../.../... o", "0,0", "  0 1 2\n0[X]. .\n1 . . .\n2 . . .\n"},
		{"konane", "XOXO/OX.X/X.XO/O.OX w", "[9:9]", "  0 1 2 3\n0 X O X O\n1 O X . X\n2 X . X O\n3 O . O X\n"},
	} {
		layout, b := positionOf(t, c.game, c.position)
		if got := board.DrawPlain(layout, b, c.move); got != c.want {
			t.Errorf("%s after %s:\n%swant\n%s", c.game, c.move, got, c.want)
		}
	}
}

// Sixteen columns and more have whole numbers, each above its column.
func TestDrawWide(t *testing.T) {
	for _, c := range []struct{ game, first, second, last string }{
		{"halma", "    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15", " 0  B  B  B (B) B [.] .", "    a  b  c  d  e"},
		{"konane", "    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17", " 0  X  O  X (O) X [O] X", "    a  b  c  d  e"},
	} {
		last := "J 3,0 5,0"
		if c.game == "konane" {
			last = "[0:3]:[0:5]"
		}
		lines := strings.Split(strings.TrimRight(sketched(t, c.game, "start", last), "\n"), "\n")
		if lines[0] != c.first || !strings.HasPrefix(lines[1], c.second) || !strings.HasPrefix(lines[len(lines)-1], c.last) {
			t.Errorf("%s:\n%s", c.game, strings.Join(lines, "\n"))
		}
		for _, line := range lines {
			if len(line) > 79 {
				t.Errorf("%s: %d columns: %s", c.game, len(line), line)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	got := board.Wrap([]string{"3,0-5,0", "4,1-5,1", "a-very-long-move-that-fits-nowhere", "4,0-4,2", "PASS"}, 16)
	const want = "3,0-5,0  4,1-5,1\na-very-long-move-that-fits-nowhere\n4,0-4,2  PASS"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Captured pieces leave the board; those that change sides, as in Othello, stay.
func TestCaptured(t *testing.T) {
	for _, c := range []struct {
		about         string
		before, after [2]int
		want          int
	}{
		{"a stone is placed", [2]int{3, 3}, [2]int{4, 3}, 0},
		{"a stone is placed, and takes two", [2]int{3, 3}, [2]int{4, 1}, 2},
		{"a jump takes one", [2]int{12, 12}, [2]int{12, 11}, 1},
		{"a disc is placed, and turns one over", [2]int{2, 2}, [2]int{4, 1}, 0},
		{"a disc is placed, and turns nine over", [2]int{20, 10}, [2]int{30, 1}, 0},
	} {
		if got := board.Captured(board.Layout{}, "", c.before, c.after); got != c.want {
			t.Errorf("%s: %d captured, want %d", c.about, got, c.want)
		}
	}
}

// Each game's moves go through the squares that a person would touch.
func TestPaths(t *testing.T) {
	for _, c := range []struct {
		game, position, move string
		want                 board.Path
	}{
		{"littlego", "start", "2,3", board.Path{"2,3", "2,3", [][2]int{{2, 3}}}},
		{"littlego", "start", "PASS", board.Path{"PASS", "PASS", [][2]int{}}},
		{"tictactoe", "start", "0,2", board.Path{"0,2", "0,2", [][2]int{{0, 2}}}},
		{"konane", "start", "[8:9]", board.Path{"[8:9]", "8,9", [][2]int{{8, 9}}}},
		{"halma", "start", "E 4,1 5,1", board.Path{"E 4,1 5,1", "4,1-5,1", [][2]int{{1, 4}, {1, 5}}}},
		{"checkers", "......../......../......../....b.../......../..b...../.w....../........ w", "J b2 d4;J d4 f6", board.Path{"J b2 d4;J d4 f6", "b2-f6", [][2]int{{6, 1}, {4, 3}, {2, 5}}}},
	} {
		layout, b := positionOf(t, c.game, c.position)
		var got *board.Path
		for _, w := range board.Paths(layout, b) {
			if w.Move == c.move {
				got = &w
			}
		}
		if got == nil {
			t.Errorf("%s: no %q among %v", c.game, c.move, board.Paths(layout, b))
		} else if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.game, diff)
		}
	}
}

// A person plays a colour, which the first moves of Konane decide, and sees its pieces at
// the bottom.
func TestColourAndTurned(t *testing.T) {
	for _, c := range []struct {
		game, position string
		side           game.Side
		colour         string
		turned         bool
	}{
		{"littlego", "start", game.First, "black", false},
		{"checkers", "start", game.First, "black", true},
		{"checkers", "start", game.Second, "white", false},
		{"halma", "start", game.First, "black", true},
		{"halma", "start", game.Second, "white", false},
		{"konane", "start", game.First, "", false},
		{"konane", "XOXO/OX.X/X.XO/O.OX w", game.Second, "white", false},
		{"tictactoe", "start", game.First, "", false},
	} {
		layout, b := positionOf(t, c.game, c.position)
		if colour, turned := board.Colour(layout, b, c.side), board.Turned(layout, b, c.side); colour != c.colour || turned != c.turned {
			t.Errorf("%s, %s, side %d: %q, turned %t", c.game, c.position, c.side, colour, turned)
		}
	}
}
