package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/untrusted"
)

// round is a call of Run under way. Its own goroutine owns all but the inbox.
type round struct {
	arena.Round
	pool   *Pool
	ledger *ledger
	lineup *lineup
	hash   string // of the lineup
	jobs   []arena.Job

	games      []roundGame // each once, although several jobs may ask for it
	gameOf     map[key]int // index in games; not written after prepare
	delivered  []bool      // by game; the ledger's mutex guards it
	nextSame   []int       // by job: the next job of the same game, or -1
	missing    int
	records    []arena.Record
	queue      []int            // games to publish
	singles    int              // how many at the head of the queue go in batches of their own
	inFlight   map[string][]int // games, by the ID of their batch
	pace       time.Duration    // a game's time on one core
	faults     map[int]*fault
	refused    map[string]string // why, by worker
	lastUpdate time.Time

	mu     sync.Mutex
	inbox  []update
	signal chan struct{}
}

// roundGame is a game that one or more jobs ask for.
type roundGame struct {
	key  key
	job  int // the first one
	done bool
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
	now := &round{Round: r, pool: p, ledger: l, lineup: who, jobs: jobs, records: make([]arena.Record, len(jobs)), signal: make(chan struct{}, 1)}
	if err := now.prepare(parts); err != nil {
		return nil, err
	}
	l.register(now)
	defer l.unregister(now)
	if err := now.play(ctx, parts); err != nil {
		now.withdraw()
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
	r.lineup.Salt = r.pool.id
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
	r.inFlight, r.faults, r.refused, r.gameOf, r.nextSame = map[string][]int{}, map[int]*fault{}, map[string]string{}, make(map[key]int, len(r.jobs)), make([]int, len(r.jobs))
	for i := range r.jobs {
		job := r.jobs[i]
		job.Keep = job.Keep || r.Ply != nil
		k := keys.key(&job)
		r.nextSame[i] = -1
		if game, ok := r.gameOf[k]; ok {
			first := r.games[game].job
			r.nextSame[first], r.nextSame[i] = i, r.nextSame[first]
			continue
		}
		r.gameOf[k] = len(r.games)
		r.games = append(r.games, roundGame{key: k, job: i})
	}
	r.delivered, r.missing = make([]bool, len(r.games)), len(r.games)
	r.requeueMissing(false)
	return nil
}

// play publishes the missing games until all have a result.
func (r *round) play(ctx context.Context, parts objects) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	r.lastUpdate = time.Now()
	if err := r.handleUpdates(ctx); err != nil { // results of an earlier process
		return err
	}
	if r.missing > 0 {
		if err := r.pool.objects.put(ctx, r.hash, parts); err != nil {
			return err
		}
		defer func() { go r.pool.objects.release(r.hash) }()
	}
	if r.lineup.dependsOnSpeed(r.jobs) {
		r.pool.noteOnce("time", "warning: CPU time limits these games: agents play alike only on alike machines (nodes=N and depth=N do not depend on the machine)")
	}
	for r.missing > 0 {
		if err := r.publish(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.signal:
			if err := r.handleUpdates(ctx); err != nil {
				return err
			}
		case <-ticks.C:
			r.adjustAckWait(ctx)
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
func (r *round) finish(res *result) error {
	game := &r.games[r.gameOf[res.Key]]
	if game.done {
		return nil
	}
	game.done = true
	r.missing--
	for i := game.job; i >= 0; i = r.nextSame[i] {
		rec := res.record(r.jobs[i].ID, res.worker)
		if err := r.showPlies(&r.jobs[i], &rec); err != nil {
			return err
		}
		if r.records[i] = rec; r.Done != nil {
			r.Done(rec)
		}
	}
	return nil
}

// update is what the ledger or the server tells a round.
type update struct {
	report    *report // nil: the results are from an earlier process
	results   []*result
	abandoned *batch // delivered as often as allowed, and never finished
}

func (r *round) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

func (r *round) deliver(n update) {
	r.mu.Lock()
	r.inbox = append(r.inbox, n)
	r.mu.Unlock()
	r.wake()
}

// handleUpdates empties the inbox.
func (r *round) handleUpdates(ctx context.Context) error {
	r.mu.Lock()
	list := r.inbox
	r.inbox = nil
	r.mu.Unlock()
	for _, n := range list {
		r.lastUpdate = time.Now()
		if n.report != nil {
			if err := r.handleReport(n.report); err != nil {
				return err
			}
		}
		if n.abandoned != nil {
			if err := r.retryAbandoned(n.abandoned); err != nil {
				return err
			}
		}
		for _, res := range n.results {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.finish(res); err != nil {
				return err
			}
		}
		if n.report != nil && !n.report.Check {
			r.requestCheck(n.report.Worker, n.results)
		}
	}
	return nil
}

// publish sends batches until there are enough under way to keep all cores busy.
func (r *round) publish(ctx context.Context) error {
	const perCore, spare = 3, 4 // batches under way
	cores := r.pool.workers.cores(r.lineup.programs)
	for len(r.queue) > 0 && len(r.inFlight) < perCore*cores+spare {
		n := min(len(r.queue), r.batchSize(cores))
		if r.singles > 0 {
			n = 1
			r.singles--
		}
		games := r.unfinished(r.queue[:n])
		r.queue = r.queue[n:]
		if len(games) == 0 {
			continue
		}
		if err := r.send(games); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// unfinished returns the games that have no result.
func (r *round) unfinished(games []int) (open []int) {
	for _, g := range games {
		if !r.games[g].done {
			open = append(open, g)
		}
	}
	return open
}

// task packs a game for a worker.
func (r *round) task(game int) task {
	g := &r.games[game]
	return newTask(g.key, &r.jobs[g.job], r.Ply != nil)
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
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(len(r.queue))/float64(2*cores))
	return max(1, min(maxGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// send publishes a batch; checkProgress finds the ones that get lost.
func (r *round) send(games []int) error {
	b := batch{ID: r.pool.nextBatch(), Work: r.ledger.work, Lineup: r.hash}
	b.Games = make([]task, len(games))
	for i, g := range games {
		b.Games[i] = r.task(g)
	}
	data, err := marshal(&b)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: r.subject(), Data: data}
	if _, err := r.pool.broker.js.PublishMsgAsync(m, jetstream.WithMsgID(b.ID)); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("cluster: job: %w", err)
	}
	r.inFlight[b.ID] = games
	return nil
}

func (r *round) subject() string {
	return jobsSubject(r.pool.Identity.Program(), r.lineup.kind(), r.ledger.work)
}

// handleReport records the worker's speed and the games' pace, and retries failures.
func (r *round) handleReport(rep *report) error {
	if rep.Speed > 0 {
		r.pool.mu.Lock()
		r.pool.speeds[rep.Worker] = rep.Speed
		r.pool.mu.Unlock()
	}
	games, mine := r.inFlight[rep.Batch]
	if !mine || rep.Check {
		return nil
	}
	delete(r.inFlight, rep.Batch)
	switch {
	case rep.Refused:
		return r.retryRefused(games, rep)
	case rep.Failed != "":
		return r.retryFailed(games, rep)
	}
	r.queue = append(r.unplayed(games, rep), r.queue...) // of a batch that took a worker too long
	if n := len(rep.Games); n > 0 {
		each := max(1, time.Duration(rep.Seconds/float64(n)*float64(time.Second)))
		if r.pace == 0 {
			r.pace = each
		}
		r.pace = (3*r.pace + each) / 4
	}
	return nil
}

// adjustAckWait fits AckWait to the round's batches if it is off by more than a factor of two.
func (r *round) adjustAckWait(ctx context.Context) {
	if r.pace == 0 || !r.pool.nc.IsConnected() {
		return
	}
	broker, kind := r.pool.broker, r.lineup.kind()
	wait := ackWait(r.pace * time.Duration(r.batchSize(r.pool.workers.cores(r.lineup.programs))))
	broker.ackWaits.mu.Lock()
	have := broker.ackWaits.byKind[kind]
	broker.ackWaits.mu.Unlock()
	if wait > 2*have || 2*wait < have {
		_ = broker.createConsumer(ctx, r.pool.Identity.Program(), kind, wait) // if this fails, the old one stays
	}
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
func (r *round) retryRefused(games []int, rep *report) error {
	const maxCause = 300
	cause := untrusted.Line(fmt.Sprintf("%s refuses these games: %s", rep.Worker, rep.Failed), maxCause)
	r.pool.noteOnce("refuses"+rep.Worker+r.hash, "note: %s: others play them", cause)
	r.refused[rep.Worker] = cause
	r.queue = append(r.unplayed(games, rep), r.queue...)
	for _, w := range r.pool.workers.alive() {
		if _, refuses := r.refused[w.Worker]; !refuses && (w.Exec || !r.lineup.programs) {
			return nil
		}
	}
	return fmt.Errorf("cluster: no worker plays these games: %s", strings.Join(slices.Sorted(maps.Values(r.refused)), "; "))
}

// fault records the failures of a game.
type fault struct {
	cause string // the latest one
	times int
	on    map[string]bool // workers
}

// retryFailed queues again what a worker could not play, for other workers.
// Three failures end the work, or let the game end void if that is allowed; but first
// as many workers as there are must have tried: the disk of one may be full.
func (r *round) retryFailed(games []int, rep *report) error {
	enough := min(maxTries, r.pool.workers.workers(r.lineup.programs))
	open := r.unfinished(games)
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
		if f.times++; f.times < maxTries || len(f.on) < enough {
			continue
		}
		if rep.Void == nil || !r.Voids {
			return r.unplayable(g, f.times, f.cause)
		}
		if err := r.finish(&result{outcome: rep.Void, worker: rep.Worker}); err != nil {
			return err
		}
	}
	r.queue = append(open, r.queue...)
	return nil
}

// retryAbandoned queues the games of a batch that no worker finished again, one game per
// batch. A game that was already alone ends the work.
func (r *round) retryAbandoned(b *batch) error {
	sent, mine := r.inFlight[b.ID]
	if !mine {
		return nil
	}
	delete(r.inFlight, b.ID)
	open := r.unfinished(sent)
	if len(open) == 1 && len(sent) == 1 {
		return r.unplayable(open[0], maxTries, "the workers that took it ended without a word")
	}
	r.queue = append(open, r.queue...)
	r.singles += len(open)
	return nil
}

// unplayable is the error that names a game which no worker could play.
func (r *round) unplayable(game, times int, cause string) error {
	job := &r.jobs[r.games[game].job]
	var who [2]string
	for i, at := range []int{job.First, job.Second} {
		from, _ := agent.OriginOf(r.Agents[at])
		who[i] = from.Spec.String()
	}
	return fmt.Errorf("cluster: game %d (%s against %s from %q, seed %d) was tried %d times and never finished: %s",
		job.ID, who[0], who[1], job.Opening, job.Seed, times, cause)
}

// handleMaxDeliveries receives the advisory of a batch that was delivered as often as allowed,
// and hands the batch to whoever published it. JetStream leaves the message in the
// stream.
func (p *Pool) handleMaxDeliveries(m *nats.Msg) {
	var about struct {
		Seq uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(m.Data, &about); err != nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), maxSilence)
	defer stop()
	msg, err := p.broker.jobs.GetMsg(ctx, about.Seq)
	if err != nil {
		return // finished or purged meanwhile
	}
	b, err := parseBatch(msg.Data)
	if err != nil {
		return
	}
	p.mu.Lock()
	l := p.works[b.Work]
	p.mu.Unlock()
	if l == nil {
		return // another coordinator's
	}
	_ = p.broker.jobs.DeleteMsg(ctx, about.Seq) // if this fails, it stays, but no worker gets it
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.deliver(update{abandoned: b})
	}
}

// checkProgress checks, after some seconds without updates, whether any batch is still in
// progress.
func (r *round) checkProgress(ctx context.Context) error {
	if r.pool.workers.cores(r.lineup.programs) == 0 {
		what := "no worker is there yet"
		if r.lineup.programs {
			what += " that may run programs (--allow-exec)"
		}
		r.pool.noteOnce("alone"+r.lineup.kind(), "%s: the games wait", what)
	}
	if time.Since(r.lastUpdate) < serverTimeout || !r.pool.nc.IsConnected() {
		return nil
	}
	ask, stop := context.WithTimeout(ctx, serverTimeout)
	defer stop()
	queued, stuck, err := r.queueState(ask)
	if err != nil || queued > 0 && !stuck {
		return ctx.Err() // it is under way, or the server is away
	}
	if r.lastUpdate = time.Now(); queued > 0 {
		if err := r.pool.broker.jobs.Purge(ask, jetstream.WithPurgeSubject(r.subject())); err != nil {
			return nil
		}
	}
	r.requeueMissing(stuck)
	return nil
}

// queueState reports how many batches are on the server, and whether they are stuck:
// neither waiting for a worker nor with one.
func (r *round) queueState(ctx context.Context) (queued uint64, stuck bool, err error) {
	subject, broker := r.subject(), r.pool.broker
	info, err := broker.jobs.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, false, err
	}
	queued = info.State.Subjects[subject]
	cons, err := broker.jobs.Consumer(ctx, consumerName(r.pool.Identity.Program(), r.lineup.kind()))
	if err != nil {
		return queued, false, broker.createConsumers(ctx, r.pool.Identity.Program())
	}
	about := cons.CachedInfo()
	return queued, about.NumPending == 0 && about.NumAckPending == 0, nil
}

// requeueMissing publishes all missing games again; stuck ones have used up their deliveries.
func (r *round) requeueMissing(stuck bool) {
	r.queue, r.inFlight = nil, map[string][]int{}
	for g := range r.games {
		if !r.games[g].done {
			r.queue = append(r.queue, g)
		}
	}
	if stuck {
		r.singles = len(r.queue)
	}
}

// withdraw removes the jobs that nobody waits for any more.
func (r *round) withdraw() {
	ctx, stop := context.WithTimeout(context.Background(), heartbeat)
	defer stop()
	_ = r.ledger.purgeJobs(ctx) // if this fails, they are played for nothing
}

// Warnings say why results may depend on the machines.
func (p *Pool) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.speeds) == 0 {
		return nil
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(p.speeds)) {
		list = append(list, fmt.Sprintf("%s %.0f k", name, p.speeds[name]/1000))
	}
	return []string{"time limits on several machines; nodes a second of each worker: " + strings.Join(list, ", ")}
}

// requestCheck has another worker play a sample of a worker's games again. Games that get
// lost on the way are not checked: the sample is large enough without them.
func (r *round) requestCheck(worker string, fresh []*result) {
	var games []task
	for _, res := range fresh {
		if res.exact && res.Key.sampled(r.pool.Sample) {
			games = append(games, r.task(r.gameOf[res.Key]))
		}
	}
	if len(games) == 0 {
		return
	}
	workers := r.pool.workers.alive()
	start := int(games[0].Key[2]) // as good as random
	for i := range workers {
		other := &workers[(start+i)%len(workers)]
		if other.Worker == worker {
			continue
		}
		data, err := marshal(&batch{ID: "check", Work: r.ledger.work, Lineup: r.hash, Games: games})
		if err == nil {
			_ = r.pool.nc.Publish(checkSubject(other.Worker), data)
		}
		return
	}
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
