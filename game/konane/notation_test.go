package konane

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
)

func TestImpossiblePositions(t *testing.T) {
	const full, corner = "XOXO/OXOX/XOXO/OXOX", ".OXO/OXOX/XOXO/OXOX"
	for position, want := range map[string]string{
		"":                      "fields: 0",
		full:                    "fields: 1",
		full + " 1 1 1":         "fields: 4",
		full + " x":             "allowed: b, w",
		full + " B":             "allowed: b, w",
		full + " 1 1":           "last field",
		corner + " 2 2":         "last field",
		"XOX/OXO/XOX 1":         "a board of 3x3",
		"XOXO/OXOX/XOXO 1":      "a board of 3x4",
		"XOXO/OXO/XOXO/OXOX 1":  "row 1 has another number of cells, 3",
		"OXOX/XOXO/OXOX/XOXO 1": "O at [0:0], where only X",
		"xOXO/OXOX/XOXO/OXOX 1": "symbol 'x' at [0:0]",
		corner + " 1":           "the board has holes",
		full + " 2":             "expected: one hole",
		"X.XO/OXOX/XOXO/OXOX 2": "expected: one hole",
		"..XO/OXOX/XOXO/OXOX 2": "expected: one hole",
		full + " b":             "0 black and 0 white",
		corner + " w":           "1 black and 0 white",
		".OX./OXOX/XOXO/OXOX b": "the holes are [0:0] and [0:3]",
		// The first player, White, would have to move first.
		"X..O/OXOX/XOXO/OXOX b": "the holes are [0:2] and [0:1]",
		"..XO/OXOX/XOXO/OXOX w": "the holes are [0:1] and [0:0]",
		// One colour has lost a single stone, so the other has moved once.
		"..X./OXOX/XOXO/OXOX b":   "black cannot be to move",
		"..XO/OXOX/XO.O/OXOX w":   "white cannot be to move",
		"..XO/OXOX/XOXO/OXOX b 2": "player 2 cannot",
		"..X./OXOX/XOXO/OXOX w 1": "player 1 cannot",
		"..X./.XOX/XO.O/OXOX w 3": "last field",
		"..X./.XOX/XO.O/OXOX w 0": "last field",
	} {
		if _, err := Parse("", position); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", position, err, want)
		}
	}
}

func TestVariants(t *testing.T) {
	for _, bad := range []string{"8", "8x", "x8", "3x8", "8x19", "08x8", "8X8", "8x8x8", "+8x8", "host"} {
		if _, err := Start(bad); err == nil || !strings.Contains(err.Error(), "4..18") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	s, err := Parse("", "start")
	if err != nil || s.Rows() != 18 || s.Cols() != 18 {
		t.Errorf("the default board is %dx%d, %v", s.Rows(), s.Cols(), err)
	}
	const small = "XOXOX/OXOXO/XOXOX/OXOXO 1"
	if s, err := Parse("", small); err != nil || s.Rows() != 4 || s.Cols() != 5 {
		t.Errorf("without a variant the position tells the size, not %dx%d, %v", s.Rows(), s.Cols(), err)
	}
	if _, err := Parse("5x4", small); err == nil || !strings.Contains(err.Error(), "expected: the variant's 5x4") {
		t.Errorf("a position of another variant: %v", err)
	}
}

// Who owns which colour: told by the removals, by the first jump, and later by
// the last field.
func TestPlayers(t *testing.T) {
	for _, c := range []struct {
		moves string
		want  string
		turn  game.Side
	}{
		{"[1:1]", "XOXO/O.OX/XOXO/OXOX 2", game.Second},
		{"[1:1] [0:1]", "X.XO/O.OX/XOXO/OXOX b", game.First},
		{"[1:1] [0:1] [3:1]:[1:1]", "X.XO/OXOX/X.XO/O.OX w", game.Second},
		{"[1:1] [0:1] [3:1]:[1:1] [0:3]:[0:1]", "XO../OXOX/X.XO/O.OX b", game.First},
		{"[1:2] [0:2]", "XO.O/OX.X/XOXO/OXOX w", game.First},
		{"[1:2] [0:2] [3:2]:[1:2]", "XO.O/OXOX/XO.O/OX.X b", game.Second},
		{"[1:2] [0:2] [3:2]:[1:2] [0:0]:[0:2]", "..XO/OXOX/XO.O/OX.X w 1", game.First},
	} {
		s, err := Start("4x4")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(c.moves) {
			m, err := ParseMove(&s, text)
			if err != nil || !slices.Contains(s.Moves(nil), m) {
				t.Fatalf("%s is not legal in %s: %v", text, Format(&s), err)
			}
			s.Play(m, &s)
		}
		if got := Format(&s); got != c.want || s.Turn() != c.turn {
			t.Errorf("after %s: %s with side %d, want %s with side %d", c.moves, got, s.Turn(), c.want, c.turn)
		}
	}
	for position, turn := range map[string]game.Side{
		"..XO/OXOX/XO.O/OX.X b": game.First, "..XO/OXOX/XO.O/OX.X w": game.Second,
		"..XO/OXOX/XO.O/OX.X b 2": game.Second, "..XO/OXOX/XO.O/OX.X b 1": game.First,
	} {
		if s, err := Parse("4x4", position); err != nil || s.Turn() != turn {
			t.Errorf("%s: side %d, %v", position, s.Turn(), err)
		}
	}
}

// White jumps over three stones, or stops before; it may not turn.
func TestMultiJumps(t *testing.T) {
	const position = `
		.......O
		........
		X.......
		........
		........
		........
		.OX.X.X.
		........`
	s, err := Parse("8x8", strings.Join(strings.Fields(position), "/")+" w")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range s.Moves(nil) {
		got = append(got, FormatMove(&s, m))
	}
	want := []string{"[6:1]:[6:3]", "[6:1]:[6:5]", "[6:1]:[6:7]"}
	if !slices.Equal(got, want) {
		t.Fatalf("moves %v, want %v", got, want)
	}
	s.Play(s.Moves(nil)[2], &s)
	if got, want := Format(&s), ".......O/......../X......./......../......../......../.......O/........ b"; got != want {
		t.Errorf("after the jump: %s, want %s", got, want)
	}
	if o := s.Outcome(); o.Result != game.SecondWins {
		t.Errorf("Black cannot move, but the result is %v", o.Result)
	}
}

func TestDrawOfLargeBoard(t *testing.T) {
	s, err := Start("")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(draw(&s), "\n")
	for i, want := range map[int]string{
		0:  "           a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r",
		1:  "           0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17",
		2:  "  1  [0:]  X  O  X  O  X  O  X  O  X  O  X  O  X  O  X  O  X  O",
		19: " 18 [17:]  O  X  O  X  O  X  O  X  O  X  O  X  O  X  O  X  O  X",
		20: "player 1 removes a corner or a centre stone and plays its colour",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, suite, []string{""}, []string{
		"start", "XOXO/OXOX/XOXO/OXOX 1", "XOXO/O.OX/XOXO/OXOX 2", "X.XO/OXOX/X.XO/O.OX w", "..XO/OXOX/XO.O/OX.X w 1",
		"XOXOX/OXOXO/XO.OX/OXOXO 2", "..../...X/..../.... b 2",
	}, nil)
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, Rules(), "start", false, []string{
		"[0:0]", "[2:0]:[0:0]", "[16:14]:[16:16]", "[18:0]", "[1:1]:[1:1]", "[01:1]", "[1:1]:", "",
	})
}
