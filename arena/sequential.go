package arena

import (
	"context"
	"sync"

	"evolab/game"
	"evolab/stats"
)

// Sequential plays the games of a match until they are finished, it is interrupted, or a
// sequential test decides.
type Sequential struct {
	Jobs []Job
	Test *stats.SPRT // nil: play all games
	// Played, if set, is called after each game, one call at a time.
	Played func(*Sequential)

	mu       sync.Mutex
	finished []*Record
	pairs    stats.Pentanomial // of the pairs before next
	next     int               // first game of the first pair that is not finished
	decided  bool
}

// Run returns the finished games, in order, and what stopped it. A test sees the pairs in
// their order, so that it ends after the same games for any number of workers.
func (s *Sequential) Run(ctx context.Context, pool Pool, r Round) ([]Job, []Record, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.finished = make([]*Record, len(s.Jobs))
	r.Done = func(rec Record) {
		if s.finish(rec) {
			stop()
		}
	}
	_, err := pool.Run(ctx, r, s.Jobs)
	if s.decided {
		jobs, records := s.upTo(s.next)
		return jobs, records, nil
	}
	jobs, records := s.Finished()
	return jobs, records, err
}

// finish records a game and reports whether the test has decided.
func (s *Sequential) finish(r Record) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finished[r.Job] = &r
	for s.Test != nil && !s.decided && s.next < len(s.Jobs) && s.finished[s.next] != nil && s.finished[s.next+1] != nil {
		first, second := s.finished[s.next], s.finished[s.next+1]
		if s.next += 2; first.Void() || second.Void() {
			continue
		}
		s.pairs.Add(first.Points(game.FirstWins) + second.Points(game.SecondWins))
		s.decided = s.Test.Verdict(s.pairs.Sample()) != stats.Undecided
	}
	if s.Played != nil {
		s.Played(s)
	}
	return s.decided
}

// Finished returns the finished games, in order. While games are played, only Played may
// call it.
func (s *Sequential) Finished() ([]Job, []Record) { return s.upTo(len(s.Jobs)) }

// upTo returns the finished ones of the first n games.
func (s *Sequential) upTo(n int) (jobs []Job, records []Record) {
	for i, r := range s.finished[:n] {
		if r != nil {
			jobs = append(jobs, s.Jobs[i])
			records = append(records, *r)
		}
	}
	return jobs, records
}
