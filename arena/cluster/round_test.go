package cluster

import (
	"testing"
	"time"

	"evolab/arena"
)

// A batch takes at most a second and at most a fourth of a core's share of the round,
// becomes smaller towards the round's end, and is worth the way.
func TestSizeOfABatch(t *testing.T) {
	for _, c := range []struct {
		pace              time.Duration // of a game
		jobs, left, cores int
		want              int
	}{
		{0, 1000, 1000, 2, 1}, // nobody knows yet
		{time.Millisecond, 800, 800, 2, 100},
		{time.Millisecond, 8000, 8000, 1, 1000},
		{10 * time.Millisecond, 8000, 8000, 2, 100},
		{2 * time.Second, 8000, 8000, 2, 1},
		{10 * time.Millisecond, 800, 40, 2, 10},
		{10 * time.Millisecond, 800, 1, 2, 1},
		{200 * time.Microsecond, 40, 40, 10, 25}, // five milliseconds at least
	} {
		r := round{pace: c.pace, jobs: make([]arena.Job, c.jobs), queue: make([]int, c.left)}
		if got := r.batchSize(c.cores); got != c.want {
			t.Errorf("%v a game, %d of %d games left, %d cores: %d games a batch, want %d", c.pace, c.left, c.jobs, c.cores, got, c.want)
		}
	}
}
