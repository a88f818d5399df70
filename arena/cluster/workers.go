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

// crew is the workers that are there.
type crew struct {
	identity Identity
	mu       sync.Mutex
	by       map[string]*member
}

type member struct {
	Status
	heard time.Time
}

// watch follows the workers until the context ends.
func (c *crew) watch(ctx context.Context, p *Pool) error {
	c.identity, c.by = p.Identity, map[string]*member{}
	updates, err := p.board.workers.WatchAll(ctx)
	if err != nil {
		return fmt.Errorf("cluster: workers: %w", err)
	}
	p.ended.Go(func() {
		for {
			if err == nil {
				p.follow(ctx, updates)
				_ = updates.Stop() // the server may have forgotten it
			} else {
				pause(ctx, heard/4)
			}
			if ctx.Err() != nil {
				return
			}
			updates, err = p.board.workers.WatchAll(ctx)
		}
	})
	return nil
}

// follow records the workers' statuses until the server is replaced.
func (p *Pool) follow(ctx context.Context, updates jetstream.KeyWatcher) {
	fresh := false // what comes before nil was there
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.renewed:
			return
		case e, ok := <-updates.Updates():
			if !ok {
				return
			}
			if e == nil {
				fresh = true
				continue
			}
			if fresh || time.Since(e.Created()) < gone {
				p.met(e)
			}
		}
	}
}

// renew starts watching the workers anew.
func (p *Pool) renew() {
	select {
	case p.renewed <- struct{}{}:
	default:
	}
}

// reopen recreates what a restarted server had kept only in memory.
func (p *Pool) reopen(ctx context.Context) {
	for ctx.Err() == nil && p.nc.IsConnected() {
		once, stop := context.WithTimeout(ctx, gone)
		_, err := openBoard(once, p.board.js, p.Identity.Program())
		stop()
		if err == nil {
			p.renew()
			return
		}
		pause(ctx, heard/4)
	}
}

// met records a worker's status.
func (p *Pool) met(e jetstream.KeyValueEntry) {
	s, err := parseStatus(e.Value())
	c := &p.crew
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Operation() != jetstream.KeyValuePut || err != nil || s.Worker != e.Key() || len(c.by) > 100_000 {
		delete(c.by, e.Key())
		return
	}
	if d := c.identity.Differences(s.Identity); d != "" {
		go p.noteOnce("differs"+s.Worker, "warning: worker %s on %s gets no games, it is another program: %s", s.Worker, s.Machine, d)
		return
	}
	c.by[s.Worker] = &member{s, time.Now()}
}

// cores is the number of cores that play. If programs play, only workers that run
// programs count.
func (c *crew) cores(programs bool) int {
	n := 0
	for _, m := range c.there() {
		if m.Exec || !programs {
			n += m.Cores
		}
	}
	return n
}

// workers is how many workers there are. If programs play, only those that run
// programs count.
func (c *crew) workers(programs bool) int {
	n := 0
	for _, m := range c.there() {
		if m.Exec || !programs {
			n++
		}
	}
	return n
}

// there lists the workers that were heard of recently.
func (c *crew) there() []Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Status
	for _, m := range c.by {
		if time.Since(m.heard) < gone {
			list = append(list, m.Status)
		}
	}
	slices.SortFunc(list, func(a, b Status) int { return cmp.Compare(a.Worker, b.Worker) })
	return list
}

// Capacity returns the number of workers and cores, and the games they play a second.
func (p *Pool) Capacity() (workers, cores int, rate float64) {
	for _, s := range p.crew.there() {
		workers, cores, rate = workers+1, cores+s.Cores, rate+s.Rate
	}
	return workers, cores, rate
}

// ProgramCores is the number of cores that may run programs.
func (p *Pool) ProgramCores() int { return p.crew.cores(true) }
