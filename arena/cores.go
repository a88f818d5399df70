package arena

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/search/cputime"
)

// Cores is the pool of this machine's cores.
type Cores struct {
	Workers int // 0: one a core
}

// Run does not wait for a slow move when it is cancelled: whoever cancels a run is
// about to end the program.
func (c Cores) Run(ctx context.Context, r Round, jobs []Job) ([]Record, error) {
	records := make([]Record, len(jobs))
	var over ending
	var next atomic.Int64
	var room Room
	group, playing := errgroup.WithContext(ctx)
	for range min(c.games(&r, jobs), len(jobs)) {
		group.Go(func() error {
			// CPU time is measured per thread.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			table := room.Table(&r)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(jobs) {
					return nil
				}
				if err := playing.Err(); err != nil {
					return err
				}
				rec, err := table.Play(playing, &jobs[i])
				if err != nil {
					return fmt.Errorf("arena: game %d: %w", jobs[i].ID, err)
				}
				records[i] = rec
				if r.Done != nil {
					over.unless(func() { r.Done(rec) })
				}
			}
		})
	}
	if err := over.wait(ctx, group.Wait); err != nil {
		return nil, err
	}
	return records, nil
}

// ending stops abandoned workers from reporting.
type ending struct {
	mu   sync.RWMutex
	left bool
}

func (e *ending) unless(report func()) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if !e.left {
		report()
	}
}

// wait waits for the workers, but not for long once the context has ended.
func (e *ending) wait(ctx context.Context, workers func() error) error {
	done := make(chan error, 1)
	go func() { done <- workers() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(300 * time.Millisecond): // for the moves under way
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.left = true
	return ctx.Err()
}

// games is the number of games at a time: one if an agent insists on it, or if
// time is limited and the system knows only the CPU time of all threads together.
func (c Cores) games(r *Round, jobs []Job) int {
	if !cputime.PerThread && slices.ContainsFunc(jobs, func(j Job) bool { return j.Limits.timed() }) {
		return 1
	}
	if slices.ContainsFunc(r.Agents, agent.Agent.Serial) {
		return 1
	}
	return cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
}
