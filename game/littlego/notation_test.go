package littlego

import (
	"strings"
	"testing"

	"evolab/game/gametest"
)

func TestImpossiblePositions(t *testing.T) {
	const empty = "...../...../...../...../....."
	for position, want := range map[string]string{
		"":                                    "fields: 0",
		empty + " b 0":                        "fields: 3",
		empty + " b 0 - end end":              "fields: 6",
		"..../...../...../...../..... b 0 -":  "row 1 from the top",
		"...../...../...../..... b 0 -":       ": 4 (expected: ",
		"...../..x../...../...../..... b 2 -": "symbol 'x' at 1,2",
		empty + " x 0 -":                      "allowed: b, w",
		empty + " w 0 -":                      "expected: b",
		empty + " b 1 -":                      "expected: w",
		empty + " b 26 -":                     "0..24",
		empty + " b -2 -":                     "0..24",
		empty + " b +2 -":                     "0..24",
		empty + " b 2 " + empty + " over":     "allowed: end",
		"XX.../...../...../...../..... b 2 -": "black stones: 2",
		"O..../...../...../...../..... w 1 -": "white stones: 1",
		"OX.../X..../...../...../..... b 4 -": "no liberty",
		"X..../...../...../...../..... b 2 X..../.X.../...../...../.....": "no legal move leads",
		empty + " w 1 " + empty: "write the field end",
		empty + " b 2 - end":    "passes cannot have ended",
		empty + " b 0 " + empty: "before ply 0",
	} {
		if _, err := Parse("", position); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", position, err, want)
		}
	}
	if _, err := Parse("superko", "start"); err == nil || !strings.Contains(err.Error(), "host, two-pass") {
		t.Errorf("unknown variant: %v", err)
	}
}

// A ko: White takes at 1,1, and Black may not take back at once; after a move
// elsewhere Black may.
func TestKo(t *testing.T) {
	s, err := Parse("", ".XO../X.XO./.XO../...../..... w 7 -")
	if err != nil {
		t.Fatal(err)
	}
	play := func(text string) {
		t.Helper()
		m, err := parseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m, &s)
	}
	play("1,1")
	if s.Ko() != At(1, 2) || s.Placements()&At(1, 2) != 0 {
		t.Fatalf("no ko at 1,2:\n%s", draw(&s))
	}
	play("4,4")
	play("4,0")
	if s.Placements()&At(1, 2) == 0 {
		t.Errorf("the ko is not lifted:\n%s", draw(&s))
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, suite, variants, []string{
		"start", "...../...../..X../...../..... w 1 ...../...../...../...../.....", ".XO../XO.O./.XO../...../..... b 8 -",
		"...../...../...../...../..... w 1 ...../...../...../...../..... end",
	}, func(t *testing.T, s *State) {
		for _, m := range s.Moves(nil) {
			var after State
			s.Play(m, &after)
			if dead := deadStones(after.Black(), after.White()); dead != 0 {
				t.Errorf("%s leaves a group without a liberty", formatMove(s, m))
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, Rules(), "start", false, []string{"2,3", "PASS", "pass", "5,0", "2,3 ", ""})
}
