package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/untrusted"
)

// Worker plays games for coordinators.
type Worker struct {
	Name     string // unique, and fit for subjects
	Cores    int
	Policy   Policy
	Identity Identity
	Games    agent.Table
	// Pool, if set, is the only one whose games are played: the worker shares its process,
	// and is asked by whoever has the token.
	Pool *Pool
	// Note, if set, passes on remarks.
	Note func(text string)
	// Play, if set, is called before a batch is played; its error is that of the batch.
	Play func(ctx context.Context, games int) error

	nc      *nats.Conn
	js      jetstream.JetStream
	machine arena.Machine
	lineups lineupCache
	meter   gameMeter
	speeds  searchSpeeds

	abandon context.CancelCauseFunc // ends Serve
	batches chan *nats.Msg          // to play
	asked   chan struct{}           // somebody wants to know that it is there

	mu     sync.Mutex
	differ string        // in what the coordinators seen so far are other programs
	found  chan struct{} // closed when there is one of the same program
}

// ErrOtherProgram is the error of a worker that finds only coordinators of other programs.
var ErrOtherProgram = errors.New("the coordinator is another program")

// Serve plays until the context ends, for one coordinator after another. It waits
// while there is none.
func (w *Worker) Serve(ctx context.Context, nc *nats.Conn) error {
	const maxBatches = 4096 // that wait; more are lost, and sent again
	w.nc = nc
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	w.js, w.batches, w.asked, w.found = js, make(chan *nats.Msg, maxBatches), make(chan struct{}, 1), make(chan struct{})
	w.lineups.games, w.lineups.policy, w.lineups.cores = w.Games, &w.Policy, w.Cores
	defer w.lineups.close()
	ctx, w.abandon = context.WithCancelCause(ctx)
	defer w.abandon(nil)
	for subject, handle := range map[string]nats.MsgHandler{labSubject: w.meet, helloSubject: func(*nats.Msg) { w.showSoon() }} {
		sub, err := nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	}
	sub, err := nc.ChanSubscribe(jobsPrefix+w.Name, w.batches)
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	nc.SetReconnectHandler(func(*nats.Conn) { w.showSoon() })
	group, playing := errgroup.WithContext(ctx)
	group.Go(func() error { return w.announce(playing) })
	for range w.Cores {
		group.Go(func() error { return w.runSlot(playing) })
	}
	group.Go(func() error { return w.awaitCoordinator(playing) })
	if err := group.Wait(); err != nil {
		return err
	}
	if cause := context.Cause(ctx); errors.Is(cause, ErrStuck) {
		return cause
	}
	return nil
}

func (w *Worker) meet(m *nats.Msg) {
	var c coordinator
	if unmarshalJSON(m.Data, &c) != nil {
		return
	}
	d := w.Identity.Differences(c.Identity)
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.found:
	default:
		if d == "" {
			close(w.found)
		}
	}
	if d != "" && w.differ == "" {
		w.differ = fmt.Sprintf("%s: %s", untrusted.Line(c.Machine, maxName), untrusted.Line(d, maxDifference))
	}
}

const maxDifference = 500 // bytes, of the text

// awaitCoordinator waits for a coordinator of the same program. It fails if the first
// ones that it finds are all of other programs.
func (w *Worker) awaitCoordinator(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.found:
			return nil
		case <-time.After(2 * heartbeat): // a coordinator of the same program may speak after another one
		}
		w.mu.Lock()
		differ := w.differ
		w.mu.Unlock()
		if differ != "" {
			return fmt.Errorf("%w: on %s", ErrOtherProgram, differ)
		}
	}
}

// showSoon has the worker report that it is there.
func (w *Worker) showSoon() {
	select {
	case w.asked <- struct{}{}:
	default:
	}
}

// announce keeps reporting that the worker is there, and at last that it leaves.
func (w *Worker) announce(ctx context.Context) error {
	s := Status{Worker: w.Name, Machine: MachineName(), Cores: w.Cores, Exec: w.Policy.Exec, Identity: w.Identity}
	show := func() {
		w.meter.fill(&s)
		s.Waiting = len(w.batches)
		if data, err := marshalJSON(&s); err == nil && w.nc.IsConnected() { // else nobody could read it
			_ = w.nc.Publish(statusPrefix+w.Name, data)
		}
	}
	for {
		show()
		select {
		case <-time.After(heartbeat):
		case <-w.asked:
		case <-ctx.Done():
			s.Left = true
			show()
			_ = w.nc.FlushTimeout(heartbeat / 4) // else it is missed after a while
			return nil
		}
	}
}

func (w *Worker) note(format string, args ...any) {
	if w.Note != nil {
		w.Note(fmt.Sprintf(format, args...))
	}
}

// runSlot plays one batch after another.
func (w *Worker) runSlot(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case m := <-w.batches:
			w.playBatch(ctx, m)
		}
	}
	return nil
}

// playBatch plays a batch and reports it. The coordinator sends again what nobody
// reports.
func (w *Worker) playBatch(ctx context.Context, m *nats.Msg) {
	b, err := parseBatch(m.Data)
	if err != nil {
		w.note("a job that is none: %v", err)
		return
	}
	if ctx.Err() != nil {
		return // somebody else takes it
	}
	r := w.play(ctx, b)
	if ctx.Err() != nil && !r.Refused || r.stale {
		return
	}
	if err := w.send(ctx, b.Work, r); err != nil {
		w.note("a result could not be sent: %v", err)
	}
}

// play plays the games of a batch, up to the first that cannot be played.
func (w *Worker) play(ctx context.Context, b *batch) *report {
	w.meter.add(1, 0)
	r := &report{Batch: b.ID, Version: w.Identity.Version, Games: []outcome{}}
	defer func() { w.meter.add(-1, len(r.Games)) }()
	began := time.Now()
	var err error
	if w.Play != nil {
		err = w.Play(ctx, len(b.Games))
	}
	if err == nil {
		err = w.playAll(ctx, b, r)
	}
	if err != nil {
		r.Failed, r.Refused, r.stale = err.Error(), isRefusal(err), errors.Is(err, errUnavailable)
		var runner *agent.RunnerError
		if errors.As(err, &runner) {
			r.Failed = fmt.Sprintf("%q: %v: %s", runner.Command, runner.Cause, runner.Output)
		}
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

func (w *Worker) playAll(ctx context.Context, b *batch, r *report) error {
	who, err := w.lineups.acquire(b.Coordinator, b.Lineup, func(hash string) ([]byte, error) {
		if w.Pool != nil {
			return w.Pool.objects.own(hash)
		}
		return fetchObject(ctx, w.nc, b.Coordinator, hash)
	})
	if err != nil {
		return err
	}
	defer w.lineups.release(who)
	slot := w.machine.Slot(&who.round)
	began := time.Now()
	for i := range b.Games {
		t := &b.Games[i]
		job := t.job(i)
		for _, at := range []int{job.First, job.Second} {
			if err := who.agent(at, w.lineups.bundleDir); err != nil {
				return err
			}
		}
		for side, at := range []int{job.First, job.Second} {
			arena.RaiseWaits(who.round.Agents[at], agent.Waits{Games: t.Waits[side].Games, Time: time.Duration(t.Waits[side].Time)})
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
		if r.PlaysOthers = agent.Unusable(err); r.PlaysOthers && who.round.Voids { // the coordinator has compiled it
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
	for {
		once, stop := context.WithTimeout(context.WithoutCancel(ctx), serverTimeout)
		_, err = w.js.Publish(once, resultsSubject(work, workerID(w.Name)), data)
		stop()
		var refused *jetstream.APIError
		if err == nil || errors.As(err, &refused) || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause(ctx, heartbeat/10)
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
