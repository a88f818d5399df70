package plots

import (
	"fmt"
	"image/color"
	"testing"
)

// Lines have the contrast that WCAG 2.2 asks of graphics (1.4.11), and differ by colour or
// dashes.
func TestLooksAreSeen(t *testing.T) {
	p, seen := Colours(), map[string]bool{}
	for _, l := range append([]Look{p.Others, p.Validated, p.Claimed, p.Mean}, p.Ranked...) {
		for _, x := range []struct{ ink, ground string }{{l.Light, "#ffffff"}, {l.Light, "#f4f6f8"}, {l.Dark, "#16181b"}, {l.Dark, "#21252a"}} {
			if got := contrast(parseHex(t, x.ink), parseHex(t, x.ground)); got < 3 {
				t.Errorf("%s on %s has a contrast of %.2f", x.ink, x.ground, got)
			}
		}
	}
	for _, l := range p.Ranked {
		if key := fmt.Sprint(l.Light, l.Dashes); seen[key] {
			t.Errorf("two lines are %s", key)
		} else {
			seen[key] = true
		}
	}
}

func parseHex(t *testing.T, text string) color.NRGBA {
	t.Helper()
	c := color.NRGBA{A: 255}
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		t.Fatal(err)
	}
	return c
}
