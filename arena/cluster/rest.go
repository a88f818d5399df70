package cluster

import (
	"context"
	"sync"
	"time"
)

// rests makes a worker that keeps failing, such as one whose disk is full, rest
// longer each time: otherwise it would take all the games, and play none.
type rests struct {
	mu    sync.Mutex
	next  time.Duration
	until time.Time
}

const (
	shortestRest = heard / 4
	longestRest  = 30 * time.Second
)

// note begins a rest after a failure; a success ends it.
func (r *rests) note(failed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !failed {
		r.next, r.until = 0, time.Time{}
		return
	}
	if time.Now().Before(r.until) { // another core has failed, for the same cause
		return
	}
	r.next = min(max(shortestRest, 2*r.next), longestRest)
	r.until = time.Now().Add(r.next)
}

// once begins a short rest after a failure that does not affect other games.
func (r *rests) once() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if soon := time.Now().Add(shortestRest); r.until.Before(soon) {
		r.until = soon
	}
}

// wait waits until the rest is over.
func (r *rests) wait(ctx context.Context) {
	r.mu.Lock()
	left := time.Until(r.until)
	r.mu.Unlock()
	if left > 0 {
		pause(ctx, left)
	}
}

// pause waits for a while, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
