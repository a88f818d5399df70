package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// Worker plays games for coordinators.
type Worker struct {
	Name     string // unique on the server
	Cores    int
	Policy   Policy
	Identity Identity
	Games    agent.Table
	// Note, if set, passes on remarks.
	Note func(text string)
	// Play, if set, replaces playing a batch, as in a simulation.
	Play func(ctx context.Context, games int) error

	nc      *nats.Conn
	js      jetstream.JetStream
	machine arena.Machine
	lineups lineupCache
	meter   gameMeter
	speeds  searchSpeeds
	backoff backoff

	abandon  context.CancelCauseFunc // ends Serve
	mu       sync.Mutex
	epoch    context.Context // ends when the connection is renewed: the server may be another one
	endEpoch context.CancelFunc
	checks   chan *nats.Msg // batches to play a second time
}

// ErrOtherProgram is the error of a worker that finds only coordinators of other programs.
var ErrOtherProgram = errors.New("the coordinator is another program")

// Serve plays until the context ends, for one coordinator after another. It waits
// while there is none.
func (w *Worker) Serve(ctx context.Context, nc *nats.Conn) error {
	const maxChecks = 256 // that wait; more are lost
	w.nc = nc
	js, err := jetstream.New(nc)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	w.js, w.checks = js, make(chan *nats.Msg, maxChecks)
	w.lineups.games, w.lineups.fetch, w.lineups.policy, w.lineups.cores = w.Games, w.fetch, &w.Policy, w.Cores
	defer w.lineups.close()
	w.nextEpoch(ctx)
	nc.SetReconnectHandler(func(*nats.Conn) { w.nextEpoch(ctx) })
	sub, err := nc.ChanSubscribe(checkSubject(w.Name), w.checks)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	if err := w.awaitCoordinator(ctx); err != nil {
		return err
	}
	ctx, w.abandon = context.WithCancelCause(ctx)
	defer w.abandon(nil)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return w.announce(ctx) })
	for range w.Cores {
		sources := []*source{{kind: plainKind}}
		if w.Policy.Exec {
			sources = append(sources, &source{kind: execKind})
		}
		group.Go(func() error { return w.runSlot(ctx, sources) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if cause := context.Cause(ctx); errors.Is(cause, ErrStuck) {
		return cause
	}
	return nil
}

// nextEpoch makes all parts of the worker look up again what is on the server.
func (w *Worker) nextEpoch(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.endEpoch != nil {
		w.endEpoch()
	}
	w.epoch, w.endEpoch = context.WithCancel(ctx)
}

func (w *Worker) currentEpoch() context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.epoch
}

// awaitCoordinator waits for a coordinator of the same program. It fails if the first
// ones that it finds are all of other programs.
func (w *Worker) awaitCoordinator(ctx context.Context) error {
	for {
		ask, stop := context.WithTimeout(ctx, heartbeat)
		err := w.findCoordinator(ask)
		stop()
		if err == nil || errors.Is(err, ErrOtherProgram) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(heartbeat / 10):
		}
	}
}

// findCoordinator fails with ErrOtherProgram if there are coordinators, but only of
// other programs.
func (w *Worker) findCoordinator(ctx context.Context) error {
	list, err := liveCoordinators(ctx, w.js)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("cluster: no coordinator")
	}
	differs := ""
	for _, l := range list {
		d := w.Identity.Differences(l.Identity)
		if d == "" {
			return nil
		}
		differs = fmt.Sprintf("%s: %s", l.Machine, d)
	}
	return fmt.Errorf("cluster: %w: on %s", ErrOtherProgram, differs)
}

// announce keeps reporting that the worker is there.
func (w *Worker) announce(ctx context.Context) error {
	s := Status{Worker: w.Name, Machine: MachineName(), Cores: w.Cores, Exec: w.Policy.Exec, Identity: w.Identity}
	for {
		w.meter.fill(&s)
		if data, err := marshalJSON(&s); err == nil && w.nc.IsConnected() { // else nobody could read it
			_ = w.nc.Publish("$KV."+workerBucket+"."+w.Name, data)
		}
		select {
		case <-time.After(heartbeat):
		case <-w.currentEpoch().Done():
			pause(ctx, heartbeat/20) // another server, or the end
		}
		if ctx.Err() != nil {
			leaving, stop := context.WithTimeout(context.WithoutCancel(ctx), heartbeat/4)
			defer stop()
			if kv, err := w.js.KeyValue(leaving, workerBucket); err == nil {
				_ = kv.Delete(leaving, w.Name) // else it is gone after a while
			}
			return nil
		}
	}
}

// fetch gets an object from the server's store.
func (w *Worker) fetch(hash string) ([]byte, error) {
	ctx, stop := context.WithTimeout(w.currentEpoch(), time.Minute)
	defer stop()
	store, err := w.js.ObjectStore(ctx, objectBucket)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	object, err := store.Get(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("cluster: object %s: %w", hash, err)
	}
	defer object.Close()
	data, err := io.ReadAll(io.LimitReader(object, maxObject+1))
	switch {
	case err != nil:
	case len(data) > maxObject:
		err = refuse("it has more than %d MB", maxObject>>20)
	case hashOf(data) != hash:
		err = errors.New("its contents have another hash")
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: object %s: %w", hash, err)
	}
	return data, nil
}

func (w *Worker) note(format string, args ...any) {
	if w.Note != nil {
		w.Note(fmt.Sprintf(format, args...))
	}
}

// runSlot plays one batch after another.
func (w *Worker) runSlot(ctx context.Context, sources []*source) error {
	for at := 0; ctx.Err() == nil; {
		w.backoff.wait(ctx)
		epoch := w.currentEpoch()
		msg, err := w.nextBatch(epoch, sources[at])
		switch {
		case msg != nil:
			w.playBatch(ctx, msg)
			sources[at].since, sources[at].patience = time.Now(), minPatience
		case err != nil:
			w.closeSource(ctx, sources[at])
			*sources[at] = source{kind: sources[at].kind} // the server may be another one
			pause(epoch, heartbeat/10)
		case len(sources) > 1: // nothing to do: perhaps for the other kind
			w.closeSource(ctx, sources[at])
			at = 1 - at
		case sources[at].isSilent(time.Now()):
			w.closeSource(ctx, sources[at])
			sources[at].consumer = nil // perhaps it does not exist yet
		}
	}
	for _, s := range sources {
		w.closeSource(ctx, s)
	}
	return nil
}

// closeSource closes a source. A batch that arrives meanwhile is played or given back.
func (w *Worker) closeSource(ctx context.Context, s *source) {
	if s.messages == nil {
		return
	}
	s.messages.Drain()
	msg, err := s.messages.Next(jetstream.NextMaxWait(heartbeat / 4))
	s.messages = nil
	if err == nil {
		w.playBatch(ctx, msg)
		s.patience = 0
	}
}

// nextBatch waits for a batch; nil if none comes soon. If there are games to play a
// second time, it plays them first.
func (w *Worker) nextBatch(ctx context.Context, from *source) (jetstream.Msg, error) {
	const batchWait = 300 * time.Millisecond
	if err := from.open(ctx, w); err != nil {
		return nil, err
	}
	select {
	case m := <-w.checks:
		w.playCheck(ctx, m)
	default:
	}
	soon, stop := context.WithTimeout(ctx, batchWait)
	defer stop()
	msg, err := from.messages.Next(jetstream.NextContext(soon))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return msg, err
}

// playCheck plays games a second time.
func (w *Worker) playCheck(ctx context.Context, m *nats.Msg) {
	b, err := parseBatch(m.Data)
	if err != nil {
		w.note("a check that is none: %v", err)
		return
	}
	r := w.play(ctx, b)
	r.Check = true
	if err := w.send(ctx, b.Work, r); err != nil {
		w.note("a checked result could not be sent: %v", err)
	}
}

// playBatch plays a batch and reports it before acknowledging it. The coordinator
// publishes failed games again.
func (w *Worker) playBatch(ctx context.Context, msg jetstream.Msg) {
	b, err := parseBatch(msg.Data())
	if err != nil {
		w.note("a job that is none: %v", err)
		_ = msg.TermWithReason(err.Error())
		return
	}
	done := keepAlive(msg)
	defer done()
	r := w.play(ctx, b)
	if ctx.Err() != nil && !r.Refused {
		_ = msg.Nak() // somebody else takes it
		return
	}
	if err := w.send(context.WithoutCancel(ctx), b.Work, r); err != nil {
		w.note("a result could not be sent: %v", err)
		return
	}
	if r.playsOthers || r.Refused { // others may play it
		w.backoff.restOnce()
	} else {
		w.backoff.note(r.Failed != "")
	}
	_ = msg.Ack() // if it gets lost, the batch is played again, to the same results
}

// keepAlive keeps telling the server that a batch is being played, until done is called.
func keepAlive(msg jetstream.Msg) (done func()) {
	ticks := time.NewTicker(minAckWait / 3)
	end := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticks.C:
				_ = msg.InProgress() // else another worker gets it
			case <-end:
				return
			}
		}
	}()
	return func() { ticks.Stop(); close(end) }
}

// source is where a slot gets its batches. It asks for one at a time, and keeps its
// subscription: ending one makes the server look through everything that others have
// asked for.
type source struct {
	kind     string
	consumer jetstream.Consumer        // nil: to be looked up
	messages jetstream.MessagesContext // nil: to be opened
	since    time.Time                 // when it was opened or last brought something
	patience time.Duration             // before it is reopened
}

// A request that reaches the server before it has set up the consumer is lost: the
// library ignores the answer that says so, and considers the request pending for ever.
// Its own check of heartbeats restarts with each call of Next, so it never fails.
// So a source that brings nothing is reopened: soon at first, then rarely.
const (
	minPatience = time.Second
	maxPatience = 30 * time.Second // by then the server has dropped the request anyway
)

func (s *source) open(ctx context.Context, w *Worker) (err error) {
	if s.messages != nil {
		return nil
	}
	if s.consumer == nil {
		if s.consumer, err = w.js.Consumer(ctx, JobsStream, consumerName(w.Identity.Program(), s.kind)); err != nil {
			return err
		}
	}
	s.since, s.patience = time.Now(), min(max(minPatience, 2*s.patience), maxPatience)
	s.messages, err = s.consumer.Messages(jetstream.PullMaxMessages(1))
	return err
}

// isSilent reports whether the source has brought nothing for too long.
func (s *source) isSilent(now time.Time) bool { return now.Sub(s.since) > s.patience }

// play plays the games of a batch, up to the first that cannot be played.
func (w *Worker) play(ctx context.Context, b *batch) *report {
	w.meter.add(1, 0)
	r := &report{Batch: b.ID, Worker: w.Name, Version: w.Identity.Version, Games: []outcome{}}
	defer func() { w.meter.add(-1, len(r.Games)) }()
	began := time.Now()
	var err error
	if w.Play == nil {
		err = w.playAll(ctx, b, r)
	} else if err = w.Play(ctx, len(b.Games)); err == nil { // a simulation
		for i := range b.Games {
			r.Games = append(r.Games, outcome{Key: b.Games[i].Key, Result: 3, Reason: arena.Normal})
		}
	}
	if err != nil {
		r.Failed = err.Error()
		if cause, refused := refusal(err); refused {
			r.Failed, r.Refused = cause, true
		}
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

func (w *Worker) playAll(ctx context.Context, b *batch, r *report) error {
	who, err := w.lineups.acquire(b.Lineup)
	if err != nil {
		return err
	}
	defer w.lineups.release(who)
	slot := w.machine.Slot(&who.round)
	began := time.Now()
	for i := range b.Games {
		t := &b.Games[i]
		job := t.job(i)
		if max(job.First, job.Second) >= len(who.round.Agents) {
			return fmt.Errorf("cluster: game %d: no such agent", i)
		}
		if r.Speed == 0 && (who.timed || job.Timed || job.Limits != (arena.Limits{})) {
			r.Speed = w.speeds.of(who.round.Game)
		}
		if err := w.Policy.checkTask(t); err != nil {
			r.At = &t.Key
			return err
		}
		if limit := w.Policy.deadline(); limit > 0 && i > 0 && time.Since(began) > limit {
			return nil // the coordinator sends the others again
		}
		rec, err := w.playInTime(ctx, slot, &job)
		if r.playsOthers = agent.Unusable(err); r.playsOthers && who.round.Voids { // the coordinator has compiled it
			rec, err = arena.Record{Result: game.Draw, Reason: arena.Void, Failure: err.Error()}, nil
		}
		if err != nil {
			r.At = &t.Key
			return err
		}
		o := newOutcome(t.Key, &rec)
		if rec.Void() { // another machine may do better
			r.At, r.Void = &t.Key, &o
			return fmt.Errorf("%s: %s", arena.Void, rec.Failure)
		}
		r.Games = append(r.Games, o)
	}
	return nil
}

// ErrStuck is the error of a worker one of whose games has passed its deadline and
// cannot be ended but with the process.
var ErrStuck = errors.New("a game has passed its deadline")

// playInTime plays a game, and refuses it once it takes longer than the worker allows. A
// program ends with its context; a search does not, and is left to the end of the process.
func (w *Worker) playInTime(ctx context.Context, slot *arena.Slot, job *arena.Job) (arena.Record, error) {
	limit := w.Policy.deadline()
	if limit == 0 {
		return playRecovering(ctx, slot, job)
	}
	late := refuse("a game that takes more than %v s (--max-game of the worker)", w.Policy.MaxGame)
	timed, stop := context.WithTimeoutCause(ctx, limit, late)
	defer stop()
	type played struct {
		rec arena.Record
		err error
	}
	done := make(chan played, 1)
	go func() {
		rec, err := playRecovering(timed, slot, job)
		done <- played{rec, err}
	}()
	const grace = 5 * time.Second // for a program to be ended
	patience := time.NewTimer(limit + grace)
	defer patience.Stop()
	select {
	case p := <-done:
		if ctx.Err() == nil && timed.Err() != nil {
			return p.rec, late
		}
		return p.rec, p.err
	case <-patience.C:
		w.abandon(ErrStuck)
		return arena.Record{}, late
	}
}

// playRecovering plays a game, and turns a panic into an error.
func playRecovering(ctx context.Context, slot *arena.Slot, job *arena.Job) (rec arena.Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return slot.Play(ctx, job)
}

// send stores a report on the server, however long the server is away.
func (w *Worker) send(ctx context.Context, work string, r *report) error {
	data, err := marshal(r)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: resultsSubject(work), Data: data}
	for ctx.Err() == nil {
		once, stop := context.WithTimeout(ctx, serverTimeout)
		_, err = w.js.PublishMsg(once, m)
		stop()
		var refused *jetstream.APIError
		if err == nil || errors.As(err, &refused) || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		pause(w.currentEpoch(), heartbeat/10)
	}
	return ctx.Err()
}

// backoff makes a worker that keeps failing, such as one whose disk is full, rest
// longer each time: otherwise it would take all the games, and play none.
type backoff struct {
	mu    sync.Mutex
	next  time.Duration
	until time.Time
}

const (
	minRest = heartbeat / 4
	maxRest = 30 * time.Second
)

// note begins a rest after a failure; a success ends it.
func (b *backoff) note(failed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !failed {
		b.next, b.until = 0, time.Time{}
		return
	}
	if time.Now().Before(b.until) { // another core has failed, for the same cause
		return
	}
	b.next = min(max(minRest, 2*b.next), maxRest)
	b.until = time.Now().Add(b.next)
}

// restOnce begins a short rest after a failure that does not affect other games.
func (b *backoff) restOnce() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if soon := time.Now().Add(minRest); b.until.Before(soon) {
		b.until = soon
	}
}

// wait waits until the rest is over.
func (b *backoff) wait(ctx context.Context) {
	b.mu.Lock()
	left := time.Until(b.until)
	b.mu.Unlock()
	if left > 0 {
		pause(ctx, left)
	}
}

// pause waits for a while, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// searchSpeeds are this machine's, measured when they first matter.
type searchSpeeds struct {
	mu sync.Mutex
	by map[string]float64
}

// of returns the speed of a game's search, in nodes a second; 0 if it has none.
func (s *searchSpeeds) of(g agent.Game) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := g.Info().Name
	if v, ok := s.by[name]; ok {
		return v
	}
	const measured = 200 * time.Millisecond
	n, err := g.NodesPerSecond(measured)
	if err != nil {
		n = 0
	}
	if s.by == nil {
		s.by = map[string]float64{}
	}
	s.by[name] = float64(n)
	return s.by[name]
}
