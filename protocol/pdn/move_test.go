package pdn_test

import (
	"strings"
	"testing"

	. "evolab/protocol/pdn"
)

// circle is a position where a king can go round in either sense.
const circle = "......../......../...w.w../......B./...w.w../......../......../........ b"

// Two routes with the same ends are written in full, and asked for in full.
func TestRoutesWithTheSameEnds(t *testing.T) {
	s := position(t, circle)
	for i, want := range []string{"16x7x14x23x16", "16x23x14x7x16"} {
		m := s.Moves(nil)[i]
		if got := FormatMove(&s, m); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, err := ParseMove(&s, want); err != nil || got != m {
			t.Errorf("%s: %v, %v", want, got, err)
		}
	}
	if _, err := ParseMove(&s, "16x16"); err == nil || !strings.Contains(err.Error(), "captures that go there: 2 (expected: all squares, as in 16x7x14x23x16)") {
		t.Errorf("%v", err)
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"11-15", "16x7x14x23x16", "11x15?!", "1-2-3", "x", "16x16"} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, kings bool) {
		s := position(t, "start")
		if kings {
			s = position(t, circle)
		}
		m, err := ParseMove(&s, text)
		if err != nil {
			return
		}
		if again, err := ParseMove(&s, FormatMove(&s, m)); err != nil || again != m {
			t.Fatalf("%q became %v, %v", text, again, err)
		}
	})
}
