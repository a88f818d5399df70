package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
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
	prover *arena.Prover
	word   bool // the games cannot be played again: they rest on the word of those who play them

	jobs    []arena.Job
	records []arena.Record // by job
	games   []roundGame    // each once, although several jobs may ask for it
	gameOf  map[key]int    // index in games; not written after prepare
	missing int            // games without a result
	checks  int            // games that are being played again

	turn     turn
	queue    []int               // games to send
	inFlight map[string]*flight  // by the ID of the batch
	pace     time.Duration       // a game's time on one core
	faults   map[int]*fault      // by game; such games go in batches of their own
	refused  map[workerID]string // why

	inbox   inbox
	changed atomic.Bool // workers have come or gone
}

// roundGame is a game that one or more jobs ask for.
type roundGame struct {
	key  key
	jobs []int
	here bool // the coordinator plays it
	done bool
}

// Run plays the jobs on the workers.
func (p *Pool) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if len(jobs) == 0 {
		return []arena.Record{}, ctx.Err()
	}
	who, parts, err := newLineup(&r, p.Require)
	if errors.Is(err, errLocalOnly) {
		return p.runLocally(ctx, r, jobs)
	}
	if err != nil {
		return nil, err
	}
	l, err := p.ledger(ctx, r.Of)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.caughtUp:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	now := &round{Round: r, pool: p, ledger: l, lineup: who, jobs: jobs, records: make([]arena.Record, len(jobs)), inbox: newInbox()}
	if err := now.prepare(parts); err != nil {
		return nil, err
	}
	p.objects.use(now.hash, parts)
	defer p.objects.release(now.hash)
	l.register(now)
	defer l.unregister(now)
	defer now.landAll()
	checking, stop := context.WithCancel(ctx)
	defer stop()
	if err := now.play(checking); err != nil {
		return nil, err
	}
	return now.records, nil
}

func (p *Pool) runLocally(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if p.Local == nil {
		return nil, fmt.Errorf("one of the agents can play only on this machine, whose cores take no part")
	}
	p.noteOnce("stay", "note: one of the agents cannot travel (a program with one folder for all games, or a person): its games are played on this machine")
	return p.Local.Run(ctx, r, jobs)
}

func (r *round) prepare(parts objects) error {
	data, err := marshalJSON(r.lineup)
	if err != nil {
		return err
	}
	r.hash = hashOf(data)
	parts[r.hash] = data
	keys, err := newKeyer(r.pool.Identity.Program(), r.lineup)
	if err != nil {
		return err
	}
	r.prover, r.gameOf = arena.NewProver(r.Game), make(map[key]int, len(r.jobs))
	r.inFlight, r.faults, r.refused = map[string]*flight{}, map[int]*fault{}, map[workerID]string{}
	for i := range r.jobs {
		r.word = r.word || !r.lineup.repeatable(&r.jobs[i])
		k := keys.key(&r.jobs[i])
		g, known := r.gameOf[k]
		if !known {
			g = len(r.games)
			r.gameOf[k] = g
			r.games = append(r.games, roundGame{key: k})
		}
		r.games[g].jobs = append(r.games[g].jobs, i)
		r.turn.gameOf = append(r.turn.gameOf, g)
	}
	r.missing, r.turn.waits = len(r.games), make([]bool, len(r.games))
	for g := range r.games {
		if r.Next == nil {
			r.queue = append(r.queue, g)
		} else {
			r.turn.waits[g] = true
			r.turn.left++
		}
	}
	return nil
}

// job is the first one that asks for a game.
func (r *round) job(game int) *arena.Job { return &r.jobs[r.games[game].jobs[0]] }

// play sends the missing games to workers until all have a result, and those that are
// checked have been played again.
func (r *round) play(ctx context.Context) error {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	if err := r.handleUpdates(ctx); err != nil { // results of an earlier process
		return err
	}
	if r.lineup.dependsOnSpeed(r.jobs) {
		r.pool.noteOnce("time", "warning: CPU time limits these games: agents play alike only on alike machines (nodes=N and depth=N do not depend on the machine)")
	}
	for r.missing > 0 || r.checks > 0 {
		if err := r.publish(ctx); err != nil {
			return err
		}
		if r.missing == 0 && r.checks == 0 { // the rest is not to be played
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.turn.later:
			r.turn.later = nil
		case <-r.inbox.signal:
			if err := r.handleUpdates(ctx); err != nil {
				return err
			}
		case <-ticks.C:
			if err := r.checkProgress(ctx); err != nil {
				return err
			}
		}
		if err := r.pool.err(); err != nil {
			return err
		}
	}
	return r.pool.err()
}

// finish records the result of a game for each of its jobs.
func (r *round) finish(at int, result arena.Record) error {
	game := &r.games[at]
	if game.done {
		return nil
	}
	game.done = true
	r.missing--
	for _, i := range game.jobs {
		rec := result
		rec.Job = r.jobs[i].ID
		if err := r.showPlies(&r.jobs[i], &rec); err != nil {
			return err
		}
		if r.records[i] = rec; r.Done != nil {
			r.Done(rec)
		}
	}
	return nil
}

// inbox holds what the round has to look at.
type inbox struct {
	mu     sync.Mutex
	list   []update
	signal chan struct{}
}

// update is what the ledger, or a game played here, tells a round.
type update struct {
	report *report // nil: the games are from an earlier process
	by     workerID
	games  []received
	own    *ownGame
}

func newInbox() inbox { return inbox{signal: make(chan struct{}, 1)} }

func (b *inbox) deliver(n update) {
	b.mu.Lock()
	b.list = append(b.list, n)
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) wake() {
	select {
	case b.signal <- struct{}{}:
	default:
	}
}

func (b *inbox) take() []update {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.list
	b.list = nil
	return list
}

func (r *round) handleUpdates(ctx context.Context) error {
	for _, n := range r.inbox.take() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		if n.own != nil {
			err = r.finishOwn(n.own)
		}
		if n.report != nil {
			err = r.handleReport(ctx, n.report, n.by)
		}
		for i := 0; i < len(n.games) && err == nil; i++ {
			err = r.consider(ctx, n.games[i])
		}
		if err != nil {
			return err
		}
	}
	if r.changed.Swap(false) {
		return r.checkBatches(ctx)
	}
	return nil
}

// handleReport records the worker's speed and the games' pace, and retries failures.
func (r *round) handleReport(ctx context.Context, rep *report, by workerID) error {
	f := r.inFlight[rep.Batch]
	if f == nil || f.to != by {
		return nil
	}
	r.land(rep.Batch)
	r.pool.workers.noteResult(by, rep)
	if rep.Speed > 0 {
		r.pool.mu.Lock()
		r.pool.speeds[string(by)] = rep.Speed
		r.pool.mu.Unlock()
	}
	switch {
	case rep.Refused:
		return r.retryRefused(f.games, rep, by)
	case rep.Failed != "":
		return r.retryFailed(ctx, f, rep, by)
	}
	r.queue = append(r.unplayed(f.games, rep), r.queue...) // of a batch that took a worker too long
	if n := len(rep.Games); n > 0 {
		each := max(1, time.Duration(rep.Seconds/float64(n)*float64(time.Second)))
		if r.pace == 0 {
			r.pace = each
		}
		r.pace = (3*r.pace + each) / 4
	}
	return nil
}

// showPlies shows a worker's game to the round's watcher, and drops the moves
// that were kept only for this.
func (r *round) showPlies(job *arena.Job, rec *arena.Record) error {
	if r.Ply == nil {
		return nil
	}
	b, err := r.Game.Board(job.Variant, job.Opening)
	if err != nil {
		return err
	}
	err = arena.Replay(b, rec.Moves, func(p arena.Ply) error {
		p.Job = job
		r.Ply(p)
		return nil
	})
	if err != nil {
		return fmt.Errorf("game %d, played by %s: %w: that machine is not to be trusted", job.ID, rec.By, err)
	}
	if !job.Keep {
		rec.Moves, rec.CPU = nil, [2]float64{}
	}
	return nil
}
