package arena

import (
	"context"
	"fmt"
	"sync"

	"evolab/agent"
	"evolab/game"
	"evolab/stats"
)

// Sequential plays a match between the round's first two agents until its games are
// finished, it is interrupted, or a sequential test decides. Games that are known from an
// earlier part of the match are not played again: it ends as if it had never stopped.
type Sequential struct {
	Match Match
	Test  *stats.SPRT    // nil: play all games
	Known map[int]Record // by the game's number, as Match.Known returns them
	// Played, if set, is called after each game, also after a known one, one call at a
	// time.
	Played func(*Sequential)
	// Save, if set, is called before, with a game that was just played; its error ends
	// the match.
	Save func(Job, Record) error

	mu       sync.Mutex
	jobs     []Job // of the games that may have begun
	finished []*Record
	pairs    stats.Pentanomial // of the pairs before next
	next     int               // first game of the first pair that is not finished
	decided  bool
	err      error // of Save
}

// testedBlock is how many games of a test are prepared at a time: most tests end long
// before the match does.
const testedBlock = 10_000

// Run returns the finished games, in order, and what stopped it. A test sees the pairs in
// their order, so that it ends after the same games for any number of workers.
func (s *Sequential) Run(ctx context.Context, pool Pool, r Round) ([]Job, []Record, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r.Done = func(rec Record) {
		if s.finish(rec, true) {
			stop()
		}
	}
	var err error
	for err == nil && !s.decided && len(s.jobs) < s.Match.Games {
		to := s.Match.Games
		if s.Test != nil {
			to = min(to, len(s.jobs)+testedBlock)
		}
		var missing []Job
		if missing, err = s.begin(r.Game, to); err == nil && !s.decided && len(missing) > 0 {
			_, err = pool.Run(ctx, r, missing)
		}
	}
	if s.err != nil {
		err = s.err
	}
	if s.decided && s.err == nil {
		jobs, records := s.upTo(s.next)
		return jobs, records, nil
	}
	jobs, records := s.Finished()
	return jobs, records, err
}

// begin prepares the games up to a number, and returns those that are not known.
func (s *Sequential) begin(g agent.Game, to int) (missing []Job, err error) {
	list, err := s.Match.pairs(g, 0, 1, 0, len(s.jobs)/2, to/2)
	if err != nil {
		return nil, err
	}
	s.jobs = append(s.jobs, list...)
	s.finished = append(s.finished, make([]*Record, len(list))...)
	for _, job := range list {
		if rec, known := s.Known[job.ID]; !known {
			missing = append(missing, job)
		} else if s.finish(rec, false) {
			return nil, nil
		}
	}
	return missing, nil
}

// finish records a game and reports whether the match is over.
func (s *Sequential) finish(r Record, isNew bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if isNew && s.Save != nil && s.err == nil {
		s.err = s.Save(s.jobs[r.Job], r)
	}
	s.finished[r.Job] = &r
	for s.Test != nil && !s.decided && s.next < len(s.jobs) && s.finished[s.next] != nil && s.finished[s.next+1] != nil {
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
	return s.decided || s.err != nil
}

// Finished returns the finished games, in order. While games are played, only Played may
// call it.
func (s *Sequential) Finished() ([]Job, []Record) { return s.upTo(len(s.jobs)) }

// upTo returns the finished ones of the first n games.
func (s *Sequential) upTo(n int) (jobs []Job, records []Record) {
	for i, r := range s.finished[:n] {
		if r != nil {
			jobs = append(jobs, s.jobs[i])
			records = append(records, *r)
		}
	}
	return jobs, records
}

// Foreign is the error of a recorded game that is not one of a match.
type Foreign struct {
	Index int    // of the line
	Found string // what it has
	Want  string // what the match has there
}

func (e *Foreign) Error() string { return fmt.Sprintf("%s (expected: %s)", e.Found, e.Want) }

// Known returns the records of games that were played before, by their numbers. All have
// to be games of this match, between the two of the roster: with its game, openings,
// seeds and limits, and legal moves; an error is then a *Foreign. Void and unfinished games are left out.
func (m Match) Known(g agent.Game, roster *Roster, lines []Line) (map[int]Record, error) {
	known := map[int]Record{}
	seen := map[int]bool{}
	for i := range lines {
		l := &lines[i]
		if l.Game >= m.Games {
			return nil, &Foreign{i, fmt.Sprintf("game %d", l.Game), fmt.Sprintf("games 0 to %d", m.Games-1)}
		}
		if seen[l.Game] {
			return nil, &Foreign{i, fmt.Sprintf("game %d a second time", l.Game), "each game once"}
		}
		seen[l.Game] = true
		list, err := m.pairs(g, 0, 1, 0, l.Game/2, l.Game/2+1)
		if err != nil {
			return nil, err
		}
		want := roster.Line(list[l.Game%2], Record{})
		if err := l.sameGame(&want); err != nil {
			err.Index = i
			return nil, err
		}
		if l.Open() {
			continue
		}
		if known[l.Game], err = l.replayed(g, m.Variant); err != nil {
			return nil, &Foreign{i, fmt.Sprintf("game %d: %v", l.Game, err), "legal moves"}
		}
	}
	return known, nil
}

// replayed is the record with the hash that it had when the game was played.
func (l *Line) replayed(g agent.Game, variant string) (Record, error) {
	rec := l.Record()
	b, err := l.Start(g, variant)
	if err != nil {
		return rec, err
	}
	rec.Line = game.Mix(b.Hash())
	err = Replay(b, l.Moves, nil)
	rec.played(&Job{}, b)
	return rec, err
}

// sameGame compares what decides a game with that of another line.
func (l *Line) sameGame(want *Line) *Foreign {
	for _, fact := range []struct{ what, found, want string }{
		{"a game of", l.GameName, want.GameName},
		{"the variant", l.Variant, want.Variant},
		{"a game between", l.Agents[0] + " and " + l.Agents[1], want.Agents[0] + " and " + want.Agents[1]},
		{"first and second are", l.First + " and " + l.Second, want.First + " and " + want.Second},
		{"limits and rules", fmt.Sprintf("%+v", l.Rules), fmt.Sprintf("%+v", want.Rules)},
		{"the opening", l.Opening, want.Opening},
		{"the seed", fmt.Sprint(l.Seed), fmt.Sprint(want.Seed)},
	} {
		if fact.found != fact.want {
			return &Foreign{Found: fmt.Sprintf("game %d: %s %s", l.Game, fact.what, fact.found), Want: fact.want}
		}
	}
	return nil
}
