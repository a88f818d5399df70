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
func (w *Worker) slot(ctx context.Context) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	sources := []*source{{kind: plainKind}}
	if w.Exec {
		sources = append(sources, &source{kind: execKind})
	}
	for at := 0; ctx.Err() == nil; {
		w.rests.wait(ctx)
		epoch := w.now()
		msg, err := w.next(epoch, sources[at])
		switch {
		case msg != nil:
			w.serve(ctx, msg)
		case err != nil:
			w.late(ctx, sources[at])
			sources[at].consumer = nil // the server may be another one
			pause(epoch, heard/10)
		case len(sources) > 1: // nothing to do: perhaps for the other kind
			w.late(ctx, sources[at])
			at = 1 - at
		}
	}
	for _, s := range sources {
		w.late(ctx, s)
	}
	return nil
}

// source is where a slot gets its batches. It asks for one at a time, and keeps its
// subscription: ending one makes the server look through everything that others have
// asked for.
type source struct {
	kind     string
	consumer jetstream.Consumer        // nil: to be looked up
	messages jetstream.MessagesContext // nil: to be opened
}

func (s *source) open(ctx context.Context, w *Worker) (err error) {
	if s.messages != nil {
		return nil
	}
	if s.consumer == nil {
		if s.consumer, err = w.js.Consumer(ctx, JobsStream, consumerName(w.Identity.Program(), s.kind)); err != nil {
			return err
		}
	}
	s.messages, err = s.consumer.Messages(jetstream.PullMaxMessages(1))
	return err
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
