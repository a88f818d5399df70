package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// checker plays games again, beside all rounds.
type checker struct {
	machine arena.Machine
	slots   chan struct{}
}

func newChecker() checker { return checker{slots: make(chan struct{}, runtime.GOMAXPROCS(0))} }

// firstChecks is how many of a worker's games are played again, whatever the sample.
const firstChecks = 2

// consider takes up what a worker reports about a game. The record is derived from the
// moves, and counts at once; some games are played again.
func (r *round) consider(ctx context.Context, g received) error {
	at, mine := r.gameOf[g.Key]
	if !mine {
		return nil
	}
	rec, err := r.prove(at, g.outcome, g.by)
	if err != nil {
		return r.wrong(g.by, at, fmt.Sprintf("in a way that cannot have been: %v", err))
	}
	if r.word {
		return r.accept(at, rec)
	}
	rec.Stderr = [2]string{} // only programs write there
	if !r.job(at).Keep {
		rec.CPU = [2]float64{}
	}
	first := r.records[r.games[at].jobs[0]]
	switch {
	case r.games[at].done && (first.Reason == "" || sameGame(&first, &rec)): // without a reason: Next did not want it
		return nil
	case r.games[at].done:
		r.startCheck(ctx, at, rec)
		return nil
	case string(g.by) != r.pool.Own && (g.Forfeit != "" || r.pool.workers.isNew(g.by) || r.pool.drawn()):
		r.startCheck(ctx, at, rec)
	}
	return r.accept(at, rec)
}

// prove derives the record of a game from what a worker reports about it.
func (r *round) prove(at int, o *outcome, by workerID) (arena.Record, error) {
	job := *r.job(at)
	job.Keep = job.Keep || r.Ply != nil // whoever watches sees the moves
	claim := o.claim()
	rec, err := r.prover.Prove(&job, &claim)
	if rec.By = string(by); rec.By == r.pool.Own {
		rec.By = ""
	}
	return rec, err
}

func (r *round) accept(at int, rec arena.Record) error {
	if r.games[at].done {
		return nil
	}
	if r.word {
		r.pool.rest(&rec)
	}
	r.AddWaitsOf(r.job(at), &rec)
	return r.finish(at, rec)
}

// isNew reports whether a worker's game has to be checked because few have been so far.
func (c *workerSet) isNew(id workerID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checked[id]++
	return c.checked[id] <= firstChecks
}

// ownGame is a game that the coordinator has played itself: to compare it with what a worker
// has reported, or because workers failed on it.
type ownGame struct {
	game     int
	reported *arena.Record // nil: workers failed on it
	rec      arena.Record
	err      error
}

func (r *round) startCheck(ctx context.Context, at int, reported arena.Record) {
	r.checks++
	go func() {
		rec, err := r.playOwn(ctx, at)
		r.inbox.deliver(update{own: &ownGame{at, &reported, rec, err}})
	}()
}

func (r *round) playOwn(ctx context.Context, at int) (arena.Record, error) {
	c, job := &r.pool.checker, *r.job(at)
	job.Keep = job.Keep || r.Ply != nil // whoever watches sees the moves
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	own := arena.Round{Game: r.Game, Agents: r.Agents, Voids: r.Voids}
	return playRecovering(ctx, c.machine.Slot(&own), &job)
}

// playHere has the coordinator play a game that workers failed on.
func (r *round) playHere(ctx context.Context, at int) {
	r.pool.noteOnce("here"+r.hash, "note: workers fail on games, as on %s: %s; this machine plays them", r.nameOf(at), r.faults[at].cause)
	r.games[at].here = true
	go func() {
		rec, err := r.playOwn(ctx, at)
		r.inbox.deliver(update{own: &ownGame{game: at, rec: rec, err: err}})
	}()
}

// finishOwn takes up what the coordinator has played. A game that workers failed on ends the
// work if it fails here, too.
func (r *round) finishOwn(own *ownGame) error {
	if own.reported != nil {
		r.checks--
		return r.compare(own)
	}
	r.games[own.game].here = false
	if own.err != nil && r.games[own.game].done { // a worker has played it meanwhile
		return nil
	}
	if runner := (*agent.RunnerError)(nil); errors.As(own.err, &runner) { // the user's own command
		return own.err
	}
	if own.err != nil {
		f := r.faults[own.game]
		return r.unplayable(own.game, f.times+1, fmt.Sprintf("%s; %v on this machine", f.cause, own.err))
	}
	return r.finish(own.game, own.rec)
}

// compare ends the work if a game came out differently here. Of two workers that differ the
// first may be the one that was wrong.
func (r *round) compare(own *ownGame) error {
	if own.err != nil {
		return fmt.Errorf("%s, to be compared: %w", r.nameOf(own.game), own.err)
	}
	first := &r.records[r.games[own.game].jobs[0]]
	for _, rec := range []*arena.Record{own.reported, first} {
		if !sameGame(rec, &own.rec) {
			return r.wrong(workerID(cmp.Or(rec.By, r.pool.Own)), own.game, fmt.Sprintf("as %s, but here it is %s", describe(rec), describe(&own.rec)))
		}
	}
	return nil
}

func sameGame(a, b *arena.Record) bool {
	return a.Result == b.Result && a.Reason == b.Reason && a.Margin == b.Margin && a.Plies == b.Plies && a.Line == b.Line
}

func describe(r *arena.Record) string {
	result := map[game.Result]string{game.FirstWins: "first wins", game.SecondWins: "second wins", game.Draw: "draw"}[r.Result]
	return fmt.Sprintf("%s after %s (%s), moves %016x", result, quantity.Of(r.Plies, "ply"), r.Reason, r.Line)
}

// wrong ends all work, since a worker has reported what cannot be. Whoever resumes the work
// has its games played again.
func (r *round) wrong(by workerID, game int, how string) error {
	d := r.pool.workers.distrust(by)
	d.Cause = untrusted.Line(fmt.Sprintf("it reports %s %s", r.nameOf(game), how), maxDifference)
	var err error = d
	if failed := r.pool.forget(d); failed != nil {
		err = fmt.Errorf("%w; its reports are still on the server: %w", err, failed)
	}
	r.pool.fail(err)
	return err
}

// rest notes that a game rests on the word of the worker that has played it.
func (p *Pool) rest(rec *arena.Record) {
	if rec.Word = rec.By; rec.By == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words[rec.By]++
}

// Warnings say why results may depend on the machines, and on whose word they rest.
func (p *Pool) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	if len(p.speeds) > 0 {
		var speeds []string
		for _, name := range slices.Sorted(maps.Keys(p.speeds)) {
			speeds = append(speeds, fmt.Sprintf("%s %.0f k", name, p.speeds[name]/1000))
		}
		list = append(list, "time limits on several machines; nodes a second of each worker: "+strings.Join(speeds, ", "))
	}
	if len(p.words) == 0 {
		return list
	}
	var words []string
	for _, by := range slices.Sorted(maps.Keys(p.words)) {
		words = append(words, fmt.Sprintf("%s %d", by, p.words[by]))
	}
	return append(list, "games of programs or by the clock rest on the word of workers: "+strings.Join(words, ", "))
}
