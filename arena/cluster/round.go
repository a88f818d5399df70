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

	"evolab/agent"
	"evolab/arena"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// round is a call of Run under way. Its own goroutine owns all but the inbox.
type round struct {
	arena.Round
	pool   *Pool
	ledger *ledger
	lineup *lineup
	hash   string // of the lineup
	jobs   []arena.Job

	games   []entry     // of the jobs, each once
	number  map[key]int // of a game; not written after prepare
	given   []bool      // by the ledger, whose lock it has
	twin    []int       // of a job: the next one of the same game, or -1
	missing int
	records []arena.Record
	queue   []int // games that are not published yet
	singles int   // how many at its beginning go alone
	under   map[string]sent
	pace    time.Duration // of a game, on one core
	faults  map[int]*fault
	last    time.Time // something arrived

	mu     sync.Mutex
	inbox  []arrival
	signal chan struct{}
}

// entry is a game.
type entry struct {
	key  key
	job  int // the first of its jobs
	done bool
}

// Run plays the jobs on the workers.
func (p *Pool) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if len(jobs) == 0 {
		return []arena.Record{}, ctx.Err()
	}
	who, parts, err := newLineup(&r, p.Require)
	if errors.Is(err, errStays) {
		return p.stay(ctx, r, jobs)
	}
	if err != nil {
		return nil, err
	}
	l, err := p.ledger(ctx, r.Of)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.caught:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	now := &round{Round: r, pool: p, ledger: l, lineup: who, jobs: jobs, records: make([]arena.Record, len(jobs)), signal: make(chan struct{}, 1)}
	if err := now.prepare(parts); err != nil {
		return nil, err
	}
	l.begin(now)
	defer l.end(now)
	if err := now.play(ctx, parts); err != nil {
		now.abandon()
		return nil, err
	}
	return now.records, nil
}

// stay plays on this machine the games whose agents cannot travel.
func (p *Pool) stay(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if p.Local == nil {
		return nil, fmt.Errorf("cluster: one of the agents can play only on this machine, whose cores take no part")
	}
	p.noteOnce("stay", "note: one of the agents cannot travel (a program with one folder for all games, or a person): its games are played on this machine")
	return p.Local.Run(ctx, r, jobs)
}

// prepare names the games.
func (r *round) prepare(parts objects) error {
	r.lineup.Salt = r.pool.nonce
	data, err := encode(r.lineup)
	if err != nil {
		return err
	}
	r.hash = hashOf(data)
	parts[r.hash] = data
	keys, err := newKeyer(r.pool.Identity.Program(), r.lineup)
	if err != nil {
		return err
	}
	r.under, r.faults, r.number, r.twin = map[string]sent{}, map[int]*fault{}, make(map[key]int, len(r.jobs)), make([]int, len(r.jobs))
	for i := range r.jobs {
		job := r.jobs[i]
		job.Keep = job.Keep || r.Ply != nil
		k := keys.key(&job)
		r.twin[i] = -1
		if game, ok := r.number[k]; ok {
			first := r.games[game].job
			r.twin[first], r.twin[i] = i, r.twin[first]
			continue
		}
		r.number[k] = len(r.games)
		r.games = append(r.games, entry{key: k, job: i})
	}
	r.given, r.missing = make([]bool, len(r.games)), len(r.games)
	r.again(false)
	return nil
}

// play publishes the missing games until all have a result.
func (r *round) play(ctx context.Context, parts objects) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	r.last = time.Now()
	if err := r.take(ctx); err != nil { // of an earlier life
		return err
	}
	if r.missing > 0 {
		if err := r.pool.stock.put(ctx, r.hash, parts); err != nil {
			return err
		}
		defer func() { go r.pool.stock.drop(r.hash) }()
	}
	if r.lineup.onTime(r.jobs) {
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
			if err := r.take(ctx); err != nil {
				return err
			}
		case <-ticks.C:
			r.expect(ctx)
			if err := r.watch(ctx); err != nil {
				return err
			}
		}
		if err := r.pool.err(); err != nil {
			return err
		}
	}
	return r.pool.err()
}

// finish records a result for each of its jobs.
func (r *round) finish(res *result) error {
	game := &r.games[r.number[res.Key]]
	if game.done {
		return nil
	}
	game.done = true
	r.missing--
	for i := game.job; i >= 0; i = r.twin[i] {
		rec := res.record(r.jobs[i].ID, res.by)
		if err := r.replay(&r.jobs[i], &rec); err != nil {
			return err
		}
		if r.records[i] = rec; r.Done != nil {
			r.Done(rec)
		}
	}
	return nil
}

// arrival is news for a round.
type arrival struct {
	report *report // nil: results of an earlier life
	fresh  []*result
	dead   *batch // nobody has finished it
}

func (r *round) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

// arrive puts news into the inbox.
func (r *round) arrive(a arrival) {
	r.mu.Lock()
	r.inbox = append(r.inbox, a)
	r.mu.Unlock()
	r.wake()
}

// take empties the inbox.
func (r *round) take(ctx context.Context) error {
	r.mu.Lock()
	list := r.inbox
	r.inbox = nil
	r.mu.Unlock()
	for _, a := range list {
		r.last = time.Now()
		if a.report != nil {
			if err := r.heard(a.report); err != nil {
				return err
			}
		}
		if a.dead != nil {
			if err := r.dead(a.dead); err != nil {
				return err
			}
		}
		for _, res := range a.fresh {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.finish(res); err != nil {
				return err
			}
		}
		if a.report != nil && !a.report.Check {
			r.second(a.report.Worker, a.fresh)
		}
	}
	return nil
}

// sent is a batch under way.
type sent struct {
	games []int
}

// publish keeps some batches for each core under way.
func (r *round) publish(ctx context.Context) error {
	cores := r.pool.crew.cores(r.lineup.programs)
	for len(r.queue) > 0 && len(r.under) < 3*cores+4 {
		n := min(len(r.queue), r.size(cores))
		if r.singles > 0 {
			n = 1
			r.singles--
		}
		games := r.without(r.queue[:n])
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

// without lists those of some games that have no result.
func (r *round) without(games []int) (open []int) {
	for _, g := range games {
		if !r.games[g].done {
			open = append(open, g)
		}
	}
	return open
}

// task is a game as it travels.
func (r *round) task(game int) task {
	g := &r.games[game]
	return newTask(g.key, &r.jobs[g.job], r.Ply != nil)
}

// size is the number of games in the next batch: at most a second's worth, a fourth
// of each core's share of the round, and towards the end half of its share of the
// remaining games, so that all cores finish at about the same time. It is one until
// the speed is known, in the first round of a work.
func (r *round) size(cores int) int {
	if r.pace == 0 {
		return 1
	}
	const longest, shortest = time.Second, 5 * time.Millisecond // bounds of a batch's expected time on a core
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(len(r.queue))/float64(2*cores))
	return max(1, min(mostGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// send publishes a batch; watch finds the ones that get lost.
func (r *round) send(games []int) error {
	b := batch{ID: r.pool.nextBatch(), Work: r.ledger.work, Lineup: r.hash}
	b.Games = make([]task, len(games))
	for i, g := range games {
		b.Games[i] = r.task(g)
	}
	data, err := write(&b)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: r.subject(), Data: data}
	if _, err := r.pool.board.js.PublishMsgAsync(m, jetstream.WithMsgID(b.ID)); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("cluster: job: %w", err)
	}
	r.under[b.ID] = sent{games}
	return nil
}

func (r *round) subject() string {
	return jobsSubject(r.pool.Identity.Program(), r.lineup.kind(), r.ledger.work)
}

// heard records what a report says apart from results.
func (r *round) heard(rep *report) error {
	if rep.Speed > 0 {
		r.pool.mu.Lock()
		r.pool.speeds[rep.Worker] = rep.Speed
		r.pool.mu.Unlock()
	}
	b, mine := r.under[rep.Batch]
	if !mine || rep.Check {
		return nil
	}
	delete(r.under, rep.Batch)
	if rep.Failed != "" {
		return r.failed(b.games, rep)
	}
	if n := len(rep.Games); n > 0 {
		each := max(1, time.Duration(rep.Seconds/float64(n)*float64(time.Second)))
		if r.pace == 0 {
			r.pace = each
		}
		r.pace = (3*r.pace + each) / 4
	}
	return nil
}

// expect adjusts AckWait to the batches of a round if it is far off.
func (r *round) expect(ctx context.Context) {
	if r.pace == 0 || !r.pool.nc.IsConnected() {
		return
	}
	board, kind := r.pool.board, r.lineup.kind()
	wait := ackWait(r.pace * time.Duration(r.size(r.pool.crew.cores(r.lineup.programs))))
	board.waits.mu.Lock()
	have := board.waits.by[kind]
	board.waits.mu.Unlock()
	if wait > 2*have || 2*wait < have {
		_ = board.consumer(ctx, r.pool.Identity.Program(), kind, wait) // or it stays as it is
	}
}

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

// givenUp receives the advisory of a batch that was delivered as often as allowed,
// and hands the batch to whoever published it. JetStream leaves the message in the
// stream.
func (p *Pool) givenUp(m *nats.Msg) {
	var about struct {
		Seq uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(m.Data, &about); err != nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), gone)
	defer stop()
	msg, err := p.board.jobs.GetMsg(ctx, about.Seq)
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
	_ = p.board.jobs.DeleteMsg(ctx, about.Seq) // or it stays and nobody gets it
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.arrive(arrival{dead: b})
	}
}

// watch checks, after a second or more without news, whether any batch is still in
// progress.
func (r *round) watch(ctx context.Context) error {
	if r.pool.crew.cores(r.lineup.programs) == 0 {
		what := "no worker is there yet"
		if r.lineup.programs {
			what += " that may run programs (--allow-exec)"
		}
		r.pool.noteOnce("alone"+r.lineup.kind(), "%s: the games wait", what)
	}
	if time.Since(r.last) < answer || !r.pool.nc.IsConnected() {
		return nil
	}
	ask, stop := context.WithTimeout(ctx, answer)
	defer stop()
	queued, stuck, err := r.state(ask)
	if err != nil || queued > 0 && !stuck {
		return ctx.Err() // it is under way, or the server is away
	}
	if r.last = time.Now(); queued > 0 {
		if err := r.pool.board.jobs.Purge(ask, jetstream.WithPurgeSubject(r.subject())); err != nil {
			return nil
		}
	}
	r.again(stuck)
	return nil
}

// state reports how many batches are on the server, and whether they are stuck:
// neither waiting for a worker nor with one.
func (r *round) state(ctx context.Context) (queued uint64, stuck bool, err error) {
	subject, board := r.subject(), r.pool.board
	info, err := board.jobs.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, false, err
	}
	queued = info.State.Subjects[subject]
	cons, err := board.jobs.Consumer(ctx, consumerName(r.pool.Identity.Program(), r.lineup.kind()))
	if err != nil {
		return queued, false, r.pool.board.consumers(ctx, r.pool.Identity.Program())
	}
	about := cons.CachedInfo()
	return queued, about.NumPending == 0 && about.NumAckPending == 0, nil
}

// again publishes all missing games again; stuck ones have used up their tries.
func (r *round) again(stuck bool) {
	r.queue, r.under = nil, map[string]sent{}
	for g := range r.games {
		if !r.games[g].done {
			r.queue = append(r.queue, g)
		}
	}
	if stuck {
		r.singles = len(r.queue)
	}
}

// abandon withdraws the jobs that nobody waits for any more.
func (r *round) abandon() {
	ctx, stop := context.WithTimeout(context.Background(), heard)
	defer stop()
	_ = r.ledger.purgeJobs(ctx) // else it is played for nothing
}

// Warnings say what makes a result depend on the machines.
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

// second lets another worker replay a sample of a worker's games. Games that get
// lost on the way are not checked: the sample is large enough without them.
func (r *round) second(worker string, fresh []*result) {
	var games []task
	for _, res := range fresh {
		if res.exact && res.Key.sampled(r.pool.Sample) {
			games = append(games, r.task(r.number[res.Key]))
		}
	}
	if len(games) == 0 {
		return
	}
	there := r.pool.crew.there()
	at := int(games[0].Key[2])
	for i := range there {
		other := &there[(at+i)%len(there)]
		if other.Worker == worker {
			continue
		}
		data, err := write(&batch{ID: "check", Work: r.ledger.work, Lineup: r.hash, Games: games})
		if err == nil {
			_ = r.pool.nc.Publish(checkSubject(other.Worker), data)
		}
		return
	}
}

// replay shows a game of another machine to the round's watcher, and drops the moves
// that were kept only for this.
func (r *round) replay(job *arena.Job, rec *arena.Record) error {
	if r.Ply == nil {
		return nil
	}
	b, err := r.Game.Board(job.Variant, job.Opening)
	if err != nil {
		return err
	}
	for i, text := range rec.Moves {
		m, err := b.ParseMove(text)
		if err != nil || !slices.Contains(b.Moves(nil), m) {
			return fmt.Errorf("cluster: game %d, played by %s: move %d is %.40q, which is not legal: that machine is not to be trusted", job.ID, rec.By, i+1, text)
		}
		ply := arena.Ply{Job: job, Number: i + 1, Side: b.Turn(), Move: text, Board: b}
		ply.Choice.Move = m
		b.Play(m)
		r.Ply(ply)
	}
	if !job.Keep {
		rec.Moves, rec.CPU = nil, [2]float64{}
	}
	return nil
}
