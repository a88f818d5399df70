package agent

import (
	"testing"
	"time"
)

// A program may use all that a game has left for one move; only where nothing
// limits it does it get the lab's own limit.
func TestMoveLimit(t *testing.T) {
	for _, c := range []struct {
		clock Clock
		want  time.Duration
	}{
		{Clock{}, time.Minute},
		{Clock{Move: 2 * time.Minute}, 2 * time.Minute},
		{Clock{Left: 300 * time.Second}, 300 * time.Second},
		{Clock{Left: 300 * time.Second, Move: 10 * time.Second}, 10 * time.Second},
		{Clock{Left: time.Second, Move: 10 * time.Second}, time.Second},
		{Clock{Left: 1}, 1},
	} {
		if got := moveLimit(c.clock); got != c.want {
			t.Errorf("%+v: %v, want %v", c.clock, got, c.want)
		}
	}
}
