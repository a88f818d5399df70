package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/arena"
)

// slot plays one batch after the other, on a thread of its own: CPU time is
// measured per thread.
func (w *Worker) slot(ctx context.Context) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	sources := []*source{{kind: plainKind, wait: 10 * time.Second}}
	if w.Exec {
		sources = append(sources, &source{kind: execKind, wait: 300 * time.Millisecond})
		sources[0].wait = sources[1].wait
	}
	for at := 0; ctx.Err() == nil; {
		epoch := w.now()
		msg, err := w.next(epoch, sources[at])
		switch {
		case msg != nil:
			w.serve(ctx, msg)
		case err == nil: // nothing to do: perhaps for the other kind
			at = (at + 1) % len(sources)
		case ctx.Err() == nil:
			sources[at].consumer = nil
			w.pause(epoch)
		}
	}
	return nil
}

// source is where a slot gets its batches.
type source struct {
	kind     string
	wait     time.Duration
	consumer jetstream.Consumer // nil: to be looked up
}

// pause waits until it makes sense to ask again.
func (w *Worker) pause(epoch context.Context) {
	select {
	case <-epoch.Done():
	case <-time.After(heard / 10):
	}
}

// next waits for a batch, and meanwhile plays games that are to be checked; nil:
// there is none.
func (w *Worker) next(ctx context.Context, from *source) (msg jetstream.Msg, err error) {
	if from.consumer == nil {
		if from.consumer, err = w.js.Consumer(ctx, JobsStream, consumerName(w.Identity.Program(), from.kind)); err != nil {
			return nil, err
		}
	}
	select {
	case m := <-w.checks:
		w.check(ctx, m)
	default:
	}
	list, err := from.consumer.Fetch(1, jetstream.FetchMaxWait(from.wait))
	if err != nil {
		return nil, err
	}
	for {
		select {
		case msg = <-list.Messages():
			return msg, list.Error()
		case m := <-w.checks:
			w.check(ctx, m)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
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

// serve plays a batch and reports it before it is acknowledged.
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
	if r.Failed != "" {
		_ = msg.NakWithDelay(100 * time.Millisecond)
		return
	}
	_ = msg.Ack() // if it gets lost, the batch is played again, to the same results
}

// keepAlive tells the server that a batch is being played, until done is called.
func keepAlive(msg jetstream.Msg) (done func()) {
	ticks := time.NewTicker(AckWait / 3)
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

// play plays the games of a batch, up to the first that cannot be played.
func (w *Worker) play(ctx context.Context, b *batch) *report {
	w.meter.begin()
	r := &report{Batch: b.ID, Worker: w.Name, Version: w.Identity.Version, Games: []outcome{}}
	defer func() { w.meter.end(len(r.Games)) }()
	began := time.Now()
	if w.Play != nil {
		w.pretend(ctx, b, r)
	} else if err := w.playAll(ctx, b, r); err != nil {
		r.Failed = err.Error()
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

func (w *Worker) playAll(ctx context.Context, b *batch, r *report) error {
	who, err := w.seats.take(ctx, b.Lineup)
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
		if err != nil {
			r.At = &t.Key
			return err
		}
		r.Games = append(r.Games, newOutcome(t.Key, &rec))
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

// pretend reports the games of a simulation.
func (w *Worker) pretend(ctx context.Context, b *batch, r *report) {
	if err := w.Play(ctx, len(b.Games)); err != nil {
		r.Failed = err.Error()
		return
	}
	for i := range b.Games {
		r.Games = append(r.Games, outcome{Key: b.Games[i].Key, Result: 3, Reason: arena.Normal})
	}
}

// send stores a report, however long the server is away.
func (w *Worker) send(ctx context.Context, work string, r *report) error {
	data, err := encode(r)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: resultsSubject(work), Data: data}
	for ctx.Err() == nil {
		once, stop := context.WithTimeout(ctx, AckWait)
		_, err = w.js.PublishMsg(once, m)
		stop()
		var refused *jetstream.APIError
		if err == nil || errors.As(err, &refused) || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		w.pause(w.now())
	}
	return ctx.Err()
}
