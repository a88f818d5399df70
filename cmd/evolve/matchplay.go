package main

import (
	"context"
	"sync"

	"evolab/arena"
	"evolab/game"
	"evolab/stats"
)

// matchPlay plays the games of a match, with progress, until they are played,
// it is interrupted, or a sequential test has decided.
type matchPlay struct {
	*app
	jobs []arena.Job
	test *stats.SPRT // nil: play all games

	mu       sync.Mutex
	finished []*arena.Record
	pairs    stats.Pentanomial // of the pairs before next
	next     int               // first game of the first pair that is not finished
	decided  bool
}

// run returns the games that were finished, in order, and what stopped it. A
// test looks at the pairs in their order, so that it ends after the same games
// for any number of workers.
func (m *matchPlay) run(ctx context.Context, pool arena.Pool) ([]arena.Job, []arena.Record, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	bar := newBar(m.err, len(m.jobs), "games")
	m.finished = make([]*arena.Record, len(m.jobs))
	pool.Done = func(r arena.Record) {
		if m.finish(r) {
			stop()
		}
		bar.add(1)
	}
	_, err := pool.Run(ctx, m.jobs)
	bar.close()
	if m.decided {
		return m.upTo(m.next, nil)
	}
	return m.upTo(len(m.jobs), err)
}

// finish notes a game and tells whether the test has decided.
func (m *matchPlay) finish(r arena.Record) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finished[r.Job] = &r
	for m.test != nil && !m.decided && m.next < len(m.jobs) && m.finished[m.next] != nil && m.finished[m.next+1] != nil {
		m.pairs.Add(m.finished[m.next].Points(game.FirstWins) + m.finished[m.next+1].Points(game.SecondWins))
		m.next += 2
		m.decided = m.test.Verdict(m.pairs.Sample()) != stats.Undecided
	}
	return m.decided
}

// upTo returns the finished ones of the first n games.
func (m *matchPlay) upTo(n int, err error) ([]arena.Job, []arena.Record, error) {
	var played []arena.Job
	var records []arena.Record
	for i, r := range m.finished[:n] {
		if r != nil {
			played = append(played, m.jobs[i])
			records = append(records, *r)
		}
	}
	return played, records, err
}
