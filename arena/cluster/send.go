package cluster

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// turn is the order in which Round.Next wants the games played; without it they are queued
// from the start.
type turn struct {
	gameOf []int           // by job
	waits  []bool          // by game: it is not queued yet
	left   int             // games that wait
	later  <-chan struct{} // closed when Next may have a game again; nil: it may have one now
}

// draw fills the queue up to n games, in the order of Next. Once Next wants no more, those
// that still wait count as done.
func (r *round) draw(n int) {
	t := &r.turn
	for len(r.queue) < n && t.left > 0 {
		var i int
		if i, t.later = r.Next(); t.later != nil {
			return
		}
		if i < 0 {
			for g, waits := range t.waits {
				if waits && !r.games[g].done {
					r.games[g].done = true
					r.missing--
				}
			}
			clear(t.waits)
			t.left = 0
			return
		}
		if g := t.gameOf[i]; t.waits[g] {
			t.waits[g] = false
			t.left--
			r.queue = append(r.queue, g)
		}
	}
}

// waiting is the number of games that are not with workers.
func (r *round) waiting() int { return len(r.queue) + r.turn.left }

// publish sends batches until all workers have enough to do.
func (r *round) publish(ctx context.Context) error {
	const busy = 3 // batches for each core
	cores := r.pool.workers.coresFor(r)
	var waiting []int
	for {
		n := r.batchSize(max(1, cores))
		r.draw(n)
		if n = min(n, len(r.queue)); n == 0 {
			break
		}
		if i := slices.IndexFunc(r.queue[:n], func(g int) bool { return r.faults[g] != nil }); i >= 0 {
			n = max(1, i)
		}
		games := r.unfinished(r.queue[:n])
		if len(games) == 0 {
			r.queue = r.queue[n:]
			continue
		}
		avoided, passed := r.avoided(games[0]), false // over a worker that is free
		to := r.pool.workers.pick(r, busy, func(id workerID) bool {
			passed = passed || avoided(id)
			return avoided(id)
		})
		if to == "" && passed {
			waiting = append(waiting, r.queue[0])
			r.queue = r.queue[1:]
			continue
		}
		if to == "" {
			break
		}
		r.queue = r.queue[n:]
		if err := r.send(games, to); err != nil {
			return err
		}
	}
	r.queue = append(r.queue, waiting...)
	return ctx.Err()
}

// batchSize is the number of games in the next batch: at most a second's worth, a fourth
// of each core's share of the round, and towards the end half of its share of the
// remaining games, so that all cores finish at about the same time. It is one until
// the speed is known, in the first round of a work.
func (r *round) batchSize(cores int) int {
	if r.pace == 0 {
		return 1
	}
	const longest, shortest = time.Second, 5 * time.Millisecond // bounds of a batch's expected time on a core
	most := min(float64(longest/max(1, r.pace)), float64(len(r.jobs))/float64(4*cores), float64(r.waiting())/float64(2*cores))
	return max(1, min(maxGames, max(int(most), int(shortest/max(1, r.pace)))))
}

// flight is a batch that a worker has, or is on its way to it.
type flight struct {
	games    []int
	to       workerID
	sent     time.Time
	patience time.Duration // after which another worker gets the games, too, if it has nothing to do
}

func (r *round) send(games []int, to workerID) error {
	b := batch{ID: r.pool.nextBatch(), Coordinator: r.pool.id, Work: r.ledger.work, Lineup: r.hash}
	b.Games = make([]task, len(games))
	for i, g := range games {
		job := r.job(g)
		b.Games[i] = newTask(r.games[g].key, job, r.WaitsOf(job))
	}
	data, err := marshal(&b)
	if err != nil {
		return err
	}
	if err := r.pool.nc.Publish(jobsPrefix+string(to), data); err != nil && r.pool.nc.IsConnected() {
		return fmt.Errorf("job: %w", err)
	}
	const slow = 12 // times the expected time, for the batches before it, too
	patience := 5 * heartbeat
	if r.pace > 0 {
		patience = max(heartbeat, slow*r.pace*time.Duration(len(games)))
	}
	r.inFlight[b.ID] = &flight{games, to, time.Now(), patience}
	return nil
}

// land takes a batch off the list of its worker.
func (r *round) land(id string) {
	if f := r.inFlight[id]; f != nil {
		delete(r.inFlight, id)
		r.pool.workers.done(f.to)
	}
}

func (r *round) landAll() {
	for id := range r.inFlight {
		r.land(id)
	}
}

// isOpen reports whether workers have to play a game.
func (r *round) isOpen(game int) bool { return !r.games[game].done && !r.games[game].here }

func (r *round) unfinished(games []int) (open []int) {
	for _, g := range games {
		if r.isOpen(g) {
			open = append(open, g)
		}
	}
	return open
}
