package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// round is a call of Run under way. Its own goroutine owns all but the inbox.
type round struct {
	arena.Round
	pool   *Pool
	ledger *ledger
	lineup *lineup
	hash   string // of the lineup
	prover *arena.Prover
	word   bool // the games cannot be played again: they rest on the word of those who play them

	jobs    []arena.Job
	records []arena.Record // by job
	games   []roundGame    // each once, although several jobs may ask for it
	gameOf  map[key]int    // index in games; not written after prepare
	missing int            // games without a result
	checks  int            // games that are being played again

	turn     turn
	queue    []int               // games to send
	inFlight map[string]*flight  // by the ID of the batch
	pace     time.Duration       // a game's time on one core
	faults   map[int]*fault      // by game; such games go in batches of their own
	refused  map[workerID]string // why

	inbox   inbox
	changed atomic.Bool // workers have come or gone
}

// roundGame is a game that one or more jobs ask for.
type roundGame struct {
	key  key
	jobs []int
	here bool // the coordinator plays it
	done bool
}

// turn is the order in which Round.Next wants the games played; without it they are queued
// from the start.
type turn struct {
	gameOf []int           // by job
	waits  []bool          // by game: it has not been queued
	left   int             // games that wait
	later  <-chan struct{} // closed when Next may have a game again; nil: it may have one now
}

// Run plays the jobs on the workers.
func (p *Pool) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if len(jobs) == 0 {
		return []arena.Record{}, ctx.Err()
	}
	who, parts, err := newLineup(&r, p.Require)
	if errors.Is(err, errLocalOnly) {
		return p.runLocally(ctx, r, jobs)
	}
	if err != nil {
		return nil, err
	}
	l, err := p.ledger(ctx, r.Of)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.caughtUp:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	now := &round{Round: r, pool: p, ledger: l, lineup: who, jobs: jobs, records: make([]arena.Record, len(jobs)), inbox: newInbox()}
	if err := now.prepare(parts); err != nil {
		return nil, err
	}
	p.objects.use(now.hash, parts)
	defer p.objects.release(now.hash)
	l.register(now)
	defer l.unregister(now)
	defer now.landAll()
	checking, stop := context.WithCancel(ctx)
	defer stop()
	if err := now.play(checking); err != nil {
		return nil, err
	}
	return now.records, nil
}

// runLocally plays games whose agents cannot travel.
func (p *Pool) runLocally(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if p.Local == nil {
		return nil, fmt.Errorf("cluster: one of the agents can play only on this machine, whose cores take no part")
	}
	p.noteOnce("stay", "note: one of the agents cannot travel (a program with one folder for all games, or a person): its games are played on this machine")
	return p.Local.Run(ctx, r, jobs)
}

// prepare gives each game its key.
func (r *round) prepare(parts objects) error {
	data, err := marshalJSON(r.lineup)
	if err != nil {
		return err
	}
	r.hash = hashOf(data)
	parts[r.hash] = data
	keys, err := newKeyer(r.pool.Identity.Program(), r.lineup)
	if err != nil {
		return err
	}
	r.prover, r.gameOf = arena.NewProver(r.Game), make(map[key]int, len(r.jobs))
	r.inFlight, r.faults, r.refused = map[string]*flight{}, map[int]*fault{}, map[workerID]string{}
	for i := range r.jobs {
		r.word = r.word || !r.lineup.repeatable(&r.jobs[i])
		k := keys.key(&r.jobs[i])
		g, known := r.gameOf[k]
		if !known {
			g = len(r.games)
			r.gameOf[k] = g
			r.games = append(r.games, roundGame{key: k})
		}
		r.games[g].jobs = append(r.games[g].jobs, i)
		r.turn.gameOf = append(r.turn.gameOf, g)
	}
	r.missing, r.turn.waits = len(r.games), make([]bool, len(r.games))
	for g := range r.games {
		if r.Next == nil {
			r.queue = append(r.queue, g)
		} else {
			r.turn.waits[g] = true
			r.turn.left++
		}
	}
	return nil
}

// job is the first one that asks for a game.
func (r *round) job(game int) *arena.Job { return &r.jobs[r.games[game].jobs[0]] }

// draw fills the queue up to n games, in the order of Next. Once Next wants no more, those
// that still wait count as done.
func (r *round) draw(n int) {
	t := &r.turn
	for len(r.queue) < n && t.left > 0 {
		var i int
		if i, t.later = r.Next(); t.later != nil {
			return
		}
		if i < 0 {
			for g, waits := range t.waits {
				if waits && !r.games[g].done {
					r.games[g].done = true
					r.missing--
				}
			}
			clear(t.waits)
			t.left = 0
			return
		}
		if g := t.gameOf[i]; t.waits[g] {
			t.waits[g] = false
			t.left--
			r.queue = append(r.queue, g)
		}
	}
}

// waiting is the number of games that are not with workers.
func (r *round) waiting() int { return len(r.queue) + r.turn.left }

// play sends the missing games to workers until all have a result, and those that are
// checked have been played again.
func (r *round) play(ctx context.Context) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	if err := r.handleUpdates(ctx); err != nil { // results of an earlier process
		return err
	}
	if r.lineup.dependsOnSpeed(r.jobs) {
		r.pool.noteOnce("time", "warning: CPU time limits these games: agents play alike only on alike machines (nodes=N and depth=N do not depend on the machine)")
	}
	for r.missing > 0 || r.checks > 0 {
		if err := r.publish(ctx); err != nil {
			return err
		}
		if r.missing == 0 && r.checks == 0 { // the rest is not to be played
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.turn.later:
			r.turn.later = nil
		case <-r.inbox.signal:
			if err := r.handleUpdates(ctx); err != nil {
				return err
			}
		case <-ticks.C:
			if err := r.checkProgress(ctx); err != nil {
				return err
			}
		}
		if err := r.pool.err(); err != nil {
			return err
		}
	}
	return r.pool.err()
}

// finish records the result of a game for each of its jobs.
func (r *round) finish(at int, result arena.Record) error {
	game := &r.games[at]
	if game.done {
		return nil
	}
	game.done = true
	r.missing--
	for _, i := range game.jobs {
		rec := result
		rec.Job = r.jobs[i].ID
		if err := r.showPlies(&r.jobs[i], &rec); err != nil {
			return err
		}
		if r.records[i] = rec; r.Done != nil {
			r.Done(rec)
		}
	}
	return nil
}

// inbox holds what the round has to look at.
type inbox struct {
	mu     sync.Mutex
	list   []update
	signal chan struct{}
}

// update is what the ledger, or a game played here, tells a round.
type update struct {
	report *report // nil: the games are from an earlier process
	by     workerID
	games  []received
	own    *ownGame
}

func newInbox() inbox { return inbox{signal: make(chan struct{}, 1)} }

func (b *inbox) deliver(n update) {
	b.mu.Lock()
	b.list = append(b.list, n)
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) wake() {
	select {
	case b.signal <- struct{}{}:
	default:
	}
}

func (b *inbox) take() []update {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.list
	b.list = nil
	return list
}

// handleUpdates empties the inbox.
func (r *round) handleUpdates(ctx context.Context) error {
	for _, n := range r.inbox.take() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		if n.own != nil {
			err = r.finishOwn(n.own)
		}
		if n.report != nil {
			err = r.handleReport(ctx, n.report, n.by)
		}
		for i := 0; i < len(n.games) && err == nil; i++ {
			err = r.consider(ctx, n.games[i])
		}
		if err != nil {
			return err
		}
	}
	if r.changed.Swap(false) {
		return r.recover(ctx)
	}
	return nil
}

// requeueOrphans queues the games that are nowhere, since a report was no report.
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

// publish sends batches until all workers have enough to do.
func (r *round) publish(ctx context.Context) error {
	const busy = 3 // batches for each core
	cores := r.pool.workers.coresFor(r)
	var waiting []int
	for {
		n := r.batchSize(max(1, cores))
		r.draw(n)
		if n = min(n, len(r.queue)); n == 0 {
			break
		}
		if i := slices.IndexFunc(r.queue[:n], func(g int) bool { return r.faults[g] != nil }); i >= 0 {
			n = max(1, i)
		}
		games := r.unfinished(r.queue[:n])
		if len(games) == 0 {
			r.queue = r.queue[n:]
			continue
		}
		done, passed := r.doneWith(games[0]), false // over a worker that is free
		to := r.pool.workers.pick(r, busy, func(id workerID) bool {
			passed = passed || done(id)
			return done(id)
		})
		if to == "" && passed {
			waiting = append(waiting, r.queue[0])
			r.queue = r.queue[1:]
			continue
		}
		if to == "" {
			break
		}
		r.queue = r.queue[n:]
		if err := r.send(games, to); err != nil {
			return err
		}
	}
	r.queue = append(r.queue, waiting...)
	return ctx.Err()
}

// doneWith reports whether a worker does not get a game, having failed on it, while there
// are others that have not.
func (r *round) doneWith(game int) func(workerID) bool {
	f := r.faults[game]
	others := f != nil && r.pool.workers.anyFor(r, func(w *liveWorker) bool { return !f.on[w.id] })
	return func(id workerID) bool { return others && f.on[id] }
}

// isOpen reports whether workers have to play a game.
func (r *round) isOpen(game int) bool { return !r.games[game].done && !r.games[game].here }

func (r *round) unfinished(games []int) (open []int) {
	for _, g := range games {
		if r.isOpen(g) {
			open = append(open, g)
		}
	}
	return open
}

// task packs a game for a worker.
func (r *round) task(game int) task {
	job := r.job(game)
	return newTask(r.games[game].key, job, r.WaitsOf(job))
}

// batchSize is the number of games in the next batch: at most a second's worth, a fourth
// of each core's share of the round, and towards the end half of its share of the
// remaining games, so that all cores finish at about the same time. It is one until
// the speed is known, in the first round of a work.
func (r *round) batchSize(cores int) int {
	if r.pace == 0 {
		return 1
	}
	const longest, shortest = time.Second, 5 * time.Millisecond // bounds of a batch's expected time on a core
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(r.waiting())/float64(2*cores))
	return max(1, min(maxGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// flight is a batch that a worker has, or is on its way to it.
type flight struct {
	games    []int
	to       workerID
	sent     time.Time
	patience time.Duration // after which another worker gets the games, too, if it has nothing to do
}

// send sends games to a worker.
func (r *round) send(games []int, to workerID) error {
	b := batch{ID: r.pool.nextBatch(), Coordinator: r.pool.id, Work: r.ledger.work, Lineup: r.hash}
	b.Games = make([]task, len(games))
	for i, g := range games {
		b.Games[i] = r.task(g)
	}
	data, err := marshal(&b)
	if err != nil {
		return err
	}
	if err := r.pool.nc.Publish(jobsPrefix+string(to), data); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("cluster: job: %w", err)
	}
	const slow = 12 // times the expected time, for the batches before it, too
	patience := 5 * heartbeat
	if r.pace > 0 {
		patience = max(heartbeat, slow*r.pace*time.Duration(len(games)))
	}
	r.inFlight[b.ID] = &flight{games, to, time.Now(), patience}
	return nil
}

// land takes a batch off the list of its worker.
func (r *round) land(id string) {
	if f := r.inFlight[id]; f != nil {
		delete(r.inFlight, id)
		r.pool.workers.done(f.to)
	}
}

func (r *round) landAll() {
	for id := range r.inFlight {
		r.land(id)
	}
}

// recover queues again what workers have that are gone, or do not have what was sent to
// them. Towards the end it also sends what one is slow with to another that has nothing to
// do: the first result counts.
func (r *round) recover(ctx context.Context) error {
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

// overdue returns the games of a batch that others have to play, since its worker says
// nothing of use about them. Those for which several workers do so the coordinator plays.
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
	done := r.doneWith(open[0])
	to := r.pool.workers.pick(r, 1, func(id workerID) bool { return id == f.to || done(id) })
	if to == "" {
		return nil
	}
	f.patience *= 2
	return r.send(open, to)
}

// handleReport records the worker's speed and the games' pace, and retries failures.
func (r *round) handleReport(ctx context.Context, rep *report, by workerID) error {
	f := r.inFlight[rep.Batch]
	if f == nil || f.to != by {
		return nil
	}
	r.land(rep.Batch)
	r.pool.workers.noteResult(by, rep)
	if rep.Speed > 0 {
		r.pool.mu.Lock()
		r.pool.speeds[string(by)] = rep.Speed
		r.pool.mu.Unlock()
	}
	switch {
	case rep.Refused:
		return r.retryRefused(f.games, rep, by)
	case rep.Failed != "":
		return r.retryFailed(ctx, f, rep, by)
	}
	r.queue = append(r.unplayed(f.games, rep), r.queue...) // of a batch that took a worker too long
	if n := len(rep.Games); n > 0 {
		each := max(1, time.Duration(rep.Seconds/float64(n)*float64(time.Second)))
		if r.pace == 0 {
			r.pace = each
		}
		r.pace = (3*r.pace + each) / 4
	}
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

// retryRefused queues again what a worker refuses to play, for other workers, and says so.
// If all workers refuse, the work ends.
func (r *round) retryRefused(games []int, rep *report, by workerID) error {
	cause := untrusted.Line(fmt.Sprintf("%v refuses these games: %s", by, rep.Failed), maxDifference)
	r.refused[by] = cause
	r.queue = append(r.unplayed(games, rep), r.queue...)
	if r.pool.workers.coresFor(r) > 0 {
		r.pool.noteOnce("refuses"+string(by)+r.hash, "note: %s: others play them", cause)
		return nil
	}
	return fmt.Errorf("cluster: no worker plays these games: %s", strings.Join(slices.Sorted(maps.Values(r.refused)), "; "))
}

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

// retryFailed queues again what a worker could not play, for other workers. What nobody can
// play ends void where that is allowed, and else ends the work.
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

// retryAbandoned queues the games of a batch whose worker is gone again. If the worker may
// have ended because of one of them (blamed), each goes alone; one that was alone is the one.
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

// unplayable is the error that names a game which no worker could play.
func (r *round) unplayable(game, times int, cause string) error {
	return fmt.Errorf("cluster: %s was tried %s and never finished: %s", r.nameOf(game), quantity.Of(times, "time"), cause)
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

// checkProgress looks after batches whose workers say nothing, and says why games wait.
func (r *round) checkProgress(ctx context.Context) error {
	if err := r.recover(ctx); err != nil {
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

// showPlies shows a worker's game to the round's watcher, and drops the moves
// that were kept only for this.
func (r *round) showPlies(job *arena.Job, rec *arena.Record) error {
	if r.Ply == nil {
		return nil
	}
	b, err := r.Game.Board(job.Variant, job.Opening)
	if err != nil {
		return err
	}
	err = arena.Replay(b, rec.Moves, func(p arena.Ply) error {
		p.Job = job
		r.Ply(p)
		return nil
	})
	if err != nil {
		return fmt.Errorf("cluster: game %d, played by %s: %w: that machine is not to be trusted", job.ID, rec.By, err)
	}
	if !job.Keep {
		rec.Moves, rec.CPU = nil, [2]float64{}
	}
	return nil
}
