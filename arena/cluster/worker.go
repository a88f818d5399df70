package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
)

// Worker plays games for coordinators.
type Worker struct {
	Name     string // unique on the server
	Cores    int
	Exec     bool // runs programs
	Identity Identity
	Games    agent.Table
	// Note, if set, passes on remarks.
	Note func(text string)
	// Play, if set, replaces playing a batch, as in a simulation.
	Play func(ctx context.Context, games int) error

	nc    *nats.Conn
	js    jetstream.JetStream
	room  arena.Room
	seats seats
	meter meter
	speed speeds
	rests rests

	mu     sync.Mutex
	epoch  context.Context // ends when the server is another one
	renew  context.CancelFunc
	checks chan *nats.Msg
}

// ErrRefused is the error of a worker that finds only coordinators of other programs.
var ErrRefused = errors.New("the coordinator is another program")

// Serve plays until the context ends, for one coordinator after another. It waits
// while there is none.
func (w *Worker) Serve(ctx context.Context, nc *nats.Conn) error {
	w.nc = nc
	js, err := jetstream.New(nc)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	w.js, w.checks = js, make(chan *nats.Msg, 256)
	w.seats.games, w.seats.get = w.Games, w.fetch
	defer w.seats.close()
	w.nextEpoch(ctx)
	nc.SetReconnectHandler(func(*nats.Conn) { w.nextEpoch(ctx) })
	sub, err := nc.ChanSubscribe(checkSubject(w.Name), w.checks)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone
	if err := w.welcome(ctx); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return w.present(ctx) })
	for range w.Cores {
		sources := []*source{{kind: plainKind}}
		if w.Exec {
			sources = append(sources, &source{kind: execKind})
		}
		group.Go(func() error { return w.slot(ctx, sources) })
	}
	return group.Wait()
}

// nextEpoch makes all parts of the worker look up again what is on the server.
func (w *Worker) nextEpoch(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.renew != nil {
		w.renew()
	}
	w.epoch, w.renew = context.WithCancel(ctx)
}

func (w *Worker) now() context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.epoch
}

// welcome fails if the first coordinators it meets all belong to other programs.
func (w *Worker) welcome(ctx context.Context) error {
	for {
		ask, stop := context.WithTimeout(ctx, heard)
		err := w.agree(ask)
		stop()
		if err == nil || errors.Is(err, ErrRefused) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(heard / 10):
		}
	}
}

// agree fails with ErrRefused if there are coordinators, but only of other programs.
func (w *Worker) agree(ctx context.Context) error {
	list, err := labs(ctx, w.js)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("cluster: no coordinator")
	}
	differs := ""
	for _, l := range list {
		d := w.Identity.Differences(l.Identity)
		if d == "" {
			return nil
		}
		differs = fmt.Sprintf("%s: %s", l.Machine, d)
	}
	return fmt.Errorf("cluster: %w: on %s", ErrRefused, differs)
}

// present keeps reporting that the worker is there.
func (w *Worker) present(ctx context.Context) error {
	s := Status{Worker: w.Name, Machine: MachineName(), Cores: w.Cores, Exec: w.Exec, Identity: w.Identity}
	for {
		w.meter.fill(&s)
		if data, err := encode(&s); err == nil && w.nc.IsConnected() { // else nobody could read it
			_ = w.nc.Publish("$KV."+WorkerBucket+"."+w.Name, data)
		}
		select {
		case <-time.After(heard):
		case <-w.now().Done():
			pause(ctx, heard/20) // another server, or the end
		}
		if ctx.Err() != nil {
			leaving, stop := context.WithTimeout(context.WithoutCancel(ctx), heard/4)
			defer stop()
			if kv, err := w.js.KeyValue(leaving, WorkerBucket); err == nil {
				_ = kv.Delete(leaving, w.Name) // else it is gone after a while
			}
			return nil
		}
	}
}

// fetch gets an object.
func (w *Worker) fetch(hash string) ([]byte, error) {
	ctx, stop := context.WithTimeout(w.now(), time.Minute)
	defer stop()
	store, err := w.js.ObjectStore(ctx, ObjectBucket)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	data, err := store.GetBytes(ctx, hash)
	if err == nil && hashOf(data) != hash {
		err = errors.New("its contents have another hash")
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: object %s: %w", hash, err)
	}
	return data, nil
}

func (w *Worker) note(format string, args ...any) {
	if w.Note != nil {
		w.Note(fmt.Sprintf(format, args...))
	}
}
