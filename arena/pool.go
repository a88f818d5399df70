package arena

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
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
}

// Run plays all jobs and returns their records in the order of the jobs,
// whatever the number of workers. A cancelled context or an error ends it
// without records; Done has seen those of the games that were finished.
func (p *Pool) Run(ctx context.Context, jobs []Job) ([]Record, error) {
	records := make([]Record, len(jobs))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
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
				if err := ctx.Err(); err != nil {
					return err
				}
				rec, err := ref.play(ctx, &jobs[i], [2]agent.Agent{p.Agents[jobs[i].First], p.Agents[jobs[i].Second]})
				if err != nil {
					return fmt.Errorf("arena: game %d: %w", jobs[i].ID, err)
				}
				records[i] = rec
				if p.Done != nil {
					p.Done(rec)
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return records, nil
}

// workers is the number of games at a time: one if an agent insists on it, or
// if time is limited where only the CPU time of all threads together is known.
func (p *Pool) workers(jobs []Job) int {
	if !cputime.PerThread && slices.ContainsFunc(jobs, func(j Job) bool { return j.Limits.timed() }) {
		return 1
	}
	for _, a := range p.Agents {
		if a.Serial() {
			return 1
		}
	}
	if p.Workers > 0 {
		return p.Workers
	}
	return runtime.GOMAXPROCS(0)
}
