package cluster

import (
	"fmt"

	"evolab/agent"
)

// fault is what is known of a game that could not be played.
type fault struct {
	cause string // the latest one
	times int
	on    map[string]bool // workers
}

// failed publishes the games that a worker could not play again, for other workers.
// Three failures end the work, or let the game end void if that is allowed; but first
// as many workers as there are must have tried: the disk of one may be full.
func (r *round) failed(games []int, rep *report) error {
	enough := min(tries, r.pool.crew.workers(r.lineup.programs))
	open := r.without(games)
	for _, g := range open {
		if rep.At != nil && *rep.At != r.games[g].key {
			continue
		}
		f := r.faults[g]
		if f == nil {
			f = &fault{on: map[string]bool{}}
			r.faults[g] = f
		}
		f.cause, f.on[rep.Worker] = fmt.Sprintf("%s on %s", rep.Failed, rep.Worker), true
		if f.times++; f.times < tries || len(f.on) < enough {
			continue
		}
		if rep.Void == nil || !r.Voids {
			return r.poison(g, f.times, f.cause)
		}
		if err := r.finish(&result{outcome: rep.Void, by: rep.Worker}); err != nil {
			return err
		}
	}
	r.queue = append(open, r.queue...)
	return nil
}

// dead publishes the games of a batch that no worker has finished again, one game per
// batch. A game that was already alone ends the work.
func (r *round) dead(b *batch) error {
	under, mine := r.under[b.ID]
	if !mine {
		return nil
	}
	delete(r.under, b.ID)
	open := r.without(under.games)
	if len(open) == 1 && len(under.games) == 1 {
		return r.poison(open[0], tries, "the workers that took it ended without a word")
	}
	r.queue = append(open, r.queue...)
	r.singles += len(open)
	return nil
}

// poison is the error that names a game which nobody can play.
func (r *round) poison(game, times int, cause string) error {
	job := &r.jobs[r.games[game].job]
	var who [2]string
	for i, at := range []int{job.First, job.Second} {
		from, _ := agent.OriginOf(r.Agents[at])
		who[i] = from.Spec.String()
	}
	return fmt.Errorf("cluster: game %d (%s against %s from %q, seed %d) was tried %d times and never finished: %s",
		job.ID, who[0], who[1], job.Opening, job.Seed, times, cause)
}
