package cluster

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
