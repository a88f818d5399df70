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
	games []int
}

// publish keeps some batches for each core under way.
func (r *round) publish(ctx context.Context) error {
	cores := r.pool.crew.cores(r.lineup.programs)
	for len(r.queue) > 0 && len(r.under) < 3*cores+4 {
		n := min(len(r.queue), r.size(cores))
		if r.singles > 0 {
			n = 1
			r.singles--
		}
		games := r.without(r.queue[:n])
		r.queue = r.queue[n:]
		if len(games) == 0 {
			continue
		}
		if err := r.send(games); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// without lists those of some games that have no result.
func (r *round) without(games []int) (open []int) {
	for _, g := range games {
		if !r.games[g].done {
			open = append(open, g)
		}
	}
	return open
}

// task is a game as it travels.
func (r *round) task(game int) task {
	g := &r.games[game]
	return newTask(g.key, &r.jobs[g.job], r.Ply != nil)
}

// size is the number of games in the next batch: at most a second's worth, a fourth
// of each core's share of the round, and towards the end half of its share of the
// remaining games, so that all cores finish at about the same time. It is one until
// the speed is known, in the first round of a work.
func (r *round) size(cores int) int {
	if r.pace == 0 {
		return 1
	}
	const longest, shortest = time.Second, 5 * time.Millisecond // bounds of a batch's expected time on a core
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(len(r.queue))/float64(2*cores))
	return max(1, min(mostGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// send publishes a batch; watch finds the ones that get lost.
func (r *round) send(games []int) error {
	b := batch{ID: r.pool.nextBatch(), Work: r.ledger.work, Lineup: r.hash}
	b.Games = make([]task, len(games))
	for i, g := range games {
		b.Games[i] = r.task(g)
	}
	data, err := write(&b)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: r.subject(), Data: data}
	if _, err := r.pool.board.js.PublishMsgAsync(m, jetstream.WithMsgID(b.ID)); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("cluster: job: %w", err)
	}
	r.under[b.ID] = sent{games}
	return nil
}

func (r *round) subject() string {
	return jobsSubject(r.pool.Identity.Program(), r.lineup.kind(), r.ledger.work)
}

// heard records what a report says apart from results.
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
		return r.failed(b.games, rep)
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
