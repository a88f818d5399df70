package train

import (
	"context"
	"sync"

	"evolab/arena"
)

// counted is a pool that plays for a run, and counts who played.
type counted struct {
	arena.Pool
	of string

	mu sync.Mutex
	by map[string]int // games by worker
}

// Run plays a round for the run.
func (c *counted) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	done := r.Done
	r.Of = c.of
	r.Done = func(rec arena.Record) {
		c.add(rec.By)
		if done != nil {
			done(rec)
		}
	}
	return c.Pool.Run(ctx, r, jobs)
}

func (c *counted) add(worker string) {
	if worker == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil {
		c.by = map[string]int{}
	}
	c.by[worker]++
}

// take returns what was counted since the last call.
func (c *counted) take() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	by := c.by
	c.by = nil
	return by
}

// playing is how many workers of this machine play.
func (r *running) playing() int {
	if r.options.Aside {
		return 0
	}
	return r.options.Workers
}
