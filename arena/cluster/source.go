package cluster

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

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
