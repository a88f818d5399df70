package cluster

import (
	"slices"
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

// A round that says which game is next, and when the rest need not be played.
func TestGamesAreDrawn(t *testing.T) {
	next := []int{4, 1, 3, 0, -1}
	r := round{undrawn: []bool{true, true, true, true}, open: 4, missing: 4}
	r.Next = func() (int, <-chan struct{}) {
		i := next[0]
		next = next[1:]
		return i, nil
	}
	for i, g := range []int{0, 1, 2, 3, 1} { // job 4 asks for the same game as job 1
		k := key{byte(g)}
		r.keyOf = append(r.keyOf, k)
		if i < 4 {
			r.games = append(r.games, roundGame{key: k, job: i})
		}
	}
	r.gameOf = map[key]int{{0}: 0, {1}: 1, {2}: 2, {3}: 3}
	r.draw(2)
	if !slices.Equal(r.queue, []int{1, 3}) || r.waiting() != 4 || r.missing != 4 {
		t.Errorf("%v queued, %d waiting, %d missing", r.queue, r.waiting(), r.missing)
	}
	r.requeueOrphans()
	if len(r.queue) != 2 {
		t.Errorf("%v queued: games that were not drawn are not lost", r.queue)
	}
	r.draw(9)
	if !slices.Equal(r.queue, []int{1, 3, 0}) || r.waiting() != 3 || r.missing != 3 || !r.games[2].done {
		t.Errorf("%v queued, %d waiting, %d missing", r.queue, r.waiting(), r.missing)
	}
}
