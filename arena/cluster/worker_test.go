package cluster

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// forgetful is a server that loses all that it is asked for.
type forgetful struct {
	jetstream.JetStream
	asked chan bool
}

func (f forgetful) Consumer(context.Context, string, string) (jetstream.Consumer, error) {
	return forgetfulConsumer{asked: f.asked}, nil
}

type forgetfulConsumer struct {
	jetstream.Consumer
	asked chan bool
}

func (f forgetfulConsumer) Messages(...jetstream.PullMessagesOpt) (jetstream.MessagesContext, error) {
	f.asked <- true
	return unheard{}, nil
}

// unheard is a request without an answer.
type unheard struct{ jetstream.MessagesContext }

func (unheard) Next(...jetstream.NextOpt) (jetstream.Msg, error) {
	time.Sleep(10 * time.Millisecond)
	return nil, context.DeadlineExceeded
}

func (unheard) Drain() {}

// A slot whose request got lost asks again.
func TestLostRequestsAreRepeated(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	server, ended := forgetful{asked: make(chan bool, 10)}, make(chan error)
	w := &Worker{js: server}
	w.nextEpoch(ctx)
	go func() { ended <- w.runSlot(ctx, []*source{{kind: plainKind}}) }()
	for range 2 {
		<-server.asked
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// What brings nothing is asked less and less often.
func TestPatienceGrows(t *testing.T) {
	w := &Worker{js: forgetful{asked: make(chan bool, 10)}}
	s := &source{kind: plainKind}
	for _, patience := range []time.Duration{1, 2, 4, 8, 16, 30, 30} {
		if err := s.open(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		if s.isSilent(s.since.Add(patience*time.Second)) || !s.isSilent(s.since.Add(patience*time.Second+1)) {
			t.Errorf("patience for %v, want %d s", s.patience, patience)
		}
		s.messages = nil
	}
}
