package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// sent is a batch under way.
type sent struct {
	keys []key
}

const (
	// longest and shortest bound the expected time of a batch on a core.
	longest  = time.Second
	shortest = 2 * time.Millisecond
)

// publish keeps some batches for each core under way.
func (r *round) publish(ctx context.Context) error {
	cores := r.pool.crew.cores(r.lineup.programs)
	for len(r.queue) > 0 && len(r.under) < 3*cores+4 {
		n := min(len(r.queue), r.size(cores))
		if r.singles > 0 {
			n = 1
			r.singles--
		}
		var keys []key
		for _, k := range r.queue[:n] {
			if !r.done[k] {
				keys = append(keys, k)
			}
		}
		r.queue = r.queue[n:]
		if len(keys) == 0 {
			continue
		}
		if err := r.send(keys); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// size is the number of games in the next batch: at most a second's, a fourth of
// each core's share of the round, and towards the end half of its share of the
// rest, so that all cores end at about the same time. Before the speed is known it
// is one.
func (r *round) size(cores int) int {
	if r.pace == 0 {
		return 1
	}
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(len(r.queue))/float64(2*cores))
	return max(1, min(mostGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// send publishes a batch; what gets lost, watch finds.
func (r *round) send(keys []key) error {
	b := batch{ID: r.pool.nextBatch(), Work: r.ledger.work, Lineup: r.hash}
	for _, k := range keys {
		b.Games = append(b.Games, newTask(k, &r.jobs[r.open[k][0]], r.Ply != nil))
	}
	data, err := encode(&b)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: r.subject(), Data: data}
	if _, err := r.pool.board.js.PublishMsgAsync(m, jetstream.WithMsgID(b.ID)); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("cluster: job: %w", err)
	}
	r.under[b.ID] = sent{keys}
	return nil
}

func (r *round) subject() string {
	return jobsSubject(r.pool.Identity.Program(), r.lineup.kind(), r.ledger.work)
}

// heard notes what a report says beside results.
func (r *round) heard(rep *report) error {
	if rep.Speed > 0 {
		r.pool.mu.Lock()
		r.pool.speeds[rep.Worker] = rep.Speed
		r.pool.mu.Unlock()
	}
	b, mine := r.under[rep.Batch]
	if !mine || rep.Check {
		return nil
	}
	delete(r.under, rep.Batch)
	if rep.Failed != "" {
		return r.failed(b.keys, rep)
	}
	if n := len(rep.Games); n > 0 {
		each := max(1, time.Duration(rep.Seconds/float64(n)*float64(time.Second)))
		if r.pace == 0 {
			r.pace = each
		}
		r.pace = (3*r.pace + each) / 4
	}
	return nil
}
