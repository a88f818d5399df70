package compact

import (
	"cmp"
	"flag"
	"os"
	"testing"

	"evolab/agent/frozen/endings"
	"evolab/features"
	rules "evolab/game/checkers"
	"evolab/internal/longtest"
	"evolab/search/checkers"
)

var update = flag.Bool("update", false, "make the file anew")

// The compact endings say who wins as the others do, and how soon a position is
// lost to three plies, with all counters: all positions with up to three pieces, or up to
// four with -long.
func TestCompact(t *testing.T) {
	full := endings.Checkers()
	if *update {
		packed, err := full.Compact()
		if err != nil {
			t.Fatal(err)
		}
		text = string(checkers.AppendPacked(nil, &packed))
		if err := os.WriteFile("checkers-4.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d bytes: pairs %d, symbols %d, starts %d", len(text), len(packed.Pairs), len(packed.Symbols), len(packed.Starts))
	}
	pieces := endings.Embedded - 1
	if longtest.Enabled() {
		pieces = endings.Embedded
	}
	compact, positions, known := Checkers(), 0, 0
	for _, c := range checkers.UpTo(pieces) {
		for i := range c.Size() {
			v, ok := c.View(i)
			if !ok {
				continue
			}
			s, err := v.State()
			if err != nil {
				t.Fatal(err)
			}
			want, _ := full.Value(&s)
			got, ok := compact.Value(&s)
			if !ok || cmp.Compare(got, 0) != cmp.Compare(want, 0) || got < 0 && (got > want || got < want-3) || got > 0 && got < want {
				t.Fatalf("%s: %d, want %d", rules.Rules().Format(&s), got, want)
			}
			positions++
			for _, quiet := range []int{0, i % rules.QuietLimit} {
				s, err := rules.New(rules.Setup{Black: s.Own(), White: s.Opp(), Kings: s.Kings(), Quiet: quiet})
				if err != nil {
					t.Fatal(err)
				}
				got, want := compact.Ending(&s), full.Ending(&s)
				if got == features.NoEnding {
					continue
				}
				known++
				if cmp.Compare(got, 0) != cmp.Compare(want, 0) {
					t.Fatalf("%s: %d, want %d", rules.Rules().Format(&s), got, want)
				}
			}
		}
	}
	t.Logf("%d positions; %d of %d with a counter are known without a search", positions, known, 2*positions)
}
