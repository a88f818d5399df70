package checkers

import (
	"strings"
	"testing"

	"evolab/game/gametest"
)

func TestSquares(t *testing.T) {
	for name, want := range map[string]int{"b8": 0, "h8": 3, "a7": 4, "g7": 7, "b6": 9, "a5": 13, "a1": 31, "g1": 34} {
		if got, err := ParseSquare(name); err != nil || got != want || Name(want) != name {
			t.Errorf("%s is %d, %v (named %s), want %d", name, got, err, Name(got), want)
		}
	}
	for _, name := range []string{"", "a", "a8", "h1", "i1", "b9", "b0", "B8", "b88", "8b", "\xff8"} {
		if got, err := ParseSquare(name); err == nil {
			t.Errorf("%q is square %d", name, got)
		}
	}
	n := 0
	for r := range Size {
		if Row(r).Count() != 4 {
			t.Errorf("row %d has %d squares", r, Row(r).Count())
		}
		for c := range Size {
			if square, ok := Square(r, c); ok {
				n++
				if y, x := RowColumn(square); y != r || x != c || Row(r)&At(r, c) == 0 {
					t.Errorf("%d,%d is square %d, which is %d,%d", r, c, square, y, x)
				}
			}
		}
	}
	if n != Squares {
		t.Errorf("%d squares", n)
	}
}

func TestStart(t *testing.T) {
	const want = `8 . b . b . b . b
7 b . b . b . b .
6 . b . b . b . b
5 . . . . . . . .
4 . . . . . . . .
3 w . w . w . w .
2 . w . w . w . w
1 w . w . w . w .
  a b c d e f g h
`
	s, err := Parse("", " start ")
	if err != nil || draw(&s) != want || format(&s) != ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. b" {
		t.Errorf("%s, %v\n%s", format(&s), err, draw(&s))
	}
}

func TestImpossiblePositions(t *testing.T) {
	const (
		empty = "......../......../......../......../......../......../......../........"
		lone  = "......../......../......../..b...../......../......../......../........"
		many  = ".b.b.b.b/b.b.b.b./.b.b.b.b/b......./......../w.w.w.w./.w.w.w.w/w.w.w.w."
	)
	for position, want := range map[string]string{
		"":                                    "fields: 0",
		lone:                                  "fields: 1",
		lone + " b 0 x":                       "fields: 4",
		lone + " x":                           "allowed: b, w",
		lone + " b -1":                        "allowed: 0..51",
		lone + " b 52":                        "allowed: 0..51",
		lone + " b +1":                        "allowed: 0..51",
		lone + " b 1.0":                       "allowed: 0..51",
		empty + " b":                          "no piece",
		many + " b":                           "13 black pieces (allowed: 0..12)",
		strings.ToUpper(many) + " b":          "13 black pieces",
		lone[:62] + " b":                      ": 7 (expected: ",
		"......./" + lone[9:] + " b":          `row 1 from the top is "......."`,
		"......x./" + lone[9:] + " b":         `symbol 'x' on g8 (allowed: . on a light square)`,
		".x....../" + lone[9:] + " b":         `symbol 'x' on b8 (allowed: . b B w W)`,
		"b......./" + lone[9:] + " b":         `symbol 'b' on a8 (allowed: . on a light square)`,
		".w....../" + lone[9:] + " b":         "a white man on b8 (expected: a king, as that row crowns)",
		lone[:63] + "b....... w":              "a black man on a1",
		strings.Replace(lone, "/", "", 1):     "fields: 1",
		strings.Replace(many, "w", "W", 9):    "fields: 1",
		strings.Repeat(".W.W.W.W/", 8) + " w": ": 9 (expected: ",
	} {
		if _, err := Parse("", position); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", position, err, want)
		}
	}
	if _, err := Parse("flying", "start"); err == nil || !strings.Contains(err.Error(), "allowed: english") {
		t.Errorf("unknown variant: %v", err)
	}
	for _, set := range []Setup{{Black: 1 << 8}, {Black: 1, White: 1}, {Black: 2, Kings: 1}, {Black: 1, Turn: 2}, {Black: 1, Quiet: -1}} {
		if _, err := New(set); err == nil {
			t.Errorf("accepted %+v", set)
		}
	}
}

func TestMalformedMoves(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "expected: E c3 b4",
		"c3 b4":            "expected: E c3 b4",
		"E c3-b4":          "expected: E c3 b4",
		"E c3 b4 ":         "expected: E c3 b4",
		"e c3 b4":          "expected: E c3 b4",
		"E c3 b4;E b4 a5":  "expected: E c3 b4",
		"E c3 b4;J b4 d6":  "expected: E c3 b4",
		"J c3 e5;":         "expected: E c3 b4",
		"J c3 e5;J c5 e7":  "expected: E c3 b4",
		"J c3 e5; J e5 g7": "expected: E c3 b4",
		"E c4 b4":          `"c4" is no dark square`,
		"J c3 i9":          `"i9" is no dark square`,
		"J c3 b4":          "no jump",
		"J c3 c7":          "no jump",
		"J c3 c3":          "no jump",
		"J h8 b6":          "no jump",
		"J g7 a7":          "no jump",
		"J a1 c3" + strings.Repeat(";J c3 a1;J a1 c3", 6): "more jumps",
	} {
		if m, err := parseMove(nil, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want %q", text, m, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	texts := []string{".B...B../......../...W...W/......../.B...B../......../...W...W/........ w 51"}
	for _, p := range perftTable {
		texts = append(texts, p.position)
	}
	gametest.FuzzParse(f, suite, []string{""}, texts, func(t *testing.T, s *State) { checkAgainstReference(t, s, s.Moves(nil)) })
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, Rules(), "start", false, []string{
		"E c3 b4", "J f6 d4;J d4 f2", "J f6 d4;J d4 f2;J f2 h4;J h4 f6", "J f6 d4;", "", "E f6 d4",
	})
}
