package cluster

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// workerSet follows which workers are there.
type workerSet struct {
	identity Identity
	mu       sync.Mutex
	byName   map[string]*liveWorker
}

type liveWorker struct {
	Status
	heard time.Time
}

// watch follows the workers until the context ends.
func (c *workerSet) watch(ctx context.Context, p *Pool) error {
	c.identity, c.byName = p.Identity, map[string]*liveWorker{}
	updates, err := p.broker.workers.WatchAll(ctx)
	if err != nil {
		return fmt.Errorf("cluster: workers: %w", err)
	}
	p.background.Go(func() {
		for {
			if err == nil {
				p.followStatuses(ctx, updates)
				_ = updates.Stop() // the server may have forgotten it
			} else {
				pause(ctx, heartbeat/4)
			}
			if ctx.Err() != nil {
				return
			}
			updates, err = p.broker.workers.WatchAll(ctx)
		}
	})
	return nil
}

// followStatuses records what workers report until the server is replaced.
func (p *Pool) followStatuses(ctx context.Context, updates jetstream.KeyWatcher) {
	fresh := false // what comes before nil may be old
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.serverChanged:
			return
		case e, ok := <-updates.Updates():
			if !ok {
				return
			}
			if e == nil {
				fresh = true
				continue
			}
			if fresh || time.Since(e.Created()) < maxSilence {
				p.recordStatus(e)
			}
		}
	}
}

// restartWatch makes watch follow the statuses again.
func (p *Pool) restartWatch() {
	select {
	case p.serverChanged <- struct{}{}:
	default:
	}
}

// recreateStreams recreates what a restarted server had kept only in memory.
func (p *Pool) recreateStreams(ctx context.Context) {
	for ctx.Err() == nil && p.nc.IsConnected() {
		once, stop := context.WithTimeout(ctx, maxSilence)
		_, err := openBroker(once, p.broker.js, p.Identity.Program())
		stop()
		if err == nil {
			p.restartWatch()
			return
		}
		pause(ctx, heartbeat/4)
	}
}

func (p *Pool) recordStatus(e jetstream.KeyValueEntry) {
	const maxWorkers = 100_000 // anybody with the token can write statuses
	s, err := parseStatus(e.Value())
	c := &p.workers
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Operation() != jetstream.KeyValuePut || err != nil || s.Worker != e.Key() || len(c.byName) > maxWorkers {
		delete(c.byName, e.Key())
		return
	}
	if d := c.identity.Differences(s.Identity); d != "" {
		go p.noteOnce("differs"+s.Worker, "warning: worker %s on %s gets no games, it is another program: %s", s.Worker, s.Machine, d)
		return
	}
	c.byName[s.Worker] = &liveWorker{s, time.Now()}
}

// cores is the number of cores that play. If programs play, only workers that run
// programs count.
func (c *workerSet) cores(programs bool) int {
	n := 0
	for _, m := range c.alive() {
		if m.Exec || !programs {
			n += m.Cores
		}
	}
	return n
}

// workers is how many workers there are. If programs play, only those that run
// programs count.
func (c *workerSet) workers(programs bool) int {
	n := 0
	for _, m := range c.alive() {
		if m.Exec || !programs {
			n++
		}
	}
	return n
}

// alive lists the workers that have reported lately, by name.
func (c *workerSet) alive() []Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Status
	for _, m := range c.byName {
		if time.Since(m.heard) < maxSilence {
			list = append(list, m.Status)
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
func (p *Pool) ProgramCores() int { return p.workers.cores(true) }
