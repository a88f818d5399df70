package halma

import (
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
)

func TestPositions(t *testing.T) {
	s := position(t, "", "start")
	for _, text := range []string{"b", "start b", "  start ", format(&s), format(&s) + "\n"} {
		if again := position(t, "", text); again != s {
			t.Errorf("%q is not the start: %s", text, format(&again))
		}
	}
	white := position(t, "", "start w")
	if again := position(t, "addendum", "w"); again != white || white.Turn() != game.Second {
		t.Errorf("White does not open: %s", format(&again))
	}
	if white.Hash() == s.Hash() {
		t.Error("the side to move is not in the hash")
	}
	for _, text := range []string{ex1, ex2, ex3} {
		s := position(t, "", text)
		if got := format(&s); got != text {
			t.Errorf("%s is written %s", text, got)
		}
	}
}

func TestImpossiblePositions(t *testing.T) {
	s := position(t, "", "start")
	start := format(&s)
	for text, want := range map[string]string{
		"":                                  "fields: 0",
		"x":                                 "fields: 1",
		start[:271]:                         "fields: 1",
		start + " 3":                        "fields: 3",
		"start x":                           "allowed: b, w",
		start[:271] + " B":                  "allowed: b, w",
		start[:271] + "/................ b": ": 17 (expected: ",
		start[1:]:                           `row 1 from the top is "BBBB..........."`,
		"b" + start[1:]:                     "symbol 'b' at 0,0",
		"." + start[1:]:                     "18 black pieces",
		strings.Replace(start, ".", "B", 1): "20 black pieces",
		strings.Replace(start, "W", ".", 1): "18 white pieces",
		strings.Replace(start, "B", "W", 1): "18 black pieces",
		strings.NewReplacer("B", "W", "W", "B").Replace(start[:271]) + " b": "has won already",
	} {
		if _, err := Parse("", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := Parse("chinese", "start"); err == nil || !strings.Contains(err.Error(), "addendum, original") {
		t.Errorf("unknown variant: %v", err)
	}
}

// The drawing in the package's words; empty squares of the camps are colons.
func TestDraw(t *testing.T) {
	s := position(t, "", ex3)
	const want = `                        1 1 1 1 1 1
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
 0  W W W W W . . . . . . . . . . .
 1  W : W : W . . . . . . . . . . .
 2  W W W : . . . . . . . . . . . .
 3  W W : . . W . . . . . . . . . .
 4  W W . . . . W . . . . . . . . .
 5  . . . . . . . . . . . . . . . .
 6  . . . . . . . W . . . . . . . .
 7  . . . . . . . . . . . . . . . .
 8  . . . . . . . . . . . . . . . .
 9  . . . . . . . . . B W . . . . .
10  . . . . . . . . . . . B . . . .
11  . . . . . . . . . . . . . . B B
12  . . . . . . . . . . . . B B B B
13  . . . . . . . . . . . . B : B B
14  . . . . . . . . . . . : : B B B
15  . . . . . . . . . . . B B B B B
Black (B) to move
`
	if got := draw(&s); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPliesLeft(t *testing.T) {
	for text, want := range map[string][2]int{"start": {200, 300}, ex1: {20, 80}, ex3: {40, 100}} {
		s := position(t, "", text)
		if got := s.PliesLeft(); got < want[0] || got > want[1] {
			t.Errorf("%s: about %d plies, want %v", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, suite, variants, []string{"start", "start w", "b", ex1, ex2, ex3}, nil)
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, Rules(), ex3, true, []string{
		"E 9,9 8,8", "J 9,9 11,9;J 11,9 11,11;J 11,11 13,13", "J 9,9 11,9;J 11,9 9,9", "E 0,0 0,0", "J",
	})
}
