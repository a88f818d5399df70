package lab

import (
	"context"
	"sync"

	"evolab/arena"
	"evolab/game"
	"evolab/stats"
)

// matchPlay plays games until they are finished, it is interrupted, or a
// sequential test decides. Meanwhile it shows the score.
type matchPlay struct {
	*app
	sides [2]string
	names []string // nil: show no score
	jobs  []arena.Job
	test  *stats.SPRT // nil: play all games

	mu       sync.Mutex
	bar      *bar
	finished []*arena.Record
	pairs    stats.Pentanomial // of the pairs before next
	next     int               // first game of the first pair that is not finished
	decided  bool
}

// run returns the finished games, in order, and what stopped it. A test sees the
// pairs in their order, so that it ends after the same games for any number of
// workers.
func (m *matchPlay) run(ctx context.Context, pool arena.Pool, r arena.Round) ([]arena.Job, []arena.Record, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m.bar = newBar(m.err, len(m.jobs), "games")
	m.finished = make([]*arena.Record, len(m.jobs))
	r.Done = func(rec arena.Record) {
		if m.finish(rec) {
			stop()
		}
	}
	_, err := pool.Run(ctx, r, m.jobs)
	m.bar.close()
	if m.decided {
		return m.upTo(m.next, nil)
	}
	return m.upTo(len(m.jobs), err)
}

// finish records a game and reports whether the test has decided.
func (m *matchPlay) finish(r arena.Record) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finished[r.Job] = &r
	for m.test != nil && !m.decided && m.next < len(m.jobs) && m.finished[m.next] != nil && m.finished[m.next+1] != nil {
		first, second := m.finished[m.next], m.finished[m.next+1]
		if m.next += 2; first.Void() || second.Void() {
			continue
		}
		m.pairs.Add(first.Points(game.FirstWins) + second.Points(game.SecondWins))
		m.decided = m.test.Verdict(m.pairs.Sample()) != stats.Undecided
	}
	if m.names != nil && m.bar.due() {
		jobs, records, _ := m.upTo(len(m.jobs), nil)
		if sum := arena.Sum(jobs, records, 0); sum.Pairs.Pairs() > 0 {
			m.bar.detail(matchText(m.sides, m.names, sum, m.test))
		}
	}
	m.bar.add(1)
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
