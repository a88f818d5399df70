package arena

import (
	"strings"
	"testing"
)

// Two players that draw nothing play the same game from the same opening again
// and again; that is counted and said.
func TestDuplicatesAreCounted(t *testing.T) {
	jobs, records := play(t, Match{Games: 20, Seed: 3}, 2, "hand:depth=1", "hand:depth=2")
	res := Sum(jobs, records, 0)
	if res.Duplicates != 18 {
		t.Errorf("%d duplicates of 20 games, want 18", res.Duplicates)
	}
	if w := strings.Join(res.Warnings(), "; "); !strings.Contains(w, "18 of 20 games repeat") || !strings.Contains(w, "only 20 games") {
		t.Errorf("warnings: %s", w)
	}
}
