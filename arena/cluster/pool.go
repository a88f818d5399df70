package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/arena"
)

// Options are those of a coordinator.
type Options struct {
	Identity Identity
	// Home is where the user keeps what the games are for, such as a folder of runs. With
	// Round.Of it names a work on the server.
	Home    string
	Require string // the least confinement of programs; "": any
	// Sample is the share of games that the coordinator plays again itself.
	Sample float64
	// Own is the worker of the coordinator's own cores.
	Own string
	// Local plays the games whose agents cannot travel; nil: they are refused.
	Local arena.Pool
	Note  func(text string)
}

// Pool plays on the workers of a server. It is an [arena.Pool].
type Pool struct {
	Options
	nc         *nats.Conn
	js         jetstream.JetStream
	results    jetstream.Stream
	id         string // of this coordinator
	workers    workerSet
	objects    objectServer
	checker    checker
	stop       context.CancelFunc
	background sync.WaitGroup

	mu     sync.Mutex
	works  map[string]*ledger
	noted  map[string]bool    // kinds of remarks that Note has had
	speeds map[string]float64 // nodes a second of workers, where time limits games
	words  map[string]int     // games that nobody can play again, by the worker whose word counted
	batch  int                // the last one's number
	failed error
}

// Open starts a coordinator on a server.
func Open(ctx context.Context, nc *nats.Conn, o Options) (*Pool, error) {
	nonce, err := NewToken()
	if err != nil {
		return nil, err
	}
	p := &Pool{
		Options: o, nc: nc, id: nonce[:12], workers: newWorkerSet(o.Identity), checker: newChecker(),
		objects: objectServer{nc: nc, lineups: map[string]*servedLineup{}},
		works:   map[string]*ledger{}, noted: map[string]bool{}, speeds: map[string]float64{}, words: map[string]int{},
	}
	if p.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if p.results, err = openResults(ctx, p.js); err != nil {
		return nil, err
	}
	for subject, handle := range map[string]nats.MsgHandler{statusPrefix + "*": p.recordStatus, objectsPrefix + p.id: p.objects.serve} {
		if _, err := nc.Subscribe(subject, handle); err != nil {
			return nil, err
		}
	}
	alive, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = stop
	p.background.Go(func() { p.announce(alive) })
	nc.SetReconnectHandler(func(*nats.Conn) { go p.reopen(alive) })
	if err := errors.Join(nc.Publish(helloSubject, nil), nc.FlushTimeout(serverTimeout)); err != nil { // from here on it hears workers
		return nil, errors.Join(err, p.Close(false))
	}
	return p, nil
}

// reopen makes again what a server that was restarted has lost.
func (p *Pool) reopen(ctx context.Context) {
	for ctx.Err() == nil && p.nc.IsConnected() {
		once, stop := context.WithTimeout(ctx, maxSilence)
		_, err := openResults(once, p.js)
		stop()
		if err == nil {
			_ = p.nc.Publish(helloSubject, nil) // they also report by themselves
			return
		}
		pause(ctx, heartbeat/4)
	}
}

func (p *Pool) announce(ctx context.Context) {
	for ctx.Err() == nil {
		p.show()
		pause(ctx, heartbeat)
	}
}

func (p *Pool) show() {
	if data, err := marshalJSON(coordinator{p.id, MachineName(), p.Identity}); err == nil && p.nc.IsConnected() {
		_ = p.nc.Publish(labSubject, data) // it is repeated
	}
}

// Close leaves the server. What was played is purged if the work is finished, else
// it waits there for whoever resumes the work.
func (p *Pool) Close(finished bool) error {
	p.stop()
	p.background.Wait()
	ctx, stop := context.WithTimeout(context.Background(), heartbeat)
	defer stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.works {
		l.consuming.Stop()
		if finished || l.of == "" {
			_ = p.results.Purge(ctx, jetstream.WithPurgeSubject(resultsPrefix+l.work+".*")) // or it ages
		}
	}
	p.nc.Close()
	return p.failed
}

func (p *Pool) fail(err error) {
	p.mu.Lock()
	if p.failed == nil {
		p.failed = err
	}
	p.mu.Unlock()
	p.wakeAll()
}

// wakeAll makes all rounds look at the workers, and at the pool's error.
func (p *Pool) wakeAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.works {
		l.wake()
	}
}

func (p *Pool) err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// noteOnce passes on a remark, once for each kind.
func (p *Pool) noteOnce(kind, format string, args ...any) {
	p.mu.Lock()
	known := p.noted[kind]
	p.noted[kind] = true
	p.mu.Unlock()
	if !known && p.Note != nil {
		p.Note(fmt.Sprintf(format, args...))
	}
}

// ledger returns a work's ledger, and opens it the first time.
func (p *Pool) ledger(ctx context.Context, of string) (*ledger, error) {
	work := p.workOf(of)
	p.mu.Lock()
	defer p.mu.Unlock()
	if l, ok := p.works[work]; ok {
		return l, nil
	}
	l := newLedger(p, work, of)
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	p.works[work] = l
	return l, nil
}

// nextBatch returns the ID of a new batch, which begins with that of the coordinator.
func (p *Pool) nextBatch() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.batch++
	return fmt.Sprintf("%s-%d", p.id, p.batch)
}

// drawn draws whether a game that was reported is one of the share that is played again.
func (p *Pool) drawn() bool { return rand.Float64() < p.Sample }

// forget removes from the server what a worker has reported for this coordinator, and leaves
// a mark there, after which whoever resumes the work skips its reports.
func (p *Pool) forget(d *arena.Distrusted) error {
	ctx, stop := context.WithTimeout(context.Background(), maxSilence)
	defer stop()
	mark, err := marshal(&report{Batch: p.id})
	for _, of := range d.Of {
		subject := resultsSubject(p.workOf(of), workerID(d.Worker))
		ack, failed := p.js.Publish(ctx, subject, mark)
		if failed == nil {
			failed = p.results.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(ack.Sequence))
		}
		err = errors.Join(err, failed)
	}
	return err
}

func (p *Pool) workOf(of string) string {
	if of == "" { // nobody resumes it
		return WorkName(p.id, of)
	}
	return WorkName(p.Home, of)
}
