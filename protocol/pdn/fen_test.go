package pdn_test

import (
	"strings"
	"testing"

	"evolab/game/checkers"
	. "evolab/protocol/pdn"
)

func position(t testing.TB, text string) checkers.State {
	t.Helper()
	s, err := checkers.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFEN(t *testing.T) {
	for fen, want := range map[string]string{
		"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12": "start",
		"W:WK1,32:BK29": ".W....../......../......../......../......../......../......../B.....w. w",
		"B:W:B12":       "......../......../.......b/......../......../......../......../........ b",
	} {
		s := position(t, want)
		if got := FormatFEN(&s); got != fen {
			t.Errorf("%s is written %s, want %s", want, got, fen)
		}
		if got, err := ParseFEN(fen, 0); err != nil || got != s {
			t.Errorf("%s: %+v, %v", fen, got, err)
		}
	}
}

func TestMalformedFEN(t *testing.T) {
	for fen, want := range map[string]string{
		"": "parts: 1", "B:W1": "parts: 2", "X:W1:B2": `side to move "X"`, "B:W1:W2": `"W2" (expected`, "B:W33:B2": `squares "33"`,
		"B:W:B0": `squares "0"`, "B:Wx:B2": `squares "x"`, "B:W9-8:B2": `squares "9-8"`, "B:W9,:B2": `squares ""`, "B:W+9:B2": `squares "+9"`,
		"B::B2": `"" (expected`, "B:W1:B2": "a white man on b8", "B:W9:B9": "overlap", "B:W:B": "no piece", "B:W14:B1-13": "13 black pieces",
	} {
		if _, err := ParseFEN(fen, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", fen, err, want)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
	f.Add("W:B1-12:W21-32.")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseFEN(text, 3)
		if err != nil {
			return
		}
		if again, err := ParseFEN(FormatFEN(&s), 3); err != nil || again != s {
			t.Fatalf("%q became %+v, %v", text, again, err)
		}
	})
}
