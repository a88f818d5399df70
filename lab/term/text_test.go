package term

import (
	"strings"
	"testing"
)

func TestParagraphs(t *testing.T) {
	text := "Where the shell breaks lines, flags such as\n--opening-plies stay whole.\n\n  this    stays\nand a-word-that-is-longer-than-the-width has its own line"
	const want = `Where the shell breaks
lines, flags such as
--opening-plies stay
whole.

  this    stays
and
a-word-that-is-longer-than-the-width
has its own line`
	if got := Paragraphs(text, 22); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestEntry(t *testing.T) {
	for label, want := range map[string]string{
		"  depth":         "  depth    plies to look\n           ahead\n",
		"  endgame_depth": "  endgame_depth\n           plies to look\n           ahead\n",
	} {
		if got := Entry(label, 11, "plies to look ahead", 24); got != want {
			t.Errorf("%q\nwant\n%q", got, want)
		}
	}
	if got := Entry("  random", 11, "", 24); got != "  random\n" {
		t.Errorf("%q", got)
	}
}

func TestShorten(t *testing.T) {
	for width := 1; width < 12; width++ {
		if got := Shorten("frozen:time=1", width); len([]rune(got)) != width || !strings.Contains(got, "…") {
			t.Errorf("%d: %q", width, got)
		}
	}
	if got := Shorten("frozen:time=1", 13); got != "frozen:time=1" {
		t.Errorf("%q", got)
	}
}
