package tictactoe

import (
	"strings"
	"testing"
)

func TestImpossiblePositions(t *testing.T) {
	for position, want := range map[string]string{
		"":                "0 fields",
		".../.../...":     "1 fields",
		".../.../... x x": "3 fields",
		".../... x":       "2 rows",
		".../..../... x":  `row 1 is "...."`,
		".../.x./... x":   "symbol 'x' at 1,1",
		".../.../... b":   "allowed: x, o",
		".../.../... o":   "expected: x",
		"X../.../... x":   "expected: o",
		"XX./.../... o":   "2 X and 0 O",
		"O../.../... x":   "0 X and 1 O",
		"XXX/OO./O.. x":   "O moved after X",
		"OOO/XX./XX. o":   "X moved after O",
	} {
		if _, err := Parse("", position); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", position, err, want)
		}
	}
	if _, err := Parse("wild", "start"); err == nil || !strings.Contains(err.Error(), "allowed: standard") {
		t.Errorf("unknown variant: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"start", "X.O/.X./..O x", "XXX/OO./... o", " .../.../... x "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("", text)
		if err != nil {
			return
		}
		again, err := Parse("", format(&s))
		if err != nil || again != s || s.hash != s.rehash() {
			t.Fatalf("%q is written %q, which parses as %+v, %v", text, format(&s), again, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"2,2", "0,0", "3,0", "1,1 ", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s State
		m, err := parseMove(&s, text)
		if err == nil && formatMove(&s, m) != text {
			t.Errorf("%q is written %q", text, formatMove(&s, m))
		}
	})
}
