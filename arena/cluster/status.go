package cluster

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Status is what a worker reports about itself.
type Status struct {
	Worker   string   `json:"worker"`
	Machine  string   `json:"machine"`
	Cores    int      `json:"cores"`
	Exec     bool     `json:"exec,omitempty"` // it runs programs
	Games    int      `json:"games"`          // since it came
	Rate     float64  `json:"rate"`           // games a second, lately
	Jobs     int      `json:"jobs"`           // batches under way
	Identity Identity `json:"identity"`
	Seen     float64  `json:"seen,omitempty"` // seconds ago; for readers
}

// Lab is what a coordinator reports about itself.
type Lab struct {
	Machine  string   `json:"machine"`
	Identity Identity `json:"identity"`
}

// NewName is a name for a worker of this process.
func NewName() string {
	return fmt.Sprintf("%.40s-%d", cleanName(MachineName()), os.Getpid())
}

// MachineName is that of this machine.
func MachineName() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "unknown"
	}
	return name
}

// cleanName makes a text fit for subjects and keys.
func cleanName(text string) string {
	return strings.Map(func(r rune) rune {
		if isName(string(r)) {
			return r
		}
		return '-'
	}, text)
}

func parseStatus(data []byte) (Status, error) {
	var s Status
	if err := decode(data, &s); err != nil {
		return s, fmt.Errorf("cluster: status: %w", err)
	}
	if !isName(s.Worker) || s.Cores < 0 || s.Cores > 1<<16 || !(s.Rate >= 0) || len(s.Machine) > 256 || len(s.Identity.Version) > 1024 {
		return s, fmt.Errorf("cluster: status of %.40q: out of range", s.Worker)
	}
	return s, nil
}

// Statuses lists the workers that were heard within an hour, by name.
func Statuses(ctx context.Context, js jetstream.JetStream) ([]Status, error) {
	kv, err := js.KeyValue(ctx, WorkerBucket)
	if err != nil {
		return nil, err
	}
	watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	defer watch.Stop()
	var list []Status
	for e := range watch.Updates() {
		if e == nil { // those are all
			break
		}
		if s, err := parseStatus(e.Value()); err == nil && s.Worker == e.Key() {
			s.Seen = max(0, time.Since(e.Created()).Seconds())
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Status) int { return strings.Compare(a.Worker, b.Worker) })
	return list, ctx.Err()
}

// labs lists the coordinators that are there.
func labs(ctx context.Context, js jetstream.JetStream) ([]Lab, error) {
	kv, err := js.KeyValue(ctx, LabBucket)
	if err != nil {
		return nil, err
	}
	names, err := kv.Keys(ctx)
	if err != nil {
		return nil, err
	}
	var list []Lab
	for _, name := range names {
		e, err := kv.Get(ctx, name)
		if err != nil || time.Since(e.Created()) > 30*time.Second { // clocks differ a little
			continue
		}
		var l Lab
		if err := decode(e.Value(), &l); err == nil {
			list = append(list, l)
		}
	}
	return list, nil
}

// meter counts games, and measures games per second.
type meter struct {
	mu    sync.Mutex
	games int
	jobs  int
	last  int
	at    time.Time
	rate  float64
}

func (m *meter) add(jobs, games int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs += jobs
	m.games += games
}

// fill sets the figures of a status; the rate is that since the last call.
func (m *meter) fill(s *Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if spent := now.Sub(m.at).Seconds(); !m.at.IsZero() && spent > 0 {
		m.rate = (m.rate + float64(m.games-m.last)/spent) / 2
	}
	m.last, m.at = m.games, now
	s.Games, s.Jobs, s.Rate = m.games, m.jobs, m.rate
}
