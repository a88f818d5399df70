package agent

import (
	"strings"
	"testing"
)

func sketched(t *testing.T, name, position, last string) string {
	t.Helper()
	g, err := FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	return Sketch(g.Info(), b, last)
}

// The last move is marked: where it ended in brackets, where it came by in
// parentheses.
func TestSketches(t *testing.T) {
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

// Sixteen columns and more have whole numbers, each above its column.
func TestWideSketches(t *testing.T) {
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

func TestWrapped(t *testing.T) {
	got := Wrapped([]string{"3,0-5,0", "4,1-5,1", "a-very-long-move-that-fits-nowhere", "4,0-4,2", "PASS"}, 16)
	const want = "3,0-5,0  4,1-5,1\na-very-long-move-that-fits-nowhere\n4,0-4,2  PASS"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
