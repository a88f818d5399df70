package cluster

import (
	"context"
	"errors"
	"fmt"
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
	Require string  // the least confinement of programs; "": any
	Sample  float64 // the share of games that are played twice
	// Local plays the games whose agents cannot travel; nil: they are refused.
	Local arena.Pool
	Note  func(text string)
}

// Pool plays on the workers of a server. It is an [arena.Pool].
type Pool struct {
	Options
	nc         *nats.Conn
	broker     *broker
	id         string // of this coordinator
	workers    workerSet
	objects    objectStore
	stop       context.CancelFunc
	background sync.WaitGroup

	serverChanged chan struct{} // signals that the statuses must be watched again

	mu     sync.Mutex
	works  map[string]*ledger
	noted  map[string]bool    // kinds of remarks that Note has had
	speeds map[string]float64 // nodes a second of workers, where time limits games
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
		Options: o, nc: nc, id: nonce[:12], serverChanged: make(chan struct{}, 1),
		works: map[string]*ledger{}, noted: map[string]bool{}, speeds: map[string]float64{},
	}
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, _ *nats.Msg, err error) { p.publishFailed(err) }))
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	if p.broker, err = openBroker(ctx, js, o.Identity.Program()); err != nil {
		return nil, err
	}
	p.objects = objectStore{store: p.broker.objects, stored: map[string]bool{}, users: map[string]int{}}
	if _, err := nc.Subscribe("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES."+JobsStream+".*", p.handleMaxDeliveries); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	alive, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = stop
	if err := p.workers.watch(alive, p); err != nil {
		return nil, errors.Join(err, p.Close(false))
	}
	p.background.Go(func() { p.announce(alive) })
	nc.SetReconnectHandler(func(*nats.Conn) { go p.recreateStreams(alive) })
	return p, nil
}

// announce keeps reporting that the coordinator is there.
func (p *Pool) announce(ctx context.Context) {
	data, err := marshalJSON(coordinator{MachineName(), p.Identity})
	for ctx.Err() == nil && err == nil {
		_, _ = p.broker.coordinators.Put(ctx, p.id, data) // the server may be away
		pause(ctx, heartbeat)
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
			_ = p.broker.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject(l.work))) // or it ages
		}
	}
	_ = p.broker.coordinators.Delete(ctx, p.id) // or it ages
	p.nc.Close()
	return p.failed
}

// publishFailed ends the work if the server refuses jobs. After an interruption, what
// was lost is published again.
func (p *Pool) publishFailed(err error) {
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		p.fail(fmt.Errorf("cluster: the server takes no more jobs: %w", err))
	}
}

// fail ends all work.
func (p *Pool) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed == nil {
		p.failed = err
	}
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
	home := p.Home
	if of == "" { // nobody resumes it
		home = p.id
	}
	work := WorkName(home, of)
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

// nextBatch returns the ID of a new batch.
func (p *Pool) nextBatch() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.batch++
	return fmt.Sprintf("%s-%d", p.id, p.batch)
}

// objectStore is what a coordinator keeps in the server's store of objects. Rounds side by
// side may have the same lineup, which is removed after the last of them.
type objectStore struct {
	store jetstream.ObjectStore

	// mu is held while the server is asked, too: what one round removes, another one may
	// be about to store.
	mu     sync.Mutex
	stored map[string]bool
	users  map[string]int // how many rounds use a lineup
}

// put stores the parts that are not there yet, for a round that releases its lineup
// when it is over.
func (s *objectStore) put(ctx context.Context, lineup string, parts objects) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for hash, data := range parts {
		if s.stored[hash] {
			continue
		}
		if _, err := s.store.PutBytes(ctx, hash, data); err != nil {
			return fmt.Errorf("cluster: object: %w", err)
		}
		s.stored[hash] = true
	}
	s.users[lineup]++
	return nil
}

// release removes the lineup of a round that is over, unless another round uses it.
func (s *objectStore) release(lineup string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users[lineup]--; s.users[lineup] > 0 {
		return
	}
	delete(s.users, lineup)
	delete(s.stored, lineup)
	ctx, stop := context.WithTimeout(context.Background(), maxSilence)
	defer stop()
	_ = s.store.Delete(ctx, lineup) // or it ages
}
