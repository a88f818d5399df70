package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// A worker may be silent for a few times the expected time of its batch, but
	// for no less than shortestWait, since busy machines stall, and no more than
	// longestWait.
	shortestWait = 2 * time.Second
	firstWait    = 5 * time.Second // before there is an expected time
	longestWait  = 30 * time.Second
)

// ackWait is how long a worker may be silent about a batch with this expected time.
func ackWait(batch time.Duration) time.Duration {
	return min(max(5*batch, shortestWait), longestWait)
}

// consumers creates the consumers of a program's workers.
func (b *board) consumers(ctx context.Context, program string) error {
	for _, kind := range []string{plainKind, execKind} {
		if err := b.consumer(ctx, program, kind, firstWait); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) consumer(ctx context.Context, program, kind string, wait time.Duration) error {
	b.waits.mu.Lock()
	defer b.waits.mu.Unlock()
	_, err := b.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName(program, kind), FilterSubject: jobsSubject(program, kind, "*"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: tries, MaxAckPending: -1,
		MemoryStorage: true, // who plays what need not survive a restart: the server delivers it again
	})
	if err != nil {
		return fmt.Errorf("cluster: consumer of %s: %w", program, err)
	}
	if b.waits.by == nil {
		b.waits.by = map[string]time.Duration{}
	}
	b.waits.by[kind] = wait
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
