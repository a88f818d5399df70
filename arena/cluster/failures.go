package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// fault records the failures of a game.
type fault struct {
	cause string // the latest one
	times int
	on    map[workerID]bool // each counts once
}

// suspect notes that a game may be why a batch failed.
func (r *round) suspect(game int) *fault {
	if r.faults[game] == nil {
		r.faults[game] = &fault{on: map[workerID]bool{}}
	}
	return r.faults[game]
}

// blame notes that a worker has failed on a game.
func (r *round) blame(game int, by workerID, cause string) *fault {
	f := r.suspect(game)
	f.cause, f.on[by] = untrusted.Line(cause, maxDifference), true
	return f
}

// playsHere reports whether the coordinator may play games itself: those of programs only
// where its cores take part.
func (r *round) playsHere() bool { return !r.lineup.programs || r.pool.Local != nil }

// avoided returns which workers are not given a game: those that have failed on it, as long as
// another one may try.
func (r *round) avoided(game int) func(workerID) bool {
	f := r.faults[game]
	others := f != nil && r.pool.workers.anyFor(r, func(w *liveWorker) bool { return !f.on[w.id] })
	return func(id workerID) bool { return others && f.on[id] }
}

// checkProgress looks after batches whose workers say nothing, and says why games wait.
func (r *round) checkProgress(ctx context.Context) error {
	if err := r.checkBatches(ctx); err != nil {
		return err
	}
	r.requeueOrphans()
	if r.pool.workers.coresFor(r) == 0 {
		what := "no worker is there yet"
		if r.lineup.programs {
			what += " that may run programs (--allow-exec)"
		}
		r.pool.noteOnce("alone"+what, "%s: the games wait", what)
	}
	return ctx.Err()
}

// checkBatches takes back the batches of workers that are gone, and those that did not reach
// their workers. When nothing is left to send, games of a slow batch also go to a worker that
// has nothing to do: the first result counts.
func (r *round) checkBatches(ctx context.Context) error {
	idle := r.waiting() == 0
	first := map[workerID]time.Time{} // when each was sent the oldest of its batches
	for _, f := range r.inFlight {
		if at, ok := first[f.to]; !ok || f.sent.Before(at) {
			first[f.to] = f.sent
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.inFlight)) {
		f := r.inFlight[id]
		gone, blamed, forgotten := r.pool.workers.lost(f.to, f.sent)
		var err error
		switch {
		case gone:
			r.land(id)
			err = r.retryAbandoned(ctx, f, blamed && f.sent.Equal(first[f.to]))
		case forgotten:
			r.land(id)
			r.queue = append(r.overdue(ctx, f), r.queue...)
		case idle && time.Since(f.sent) > f.patience:
			err = r.hurry(ctx, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// overdue blames a worker for saying nothing about the games of a batch, and returns those
// that others have to play. If several workers are to blame, the coordinator plays the game.
func (r *round) overdue(ctx context.Context, f *flight) []int {
	open := r.unfinished(f.games)
	for _, g := range open {
		if fault := r.blame(g, f.to, "the workers that took it said nothing"); len(fault.on) >= maxTries && r.playsHere() {
			r.playHere(ctx, g)
		}
	}
	return r.unfinished(open)
}

// hurry sends the games of a slow batch to a worker that has nothing to do.
func (r *round) hurry(ctx context.Context, f *flight) error {
	open := r.overdue(ctx, f)
	if len(open) == 0 {
		return nil
	}
	avoided := r.avoided(open[0])
	to := r.pool.workers.pick(r, 1, func(id workerID) bool { return id == f.to || avoided(id) })
	if to == "" {
		return nil
	}
	f.patience *= 2
	return r.send(open, to)
}

// requeueOrphans queues the games that no worker has any more, as their report could not be
// read.
func (r *round) requeueOrphans() {
	somewhere := slices.Clone(r.turn.waits)
	for _, g := range r.queue {
		somewhere[g] = true
	}
	for _, f := range r.inFlight {
		for _, g := range f.games {
			somewhere[g] = true
		}
	}
	for g := range r.games {
		if !somewhere[g] && r.isOpen(g) {
			r.queue = append(r.queue, g)
		}
	}
}

// retryRefused leaves the games that a worker refuses to others. If all refuse, the work ends.
func (r *round) retryRefused(games []int, rep *report, by workerID) error {
	cause := untrusted.Line(fmt.Sprintf("%v refuses these games: %s", by, rep.Failed), maxDifference)
	r.refused[by] = cause
	r.queue = append(r.unplayed(games, rep), r.queue...)
	if r.pool.workers.coresFor(r) > 0 {
		r.pool.noteOnce("refuses"+string(by)+r.hash, "note: %s: others play them", cause)
		return nil
	}
	return fmt.Errorf("no worker plays these games: %s", strings.Join(slices.Sorted(maps.Values(r.refused)), "; "))
}

// hopeless has the coordinator play a game that several workers have failed on, or all that
// were there when it was last sent. It reports whether the game cannot be played: the
// coordinator may not, and the tries are used up.
func (r *round) hopeless(ctx context.Context, game int, sent time.Time) bool {
	f := r.faults[game]
	f.times++
	untried := r.pool.workers.anyFor(r, func(w *liveWorker) bool { return !f.on[w.id] && w.came.Before(sent) })
	if untried && len(f.on) < maxTries {
		return false
	}
	if r.playsHere() {
		r.playHere(ctx, game)
		return false
	}
	return !untried && f.times >= maxTries
}

// retryFailed leaves the games that a worker could not play to others. A game that nobody can
// play is void where that is allowed, and else ends the work.
func (r *round) retryFailed(ctx context.Context, f *flight, rep *report, by workerID) error {
	open := r.unplayed(f.games, rep)
	if r.Game.Info().Name == agent.RunnerGameName {
		r.pool.noteOnce("runner"+string(by), "note: worker %v cannot play these matches: %s; others play them", by, untrusted.Line(rep.Failed, maxDifference))
	}
	for _, g := range open {
		if rep.At != nil && *rep.At != r.games[g].key {
			continue
		}
		fault := r.blame(g, by, fmt.Sprintf("%s on %v", rep.Failed, by))
		if !r.hopeless(ctx, g, f.sent) {
			continue
		}
		if rep.Void == nil || !r.Voids || !r.word {
			return r.unplayable(g, fault.times, fault.cause)
		}
		rec, err := r.prove(g, rep.Void, by)
		if err != nil {
			return r.wrong(by, g, fmt.Sprintf("as void, which it cannot have been: %v", err))
		}
		if err := r.accept(g, rec); err != nil {
			return err
		}
	}
	r.queue = append(r.unfinished(open), r.queue...)
	return nil
}

// retryAbandoned queues again the games of a worker that is gone. If it may have died of one
// of them (blamed), each is sent in a batch of its own, which shows which one it was.
func (r *round) retryAbandoned(ctx context.Context, f *flight, blamed bool) error {
	open := r.unfinished(f.games)
	if blamed {
		for _, g := range open {
			r.suspect(g)
		}
	}
	if blamed && len(f.games) == 1 && len(open) == 1 {
		fault := r.blame(open[0], f.to, "the workers that took it ended without a word")
		if r.hopeless(ctx, open[0], f.sent) {
			return r.unplayable(open[0], fault.times, fault.cause)
		}
	}
	r.queue = append(r.unfinished(open), r.queue...)
	return nil
}

// unplayed returns the games of a batch that neither the report nor an earlier one has.
func (r *round) unplayed(games []int, rep *report) (open []int) {
	if len(rep.Games) >= len(games) {
		return nil
	}
	played := map[key]bool{}
	for i := range rep.Games {
		played[rep.Games[i].Key] = true
	}
	for _, g := range r.unfinished(games) {
		if !played[r.games[g].key] {
			open = append(open, g)
		}
	}
	return open
}

// unplayable is the error that names a game which no worker could play.
func (r *round) unplayable(game, times int, cause string) error {
	return fmt.Errorf("%s was tried %s and never finished: %s", r.nameOf(game), quantity.Of(times, "time"), cause)
}

// nameOf is how people are told of a game.
func (r *round) nameOf(game int) string {
	job := r.job(game)
	var who [2]string
	for i, at := range []int{job.First, job.Second} {
		from, _ := agent.OriginOf(r.Agents[at])
		who[i] = from.Spec.String()
	}
	return fmt.Sprintf("game %d (%s against %s from %q, seed %d)", job.ID, who[0], who[1], job.Opening, job.Seed)
}
