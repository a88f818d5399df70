package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"evolab/arena"
)

// round is a call of Run under way. Its own goroutine owns all but the inbox.
type round struct {
	arena.Round
	pool   *Pool
	ledger *ledger
	lineup *lineup
	hash   string // of the lineup
	jobs   []arena.Job

	games   []entry     // of the jobs, each once
	number  map[key]int // of a game; not written after prepare
	given   []bool      // by the ledger, whose lock it has
	twin    []int       // of a job: the next one of the same game, or -1
	missing int
	records []arena.Record
	queue   []int // games that are not published yet
	singles int   // how many at its beginning go alone
	under   map[string]sent
	pace    time.Duration // of a game, on one core
	faults  map[int]*fault
	last    time.Time // something arrived

	mu     sync.Mutex
	inbox  []arrival
	signal chan struct{}
}

// entry is a game.
type entry struct {
	key  key
	job  int // the first of its jobs
	done bool
}

// Run plays the jobs on the workers.
func (p *Pool) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if len(jobs) == 0 {
		return []arena.Record{}, ctx.Err()
	}
	who, parts, err := newLineup(&r, p.Require)
	if errors.Is(err, errStays) {
		return p.stay(ctx, r, jobs)
	}
	if err != nil {
		return nil, err
	}
	l, err := p.ledger(ctx, r.Of)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.caught:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	now := &round{Round: r, pool: p, ledger: l, lineup: who, jobs: jobs, records: make([]arena.Record, len(jobs)), signal: make(chan struct{}, 1)}
	if err := now.prepare(parts); err != nil {
		return nil, err
	}
	l.begin(now)
	defer l.end(now)
	if err := now.play(ctx, parts); err != nil {
		now.abandon()
		return nil, err
	}
	return now.records, nil
}

// stay plays on this machine the games whose agents cannot travel.
func (p *Pool) stay(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if p.Stay == nil {
		return nil, fmt.Errorf("cluster: one of the agents can play only on this machine, whose cores take no part")
	}
	p.noteOnce("stay", "note: one of the agents cannot travel (a program with one folder for all games, or a person): its games are played on this machine")
	return p.Stay.Run(ctx, r, jobs)
}

// prepare names the games.
func (r *round) prepare(parts objects) error {
	r.lineup.Salt = r.pool.nonce
	data, err := encode(r.lineup)
	if err != nil {
		return err
	}
	r.hash = hashOf(data)
	parts[r.hash] = data
	keys, err := newKeyer(r.pool.Identity.Program(), r.lineup)
	if err != nil {
		return err
	}
	r.under, r.faults, r.number, r.twin = map[string]sent{}, map[int]*fault{}, make(map[key]int, len(r.jobs)), make([]int, len(r.jobs))
	for i := range r.jobs {
		job := r.jobs[i]
		job.Keep = job.Keep || r.Ply != nil
		k := keys.key(&job)
		r.twin[i] = -1
		if game, ok := r.number[k]; ok {
			first := r.games[game].job
			r.twin[first], r.twin[i] = i, r.twin[first]
			continue
		}
		r.number[k] = len(r.games)
		r.games = append(r.games, entry{key: k, job: i})
	}
	r.given, r.missing = make([]bool, len(r.games)), len(r.games)
	r.again(false)
	return nil
}

// play publishes the missing games until all have a result.
func (r *round) play(ctx context.Context, parts objects) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	r.last = time.Now()
	if err := r.take(ctx); err != nil { // of an earlier life
		return err
	}
	if r.missing > 0 {
		if err := r.pool.stock.put(ctx, r.hash, parts); err != nil {
			return err
		}
		defer func() { go r.pool.stock.drop(r.hash) }()
	}
	if r.lineup.onTime(r.jobs) {
		r.pool.noteOnce("time", "warning: CPU time limits these games: agents play alike only on alike machines (nodes=N and depth=N do not depend on the machine)")
	}
	for r.missing > 0 {
		if err := r.publish(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.signal:
			if err := r.take(ctx); err != nil {
				return err
			}
		case <-ticks.C:
			r.expect(ctx)
			if err := r.watch(ctx); err != nil {
				return err
			}
		}
		if err := r.pool.err(); err != nil {
			return err
		}
	}
	return r.pool.err()
}

// finish records a result for each of its jobs.
func (r *round) finish(res *result) error {
	game := &r.games[r.number[res.Key]]
	if game.done {
		return nil
	}
	game.done = true
	r.missing--
	for i := game.job; i >= 0; i = r.twin[i] {
		rec := res.record(r.jobs[i].ID, res.by)
		if err := r.replay(&r.jobs[i], &rec); err != nil {
			return err
		}
		if r.records[i] = rec; r.Done != nil {
			r.Done(rec)
		}
	}
	return nil
}
