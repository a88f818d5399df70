package main

import (
	"context"
	"sync"

	"evolab/arena"
)

// gradePlay plays the games of a grading until they are played or it is
// interrupted.
type gradePlay struct {
	*app
	jobs []arena.Job

	mu       sync.Mutex
	finished []*arena.Record
}

// run returns the games that were finished, in order, and what stopped it.
func (p *gradePlay) run(ctx context.Context, pool arena.Pool) (played []arena.Job, records []arena.Record, err error) {
	bar := newBar(p.err, len(p.jobs), "games")
	p.finished = make([]*arena.Record, len(p.jobs))
	pool.Done = func(r arena.Record) {
		p.mu.Lock()
		p.finished[r.Job] = &r
		p.mu.Unlock()
		bar.add(1)
	}
	_, err = pool.Run(ctx, p.jobs)
	bar.close()
	for i, r := range p.finished {
		if r != nil {
			played, records = append(played, p.jobs[i]), append(records, *r)
		}
	}
	return played, records, err
}
