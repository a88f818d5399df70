package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// Worker plays games for coordinators.
type Worker struct {
	Name     string // unique on the server
	Cores    int
	Exec     bool // runs programs
	Identity Identity
	Games    agent.Table
	// Note, if set, passes on remarks.
	Note func(text string)
	// Play, if set, replaces playing a batch, as in a simulation.
	Play func(ctx context.Context, games int) error

	nc    *nats.Conn
	js    jetstream.JetStream
	room  arena.Room
	seats seats
	meter meter
	speed speeds
	rests rests

	mu     sync.Mutex
	epoch  context.Context // ends when the server is another one
	renew  context.CancelFunc
	checks chan *nats.Msg
}

// ErrOtherProgram is the error of a worker that finds only coordinators of other programs.
var ErrOtherProgram = errors.New("the coordinator is another program")

// Serve plays until the context ends, for one coordinator after another. It waits
// while there is none.
func (w *Worker) Serve(ctx context.Context, nc *nats.Conn) error {
	w.nc = nc
	js, err := jetstream.New(nc)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	w.js, w.checks = js, make(chan *nats.Msg, 256)
	w.seats.games, w.seats.get = w.Games, w.fetch
	defer w.seats.close()
	w.nextEpoch(ctx)
	nc.SetReconnectHandler(func(*nats.Conn) { w.nextEpoch(ctx) })
	sub, err := nc.ChanSubscribe(checkSubject(w.Name), w.checks)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	if err := w.welcome(ctx); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return w.present(ctx) })
	for range w.Cores {
		sources := []*source{{kind: plainKind}}
		if w.Exec {
			sources = append(sources, &source{kind: execKind})
		}
		group.Go(func() error { return w.slot(ctx, sources) })
	}
	return group.Wait()
}

// nextEpoch makes all parts of the worker look up again what is on the server.
func (w *Worker) nextEpoch(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.renew != nil {
		w.renew()
	}
	w.epoch, w.renew = context.WithCancel(ctx)
}

func (w *Worker) now() context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.epoch
}

// welcome fails if the first coordinators it meets all belong to other programs.
func (w *Worker) welcome(ctx context.Context) error {
	for {
		ask, stop := context.WithTimeout(ctx, heard)
		err := w.agree(ask)
		stop()
		if err == nil || errors.Is(err, ErrOtherProgram) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(heard / 10):
		}
	}
}

// agree fails with ErrOtherProgram if there are coordinators, but only of other programs.
func (w *Worker) agree(ctx context.Context) error {
	list, err := labs(ctx, w.js)
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

// present keeps reporting that the worker is there.
func (w *Worker) present(ctx context.Context) error {
	s := Status{Worker: w.Name, Machine: MachineName(), Cores: w.Cores, Exec: w.Exec, Identity: w.Identity}
	for {
		w.meter.fill(&s)
		if data, err := encode(&s); err == nil && w.nc.IsConnected() { // else nobody could read it
			_ = w.nc.Publish("$KV."+WorkerBucket+"."+w.Name, data)
		}
		select {
		case <-time.After(heard):
		case <-w.now().Done():
			pause(ctx, heard/20) // another server, or the end
		}
		if ctx.Err() != nil {
			leaving, stop := context.WithTimeout(context.WithoutCancel(ctx), heard/4)
			defer stop()
			if kv, err := w.js.KeyValue(leaving, WorkerBucket); err == nil {
				_ = kv.Delete(leaving, w.Name) // else it is gone after a while
			}
			return nil
		}
	}
}

// fetch gets an object.
func (w *Worker) fetch(hash string) ([]byte, error) {
	ctx, stop := context.WithTimeout(w.now(), time.Minute)
	defer stop()
	store, err := w.js.ObjectStore(ctx, ObjectBucket)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	data, err := store.GetBytes(ctx, hash)
	if err == nil && hashOf(data) != hash {
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

// slot plays one batch after another, on a thread of its own: CPU time is measured
// per thread.
func (w *Worker) slot(ctx context.Context, sources []*source) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for at := 0; ctx.Err() == nil; {
		w.rests.wait(ctx)
		epoch := w.now()
		msg, err := w.next(epoch, sources[at])
		switch {
		case msg != nil:
			w.serve(ctx, msg)
			sources[at].since, sources[at].patience = time.Now(), leastPatience
		case err != nil:
			w.late(ctx, sources[at])
			*sources[at] = source{kind: sources[at].kind} // the server may be another one
			pause(epoch, heard/10)
		case len(sources) > 1: // nothing to do: perhaps for the other kind
			w.late(ctx, sources[at])
			at = 1 - at
		case sources[at].silent(time.Now()):
			w.late(ctx, sources[at])
			sources[at].consumer = nil // perhaps it does not exist yet
		}
	}
	for _, s := range sources {
		w.late(ctx, s)
	}
	return nil
}

// late closes a source, and plays or gives back batches that arrived too late.
func (w *Worker) late(ctx context.Context, s *source) {
	if s.messages == nil {
		return
	}
	s.messages.Drain()
	msg, err := s.messages.Next(jetstream.NextMaxWait(heard / 4))
	s.messages = nil
	if err == nil {
		w.serve(ctx, msg)
		s.patience = 0
	}
}

// next plays a game that is to be checked, if there is one, and waits for a batch;
// nil if none comes soon.
func (w *Worker) next(ctx context.Context, from *source) (jetstream.Msg, error) {
	if err := from.open(ctx, w); err != nil {
		return nil, err
	}
	select {
	case m := <-w.checks:
		w.check(ctx, m)
	default:
	}
	soon, stop := context.WithTimeout(ctx, 300*time.Millisecond)
	defer stop()
	msg, err := from.messages.Next(jetstream.NextContext(soon))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return msg, err
}

// check plays games a second time.
func (w *Worker) check(ctx context.Context, m *nats.Msg) {
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

// serve plays a batch and reports it before acknowledging it. The coordinator
// publishes failed games again.
func (w *Worker) serve(ctx context.Context, msg jetstream.Msg) {
	b, err := parseBatch(msg.Data())
	if err != nil {
		w.note("a job that is none: %v", err)
		_ = msg.TermWithReason(err.Error())
		return
	}
	done := keepAlive(msg)
	defer done()
	r := w.play(ctx, b)
	if ctx.Err() != nil {
		_ = msg.Nak() // somebody else takes it
		return
	}
	if err := w.send(ctx, b.Work, r); err != nil {
		w.note("a result could not be sent: %v", err)
		return
	}
	if r.alone {
		w.rests.once()
	} else {
		w.rests.note(r.Failed != "")
	}
	_ = msg.Ack() // if it gets lost, the batch is played again, to the same results
}

// keepAlive keeps telling the server that a batch is being played, until done is called.
func keepAlive(msg jetstream.Msg) (done func()) {
	ticks := time.NewTicker(shortestWait / 3)
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
	patience time.Duration             // before it is opened anew
}

// A request that reaches the server before it has set up the consumer finds nobody: the
// library passes over the answer that says so, and takes the request for pending for
// ever. Its own check of heartbeats starts anew with each call of Next, so it never
// fails. So what brings nothing is opened anew: soon at first, then rarely.
const (
	leastPatience = time.Second
	mostPatience  = 30 * time.Second // by then the server has dropped the request anyway
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
	s.since, s.patience = time.Now(), min(max(leastPatience, 2*s.patience), mostPatience)
	s.messages, err = s.consumer.Messages(jetstream.PullMaxMessages(1))
	return err
}

// silent reports whether the source has brought nothing for too long.
func (s *source) silent(now time.Time) bool { return now.Sub(s.since) > s.patience }

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
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

func (w *Worker) playAll(ctx context.Context, b *batch, r *report) error {
	who, err := w.seats.take(b.Lineup)
	if err != nil {
		return err
	}
	defer w.seats.leave(who)
	table := w.room.Table(&who.round)
	for i := range b.Games {
		t := &b.Games[i]
		job := t.job(i)
		if max(job.First, job.Second) >= len(who.round.Agents) {
			return fmt.Errorf("cluster: game %d: no such agent", i)
		}
		if r.Speed == 0 && (who.timed || job.Timed || job.Limits != (arena.Limits{})) {
			r.Speed = w.speed.of(who.round.Game)
		}
		rec, err := safely(ctx, table, &job)
		if r.alone = agent.Unusable(err); r.alone && who.round.Voids { // the coordinator has compiled it
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

// safely plays a game; a panic is its error.
func safely(ctx context.Context, table *arena.Table, job *arena.Job) (rec arena.Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return table.Play(ctx, job)
}

// send stores a report, however long the server is away.
func (w *Worker) send(ctx context.Context, work string, r *report) error {
	data, err := write(r)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: resultsSubject(work), Data: data}
	for ctx.Err() == nil {
		once, stop := context.WithTimeout(ctx, answer)
		_, err = w.js.PublishMsg(once, m)
		stop()
		var refused *jetstream.APIError
		if err == nil || errors.As(err, &refused) || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		pause(w.now(), heard/10)
	}
	return ctx.Err()
}

// rests makes a worker that keeps failing, such as one whose disk is full, rest
// longer each time: otherwise it would take all the games, and play none.
type rests struct {
	mu    sync.Mutex
	next  time.Duration
	until time.Time
}

const (
	shortestRest = heard / 4
	longestRest  = 30 * time.Second
)

// note begins a rest after a failure; a success ends it.
func (r *rests) note(failed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !failed {
		r.next, r.until = 0, time.Time{}
		return
	}
	if time.Now().Before(r.until) { // another core has failed, for the same cause
		return
	}
	r.next = min(max(shortestRest, 2*r.next), longestRest)
	r.until = time.Now().Add(r.next)
}

// once begins a short rest after a failure that does not affect other games.
func (r *rests) once() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if soon := time.Now().Add(shortestRest); r.until.Before(soon) {
		r.until = soon
	}
}

// wait waits until the rest is over.
func (r *rests) wait(ctx context.Context) {
	r.mu.Lock()
	left := time.Until(r.until)
	r.mu.Unlock()
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

// speeds are those of this machine, measured when they first matter.
type speeds struct {
	mu sync.Mutex
	by map[string]float64
}

// of is the speed of a game's search, in nodes a second; 0 if it has none.
func (s *speeds) of(g agent.Game) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := g.Info().Name
	if v, ok := s.by[name]; ok {
		return v
	}
	n, err := g.NodesPerSecond(200 * time.Millisecond)
	if err != nil {
		n = 0
	}
	if s.by == nil {
		s.by = map[string]float64{}
	}
	s.by[name] = float64(n)
	return s.by[name]
}
