package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"evolab/arena"
)

// gradePlay plays the games of a grading until they are played or it is
// interrupted. Meanwhile it shows how far they are, and how long the rest will
// take: in a bar on a terminal, else in a line now and then.
type gradePlay struct {
	*app
	jobs []arena.Job

	mu       sync.Mutex
	bar      *bar
	began    time.Time
	nextLine time.Time
	done     int
	finished []*arena.Record
}

// run returns the games that were finished, in order, and what stopped it.
func (p *gradePlay) run(ctx context.Context, pool arena.Pool) (played []arena.Job, records []arena.Record, err error) {
	p.bar, p.began = newBar(p.err, len(p.jobs), "games"), time.Now()
	p.nextLine = p.began.Add(plainEvery)
	p.finished = make([]*arena.Record, len(p.jobs))
	pool.Done = p.finish
	_, err = pool.Run(ctx, p.jobs)
	p.bar.close()
	for i, r := range p.finished {
		if r != nil {
			played, records = append(played, p.jobs[i]), append(records, *r)
		}
	}
	return played, records, err
}

func (p *gradePlay) finish(r arena.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished[r.Job] = &r
	p.done++
	if p.bar.live != nil {
		p.bar.add(1)
		return
	}
	if now := time.Now(); now.After(p.nextLine) {
		left := now.Sub(p.began) * time.Duration(len(p.jobs)-p.done) / time.Duration(p.done)
		fmt.Fprintf(p.err, "%d of %d games, about %v left\n", p.done, len(p.jobs), left.Round(time.Second))
		p.nextLine = now.Add(plainEvery)
	}
}
