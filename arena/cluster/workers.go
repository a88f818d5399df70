package cluster

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"evolab/arena"
	"evolab/internal/quantity"
)

// workerSet follows which workers are there, and how much each has to do.
type workerSet struct {
	identity Identity

	mu       sync.Mutex
	byID     map[workerID]*liveWorker
	reported map[workerID]map[string]bool // the works of which each has reported games
	checked  map[workerID]int             // games that were played again
}

type liveWorker struct {
	Status
	id       workerID
	came     time.Time // the last time
	heard    time.Time
	idle     time.Time // since when all its reports have said that it has nothing to do
	assigned int       // batches
	rest     time.Duration
	rested   time.Time // when it may play again
}

const (
	minRest = heartbeat / 4
	maxRest = 30 * time.Second
)

// noteResult makes a worker that keeps failing, such as one whose disk is full, rest longer
// each time: otherwise it would take all the games, and play none.
func (c *workerSet) noteResult(id workerID, rep *report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.byID[id]
	switch {
	case w == nil || rep.Refused:
	case rep.Failed == "":
		w.rest, w.rested = 0, time.Time{}
	case rep.PlaysOthers:
		w.rested = time.Now().Add(minRest)
	case time.Now().After(w.rested): // else another core has failed, for the same cause
		w.rest = min(max(minRest, 2*w.rest), maxRest)
		w.rested = time.Now().Add(w.rest)
	}
}

// rests reports whether a worker gets no more for now. One that has failed gets one batch
// to try again.
func (w *liveWorker) rests() bool {
	return time.Now().Before(w.rested) || w.rest > 0 && w.assigned > 0
}

func newWorkerSet(id Identity) workerSet {
	return workerSet{identity: id, byID: map[workerID]*liveWorker{}, reported: map[workerID]map[string]bool{}, checked: map[workerID]int{}}
}

func (w *liveWorker) alive() bool { return !w.Left && time.Since(w.heard) < maxSilence }

// recordStatus takes up what a worker reports. New ones are told that there is a
// coordinator.
func (p *Pool) recordStatus(m *nats.Msg) {
	const maxWorkers = 100_000 // anybody with the token can report
	s, err := readStatus(m)
	id := workerID(s.Worker)
	if err != nil {
		return
	}
	c := &p.workers
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.byID[id]
	if w == nil {
		go p.show()
		if len(c.byID) >= maxWorkers {
			return
		}
	}
	if d := c.identity.Differences(s.Identity); d != "" {
		go p.noteOnce("differs"+string(id), "warning: worker %v on %s gets no games, it is another program: %s", id, s.Machine, d)
		return
	}
	fresh := w == nil || !w.alive() || s.Left
	if w == nil {
		w = &liveWorker{id: id}
		c.byID[id] = w
	}
	if fresh {
		w.came = time.Now()
	}
	w.Status, w.heard = s, time.Now()
	if s.Jobs+s.Waiting > 0 {
		w.idle = time.Time{}
	} else if w.idle.IsZero() {
		w.idle = w.heard
	}
	if fresh {
		go p.wakeAll()
	}
}

// eligible reports whether a worker can play games of a round.
func (c *workerSet) eligible(w *liveWorker, r *round) bool {
	_, refuses := r.refused[w.id]
	return w.alive() && !refuses && (w.Exec || !r.lineup.programs)
}

// pick returns the worker of a round that has least to do, and counts one batch more for it;
// "" if all have that many batches for each core.
func (c *workerSet) pick(r *round, most float64, without func(workerID) bool) workerID {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *liveWorker
	for _, w := range c.byID {
		load := float64(w.assigned) / float64(w.Cores)
		if !(load < most || best != nil && load == most && w.id < best.id) || w.rests() || !c.eligible(w, r) || without(w.id) {
			continue
		}
		most, best = load, w
	}
	if best == nil {
		return ""
	}
	best.assigned++
	return best.id
}

// done notes that a worker has one batch less.
func (c *workerSet) done(id workerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.byID[id]; w != nil && w.assigned > 0 {
		w.assigned--
	}
}

// lost reports whether a worker no longer has what was sent to it: it is gone (blamed: and
// has not said so), or keeps reporting that it has nothing to do.
func (c *workerSet) lost(id workerID, sent time.Time) (gone, blamed, forgotten bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.byID[id]
	if w == nil || !w.alive() {
		return true, w != nil && !w.Left, false
	}
	since := w.idle
	if since.Before(sent) { // it had nothing to do then, and may never have got it
		since = sent
	}
	return false, false, !w.idle.IsZero() && w.heard.Sub(since) > 2*heartbeat
}

// eachFor visits the workers that play games of a round.
func (c *workerSet) eachFor(r *round, visit func(*liveWorker)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.byID {
		if c.eligible(w, r) {
			visit(w)
		}
	}
}

// coresFor is the number of cores that play games of a round.
func (c *workerSet) coresFor(r *round) (n int) {
	c.eachFor(r, func(w *liveWorker) { n += w.Cores })
	return n
}

// anyFor reports whether there is such a worker among those that play games of a round.
func (c *workerSet) anyFor(r *round, is func(*liveWorker) bool) (found bool) {
	c.eachFor(r, func(w *liveWorker) { found = found || is(w) })
	return found
}

// noteReport notes that a worker has reported games of a work.
func (c *workerSet) noteReport(id workerID, of string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reported[id] == nil {
		c.reported[id] = map[string]bool{}
	}
	c.reported[id][of] = true
}

// distrust is the error of a worker with the works of which it has reported games.
func (c *workerSet) distrust(id workerID) *arena.Distrusted {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &arena.Distrusted{Worker: string(id), Of: slices.Sorted(maps.Keys(c.reported[id]))}
}

// Describe is what a worker, by its name in records, says that it runs on; "" if it has not
// been heard of.
func (p *Pool) Describe(name string) string {
	p.workers.mu.Lock()
	defer p.workers.mu.Unlock()
	w := p.workers.byID[workerID(name)]
	if w == nil {
		return ""
	}
	return fmt.Sprintf("%s; %s, %s; evolab %s", w.Machine, w.Identity.System, quantity.Of(w.Cores, "core"), w.Identity.Version)
}

// alive lists the workers that have reported lately, by name.
func (c *workerSet) alive() []Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Status
	for _, w := range c.byID {
		if w.alive() {
			list = append(list, w.Status)
		}
	}
	slices.SortFunc(list, func(a, b Status) int { return cmp.Compare(a.Worker, b.Worker) })
	return list
}

// Capacity returns the number of workers and cores, and the games they play a second.
func (p *Pool) Capacity() (workers, cores int, rate float64) {
	for _, s := range p.workers.alive() {
		workers, cores, rate = workers+1, cores+s.Cores, rate+s.Rate
	}
	return workers, cores, rate
}

// ProgramCores is the number of cores that may run programs.
func (p *Pool) ProgramCores() int {
	n := 0
	for _, s := range p.workers.alive() {
		if s.Exec {
			n += s.Cores
		}
	}
	return n
}
