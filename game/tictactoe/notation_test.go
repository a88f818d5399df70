package tictactoe

import (
	"strings"
	"testing"

	"evolab/game/gametest"
)

func TestImpossiblePositions(t *testing.T) {
	for position, want := range map[string]string{
		"":                "fields: 0",
		".../.../...":     "fields: 1",
		".../.../... x x": "fields: 3",
		".../... x":       ": 2 (expected: ",
		".../..../... x":  `row 2 from the top is "...."`,
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
	gametest.FuzzParse(f, suite, []string{""}, []string{"start", "X.O/.X./..O x", "XXX/OO./... o", " .../.../... x "}, nil)
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, Rules(), "start", false, []string{"2,2", "0,0", "3,0", "1,1 ", ""})
}
