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

// heldGame is a result that waits until the checks of its worker are over.
type heldGame struct {
	game int
	rec  arena.Record
	by   workerID
}

// check is a game that the coordinator has played again.
type check struct {
	heldGame
	own arena.Record // what the coordinator has played
	err error
}

// checker plays games again, beside all rounds.
type checker struct {
	machine arena.Machine
	slots   chan struct{}
	room    chan struct{} // for those that may be left out
}

func newChecker() checker {
	const waiting = 16 // for each core: more samples than that are not drawn
	n := runtime.GOMAXPROCS(0)
	return checker{slots: make(chan struct{}, n), room: make(chan struct{}, n*waiting)}
}

// firstChecks is how many games of a worker are played again before any of its counts.
const firstChecks = 2

// consider takes up what a worker claims about a game. The record is derived from the
// moves; it counts at once, or after a check, or once enough others say the same.
func (r *round) consider(ctx context.Context, g received) error {
	at, mine := r.gameOf[g.Key]
	key := g.by.key()
	if !mine {
		return nil
	}
	if r.pool.workers.isBanned(key) {
		r.orphans = true
		return nil
	}
	rec, err := r.prove(at, g.outcome, g.by)
	if err != nil {
		return r.expose(g.by, fmt.Sprintf("its game %v cannot have been played: %v", g.Key, err))
	}
	held := heldGame{at, rec, g.by}
	if r.word {
		return r.vote(held)
	}
	held.rec.Stderr = [2]string{} // only programs write there
	job := r.games[at].job        // its record is that of the game
	if !r.jobs[job].Keep {
		held.rec.CPU = [2]float64{}
	}
	if r.games[at].done {
		if !sameGame(&r.records[job], &held.rec) {
			r.startCheck(ctx, held, false)
		}
		return nil
	}
	if key == r.pool.Own {
		return r.accept(held)
	}
	r.held[key] = append(r.held[key], held)
	r.games[at].held++
	if g.Forfeit != "" || r.pool.workers.isNew(key) {
		r.startCheck(ctx, held, false)
	} else if r.pool.drawn() {
		r.startCheck(ctx, held, true)
	}
	return r.acceptHeld(key)
}

// prove derives the record of a game from what a worker claims about it.
func (r *round) prove(at int, o *outcome, by workerID) (arena.Record, error) {
	job := r.jobs[r.games[at].job]
	job.Keep = job.Keep || r.Ply != nil // whoever watches sees the moves
	claim := o.claim()
	rec, err := r.prover.Prove(&job, &claim)
	if rec.By = by.String(); by.key() == r.pool.Own {
		rec.By = ""
	}
	return rec, err
}

// isNew reports whether a worker's game has to be checked because few have been so far.
func (c *workerSet) isNew(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checked[key]++
	return c.checked[key] <= firstChecks
}

// startCheck has the coordinator play a game again. A sample is left out if too many wait.
func (r *round) startCheck(ctx context.Context, held heldGame, sample bool) {
	c := &r.pool.checker
	if sample {
		select {
		case c.room <- struct{}{}:
		default:
			return
		}
	}
	r.pending[held.by.key()]++
	go func() {
		rec, err := r.playOwn(ctx, held.game)
		if sample {
			<-c.room
		}
		r.deliver(update{check: &check{held, rec, err}})
	}()
}

// playOwn plays a game on this machine.
func (r *round) playOwn(ctx context.Context, at int) (arena.Record, error) {
	c, job := &r.pool.checker, r.jobs[r.games[at].job]
	job.Keep = job.Keep || r.Ply != nil // whoever watches sees the moves
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	own := arena.Round{Game: r.Game, Agents: r.Agents, Voids: r.Voids}
	return playRecovering(ctx, c.machine.Slot(&own), &job)
}

// ownGame is a game that the coordinator has played because workers failed on it.
type ownGame struct {
	game int
	rec  arena.Record
	err  error
}

// playHere has the coordinator play a game itself.
func (r *round) playHere(ctx context.Context, at int) {
	r.pool.noteOnce("here"+r.hash, "note: workers fail on games, as on %s: %s; this machine plays them", r.nameOf(at), r.faults[at].cause)
	r.games[at].held++ // nobody else gets it
	go func() {
		rec, err := r.playOwn(ctx, at)
		r.deliver(update{own: &ownGame{at, rec, err}})
	}()
}

// finishOwn takes up what the coordinator has played. What fails here too ends the work.
func (r *round) finishOwn(own *ownGame) error {
	r.games[own.game].held--
	f := r.faults[own.game]
	if runner := (*agent.RunnerError)(nil); errors.As(own.err, &runner) { // the user's own command
		return own.err
	}
	if own.err != nil {
		return r.unplayable(own.game, f.times+1, fmt.Sprintf("%s; %v on this machine", f.cause, own.err))
	}
	if r.word {
		r.pool.rest(&own.rec, "")
	}
	return r.finish(own.game, own.rec)
}

// finishCheck compares a worker's game with the coordinator's own.
func (r *round) finishCheck(c *check) error {
	key := c.by.key()
	r.pending[key]--
	if c.err != nil {
		return c.err
	}
	if !sameGame(&c.own, &c.rec) {
		if err := r.expose(c.by, fmt.Sprintf("its game %v is %s, but here it is %s", r.games[c.game].key, describe(&c.rec), describe(&c.own))); err != nil {
			return err
		}
	}
	if first := &r.records[r.games[c.game].job]; r.games[c.game].done && !sameGame(first, &c.own) {
		cause := fmt.Sprintf("its game %v, which has counted as %s, is %s here", r.games[c.game].key, describe(first), describe(&c.own))
		if id, known := r.pool.workers.called(first.By); known {
			return r.expose(id, cause)
		}
		return fmt.Errorf("cluster: %w", &arena.Distrusted{Worker: cmp.Or(first.By, "this machine"), Cause: cause, Counted: 1, Of: []string{r.Of}})
	}
	if !r.pool.workers.isBanned(key) {
		return r.acceptHeld(key)
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

// acceptHeld lets the games of a worker count, unless one of them is being checked.
func (r *round) acceptHeld(key string) error {
	if r.pending[key] > 0 {
		return nil
	}
	for _, held := range r.takeHeld(key) {
		if err := r.accept(held); err != nil {
			return err
		}
	}
	return nil
}

// accept lets a worker's game count.
func (r *round) accept(held heldGame) error {
	if r.games[held.game].done {
		return nil
	}
	if held.by.key() != r.pool.Own {
		r.pool.workers.count(held.by.key(), r.Of)
	}
	r.AddWaitsOf(&r.jobs[r.games[held.game].job], &held.rec)
	return r.finish(held.game, held.rec)
}

// expose has nothing of a worker count any more, and gives its games to others. What has
// counted already ends all work.
func (r *round) expose(by workerID, cause string) error {
	key := by.key()
	if r.pool.workers.isBanned(key) {
		return nil
	}
	cause = untrusted.Line(cause, maxDifference)
	counted := r.pool.workers.ban(by, cause)
	r.pool.noteOnce("banned"+key, "warning: worker %v is not to be trusted: %s; none of its games counts, and it gets no more", by, cause)
	if counted != nil {
		r.pool.fail(fmt.Errorf("cluster: %w", counted))
	}
	go func() {
		_ = r.pool.purgeKey(key) // whoever resumes the work checks them, too
		r.pool.wakeAll()
	}()
	r.orphans = true
	return r.pool.err()
}

// dropBanned forgets the games that banned workers hold, and reports whether games may be
// nowhere.
func (r *round) dropBanned() (orphans bool) {
	orphans, r.orphans = r.orphans, false
	for key := range r.held {
		if r.pool.workers.isBanned(key) {
			r.takeHeld(key)
			orphans = true
		}
	}
	return orphans
}

// takeHeld returns the results of a worker that have waited, and holds them no longer.
func (r *round) takeHeld(key string) []heldGame {
	list := r.held[key]
	delete(r.held, key)
	for _, held := range list {
		r.games[held.game].held--
	}
	return list
}

// vote counts what a worker says about a game that nobody can play again: alone, if it is
// enrolled, else once enough distinct keys say the same.
func (r *round) vote(held heldGame) error {
	p, key := r.pool, held.by.key()
	if r.games[held.game].done {
		return nil
	}
	if p.TrustWorkers || p.enrolled(key) {
		return r.acceptWord(held, []workerID{held.by})
	}
	if p.Quorum < 2 {
		p.noteOnce("unenrolled"+key, "note: worker %v is not enrolled: its games of programs or by the clock do not count (--enrol, --quorum)", held.by)
		return nil
	}
	votes := r.votes[held.game]
	if slices.ContainsFunc(votes, func(v heldGame) bool { return v.by.key() == key }) {
		return nil
	}
	votes = append(votes, held)
	r.votes[held.game] = votes
	var agree []workerID
	first := -1
	for i := range votes {
		if votes[i].rec.Result == held.rec.Result && votes[i].rec.Reason == held.rec.Reason {
			if agree = append(agree, votes[i].by); first < 0 {
				first = i
			}
		}
	}
	if len(agree) < p.Quorum {
		r.queue = append(r.queue, held.game)
		return nil
	}
	return r.acceptWord(votes[first], agree)
}

// acceptWord lets a game count on the word of workers.
func (r *round) acceptWord(held heldGame, by []workerID) error {
	names := map[string]bool{}
	for _, id := range by {
		if id.key() != r.pool.Own {
			names[id.String()] = true
		}
	}
	r.pool.rest(&held.rec, strings.Join(slices.Sorted(maps.Keys(names)), "+"))
	return r.accept(held)
}

// rest notes on whose word a game rests; "" is this process.
func (p *Pool) rest(rec *arena.Record, by string) {
	if rec.By, rec.Word = by, by; by == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words[by]++
}

// votersOf are the keys that have said something about a game.
func (r *round) votersOf(at int) (keys []string) {
	for _, v := range r.votes[at] {
		keys = append(keys, v.by.key())
	}
	return keys
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
	how := "the word of enrolled workers"
	switch {
	case p.TrustWorkers:
		how = "the word of any worker (--trust-workers)"
	case p.Quorum > 1:
		how = fmt.Sprintf("the word of enrolled workers, or of %d that agree (--quorum)", p.Quorum)
	}
	var words []string
	for _, by := range slices.Sorted(maps.Keys(p.words)) {
		words = append(words, fmt.Sprintf("%s %d", by, p.words[by]))
	}
	return append(list, "games of programs or by the clock rest on "+how+": "+strings.Join(words, ", "))
}
