package tournament

import (
	"time"

	"evolab/arena"
	"evolab/game"
)

// openingSeed and playSeed keep openings and players apart.
const openingSeed, playSeed = 1, 2

// round is a round's games.
type round struct {
	number int // from 1
	ties   []Tie
	jobs   []arena.Job
	tie    []int // of each job
}

// plan lists the games of a round: the first pair of every encounter, then the
// second of every one, so that the results are always balanced. Later pairs of two
// players, in a final or a replay, begin from new openings.
func (t *play) plan(ties []Tie) (round, error) {
	r := round{number: t.book.Rounds() + 1, ties: ties}
	base := 0
	for _, played := range t.book.rounds {
		for _, m := range played {
			base += m.Games
		}
	}
	longest := 0
	for _, tie := range ties {
		longest = max(longest, t.book.pairs(tie)+tie.Games/2)
	}
	openings, err := t.openings.first(t.ctx, longest)
	if err != nil {
		return round{}, err
	}
	for pair := range longest {
		for i, tie := range ties {
			if pair >= tie.Games/2 {
				continue
			}
			job := arena.Job{
				ID: base + len(r.jobs), Variant: t.config.Variant, Opening: openings[t.book.pairs(tie)+pair], First: tie.A, Second: tie.B,
				Seed:   game.Mix(t.config.Seed, playSeed, uint64(r.number), uint64(tie.A), uint64(tie.B), uint64(pair)),
				Limits: t.config.limits(), Keep: true, Timed: t.timed[tie.A] || t.timed[tie.B],
			}
			job.Pair = job.ID / 2
			r.jobs = append(r.jobs, job, job.Swapped(true))
			r.tie = append(r.tie, i, i)
		}
	}
	return r, nil
}

func (c *Config) limits() arena.Limits {
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return arena.Limits{Move: seconds(c.Limits.Move), Game: seconds(c.Limits.Game)}
}

// results adds up the games of a round; a nil record is one not played yet.
func (r *round) results(records []*arena.Record) []Met {
	met := make([]Met, len(r.ties))
	for i, tie := range r.ties {
		var jobs []arena.Job
		var played []arena.Record
		for j, job := range r.jobs {
			if r.tie[j] == i && records[j] != nil {
				jobs = append(jobs, job)
				played = append(played, *records[j])
			}
		}
		met[i] = Met{tie, arena.Sum(jobs, played, tie.A)}
	}
	return met
}
