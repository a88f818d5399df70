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
	"evolab/host"
	"evolab/search/cputime"
)

// Pool plays jobs on the cores of this machine.
type Pool struct {
	Game    agent.Game
	Agents  []agent.Agent // jobs name them by index
	Workers int           // 0: one a core
	// Done, if set, is called after each game by the worker that played it.
	Done func(Record)
	// Ply, if set, is called for each move by the worker that played it.
	Ply func(Ply)
	// Voids allows games to end void. Without it, one ends the run with an error.
	Voids bool
	// Again, if set, is called before a void game is played again.
	Again func(Record)
}

// Run plays all jobs and returns their records in the order of the jobs, for any
// number of workers. A cancelled context or an error ends it without records; Done
// has seen those of the finished games and is no longer called. Run does not wait
// for a slow move then: whoever cancels a run soon ends the program.
func (p *Pool) Run(ctx context.Context, jobs []Job) ([]Record, error) {
	records := make([]Record, len(jobs))
	var over ending
	var next atomic.Int64
	var room sync.RWMutex
	group, playing := errgroup.WithContext(ctx)
	for range min(p.workers(jobs), len(jobs)) {
		group.Go(func() error {
			// CPU time is measured per thread.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ref := referee{game: p.Game, info: p.Game.Info(), watch: p.Ply}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(jobs) {
					return nil
				}
				if err := playing.Err(); err != nil {
					return err
				}
				rec, err := p.play(playing, &ref, &room, &jobs[i])
				if err != nil {
					return fmt.Errorf("arena: game %d: %w", jobs[i].ID, err)
				}
				records[i] = rec
				if p.Done != nil {
					over.unless(func() { p.Done(rec) })
				}
			}
		})
	}
	if err := over.wait(ctx, group.Wait); err != nil {
		return nil, err
	}
	return records, nil
}

// play plays a game beside others in the room. It repeats a void one with the room
// to itself: the other games may have spoiled it.
func (p *Pool) play(ctx context.Context, ref *referee, room *sync.RWMutex, job *Job) (Record, error) {
	agents := [2]agent.Agent{p.Agents[job.First], p.Agents[job.Second]}
	room.RLock()
	rec, err := ref.play(ctx, job, agents)
	room.RUnlock()
	if err != nil || !rec.Void() {
		return rec, err
	}
	room.Lock()
	defer room.Unlock()
	for range host.Replays {
		if p.Again != nil {
			p.Again(rec)
		}
		if rec, err = ref.play(ctx, job, agents); err != nil || !rec.Void() {
			return rec, err
		}
	}
	if !p.Voids {
		return rec, fmt.Errorf("%s: %s", Void, rec.Failure)
	}
	return rec, nil
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

// workers is the number of games at a time: one if an agent insists on it, or if
// time is limited and the system knows only the CPU time of all threads together.
func (p *Pool) workers(jobs []Job) int {
	if !cputime.PerThread && slices.ContainsFunc(jobs, func(j Job) bool { return j.Limits.timed() }) {
		return 1
	}
	if slices.ContainsFunc(p.Agents, agent.Agent.Serial) {
		return 1
	}
	return cmp.Or(p.Workers, runtime.GOMAXPROCS(0))
}
