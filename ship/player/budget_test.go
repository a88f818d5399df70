package player

import (
	"testing"
	"time"
)

// A time that was ordered is kept; without one a proof may take as long as the
// language needs, and in Go that is no longer than usual.
func TestBudget(t *testing.T) {
	for _, c := range []struct{ ordered, total, stake time.Duration }{
		{time.Second, time.Second, 0},
		{3 * time.Second, 3 * time.Second, 0},
		{0, Usual, proofTime},
	} {
		d := folder{}
		if total := d.budget(c.ordered); total != c.total || d.proofTime != c.stake {
			t.Errorf("%v ordered: %v, %v for a proof; want %v, %v", c.ordered, total, d.proofTime, c.total, c.stake)
		}
	}
}
