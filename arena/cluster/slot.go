package cluster

import (
	"context"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
		w.rests.wait(ctx)
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

// serve plays a batch and reports it before it is acknowledged. What failed the
// coordinator publishes again.
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
	w.rests.note(r.Failed != "")
	_ = msg.Ack() // if it gets lost, the batch is played again, to the same results
}

// keepAlive tells the server that a batch is being played, until done is called.
func keepAlive(msg jetstream.Msg) (done func()) {
	ticks := time.NewTicker(heartbeat)
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
