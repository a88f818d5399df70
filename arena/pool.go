package arena

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/search/cputime"
)

// Pool plays games, on this machine ([Cores]) or on many (package cluster). Its
// callers do not know which.
type Pool interface {
	// Run plays all jobs of a round and returns their records in the order of the
	// jobs: the same ones for any number of workers, wherever they are. A cancelled
	// context or an error ends it without records; Done has seen those of the finished
	// games and is no longer called.
	Run(ctx context.Context, r Round, jobs []Job) ([]Record, error)
}

// Round is what games that are played together have in common: who plays them, and
// who follows them.
type Round struct {
	// Of names the work that the games belong to, such as a run. A pool may keep
	// their results under this name for whoever resumes the work; with "" it keeps
	// none.
	Of     string
	Game   agent.Game
	Agents []agent.Agent // jobs name them by index
	// Done, if set, is called after each game, perhaps from several goroutines.
	Done func(Record)
	// Ply, if set, is called for each move. The moves of a game come in order, those
	// of different games perhaps from several goroutines. After a game on another
	// machine, Choice holds nothing but the move.
	Ply func(Ply)
	// Next, if set, returns the index of the job to play next, each once, or -1. Then it is
	// asked again once later is closed; if that is nil, no further one is to be played, and
	// the rest has no records. It is called from several goroutines.
	Next func() (job int, later <-chan struct{})
	// Voids allows games to end void. Without it, one ends the run with an error.
	Voids bool
	// Again, if set, is called before a void game is played again.
	Again func(Record)
}

// Cores is the pool of this machine's cores.
type Cores struct {
	Workers int // 0: one a core
}

// Run does not wait for a slow move when it is cancelled: whoever cancels a run is
// about to end the program.
func (c Cores) Run(ctx context.Context, r Round, jobs []Job) ([]Record, error) {
	records := make([]Record, len(jobs))
	var over ending
	next := r.Next
	if next == nil {
		next = inOrder(len(jobs))
	}
	var machine Machine
	group, playing := errgroup.WithContext(ctx)
	for range min(c.games(&r, jobs), len(jobs)) {
		group.Go(func() error {
			defer cputime.Count(playing)()
			slot := machine.Slot(&r)
			for {
				i, later := next()
				if i < 0 && later == nil {
					return nil
				}
				if err := playing.Err(); err != nil {
					return err
				}
				if i < 0 {
					select {
					case <-later:
					case <-playing.Done():
					}
					continue
				}
				rec, err := slot.Play(playing, &jobs[i])
				if err != nil {
					return fmt.Errorf("game %d: %w", jobs[i].ID, err)
				}
				records[i] = rec
				if r.Done != nil {
					over.unless(func() { r.Done(rec) })
				}
			}
		})
	}
	if err := over.wait(ctx, group.Wait); err != nil {
		return nil, err
	}
	return records, nil
}

// inOrder returns the indices of so many jobs, then -1.
func inOrder(jobs int) func() (int, <-chan struct{}) {
	var next atomic.Int64
	return func() (int, <-chan struct{}) {
		if i := int(next.Add(1)) - 1; i < jobs {
			return i, nil
		}
		return -1, nil
	}
}

// ending stops abandoned workers from reporting.
type ending struct {
	mu   sync.RWMutex
	left bool
}

func (e *ending) unless(report func()) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if !e.left {
		report()
	}
}

// wait waits for the workers, but not for long once the context has ended.
func (e *ending) wait(ctx context.Context, workers func() error) error {
	done := make(chan error, 1)
	go func() { done <- workers() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(300 * time.Millisecond): // for the moves under way
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.left = true
	return ctx.Err()
}

// games is the number of games at a time: one if an agent insists on it, or if
// time is limited and the system knows only the CPU time of all threads together.
func (c Cores) games(r *Round, jobs []Job) int {
	if !cputime.PerThread && slices.ContainsFunc(jobs, func(j Job) bool { return j.Limits.timed() }) {
		return 1
	}
	if slices.ContainsFunc(r.Agents, agent.Agent.Serial) {
		return 1
	}
	return cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
}

// Machine plays games side by side. The zero value is ready.
type Machine struct{ mu sync.RWMutex }

// Slot plays one game at a time.
type Slot struct {
	machine *Machine
	round   *Round
	ref     referee
}

// Slot sets up a slot for the games of a round.
func (m *Machine) Slot(r *Round) *Slot {
	return &Slot{m, r, referee{game: r.Game, info: r.Game.Info(), watch: r.Ply}}
}

// Play plays a game beside others in the machine. It repeats a void one with the machine
// to itself: the other games may have spoiled it.
func (t *Slot) Play(ctx context.Context, job *Job) (Record, error) {
	agents := [2]agent.Agent{t.round.Agents[job.First], t.round.Agents[job.Second]}
	if job.Pairs > 0 {
		return playMatch(ctx, job, agents)
	}
	t.machine.mu.RLock()
	rec, err := t.ref.play(ctx, job, agents)
	t.machine.mu.RUnlock()
	if err != nil || !rec.Void() {
		return rec, err
	}
	t.machine.mu.Lock()
	defer t.machine.mu.Unlock()
	for range agent.VoidReplays {
		if t.round.Again != nil {
			t.round.Again(rec)
		}
		if rec, err = t.ref.play(ctx, job, agents); err != nil || !rec.Void() {
			return rec, err
		}
	}
	if !t.round.Voids {
		return rec, fmt.Errorf("%s: %s", Void, rec.Failure)
	}
	return rec, nil
}

// Speed plays a match's games between the round's agents a and b with one worker, until the
// process has used the CPU time, and returns the games per second of it. It begins with
// two games, because some take a second. The match's own number of games does not count.
func Speed(ctx context.Context, r Round, m Match, a, b int, atLeast time.Duration) (float64, error) {
	games := 0
	m.Games = 2
	began := cputime.Process()
	for ; cputime.Process()-began < atLeast; m.Seed++ {
		jobs, err := m.Jobs(r.Game, a, b, 0)
		if err != nil {
			return 0, err
		}
		if _, err := (Cores{Workers: 1}).Run(ctx, r, jobs); err != nil {
			return 0, err
		}
		games, m.Games = games+len(jobs), min(2*m.Games, 1024)
	}
	return float64(games) / (cputime.Process() - began).Seconds(), nil
}
