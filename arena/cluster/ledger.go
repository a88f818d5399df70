package cluster

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ledger holds the results of a work, each game once.
type ledger struct {
	pool     *Pool
	work, of string
	reading  jetstream.ConsumeContext

	mu      sync.Mutex
	early   map[key]*result // that nobody has asked for yet
	room    int             // for more of them, in bytes
	counts  map[key]gist    // that have been handed out, of late
	before  map[key]gist    // and before
	names   []string        // of workers whose results count
	numbers map[string]uint32
	rounds  map[*round]bool // those under way
	pace    time.Duration   // of a game in the latest round, on one core
	left    uint64          // results of an earlier life that are still to be read
	caught  chan struct{}   // closed when they are
}

func newLedger(p *Pool, work, of string) *ledger {
	const mostEarly = 256 << 20 // bytes of results that wait for their round: anybody with the token can send some
	return &ledger{
		pool: p, work: work, of: of, caught: make(chan struct{}), room: mostEarly,
		early: map[key]*result{}, counts: map[key]gist{}, numbers: map[string]uint32{}, rounds: map[*round]bool{},
	}
}

// open purges the jobs of an earlier process and begins to read its results.
func (l *ledger) open(ctx context.Context) error {
	b := l.pool.board
	if err := l.purgeJobs(ctx); err != nil {
		return err
	}
	subject := resultsSubject(l.work)
	info, err := b.results.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	if l.left = info.State.Subjects[subject]; l.left == 0 {
		close(l.caught)
	}
	cons, err := b.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	l.reading, err = cons.Consume(func(m jetstream.Msg) { l.read(m.Data()) })
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	return nil
}

func (l *ledger) purgeJobs(ctx context.Context) error {
	for _, kind := range []string{plainKind, execKind} {
		subject := jobsSubject(l.pool.Identity.Program(), kind, l.work)
		if err := l.pool.board.jobs.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return fmt.Errorf("cluster: jobs: %w", err)
		}
	}
	return nil
}

// wake makes all rounds check what has happened.
func (l *ledger) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.wake()
	}
}

// read enters a message.
func (l *ledger) read(data []byte) {
	r, err := parseReport(data)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left > 0 {
		if l.left--; l.left == 0 {
			close(l.caught)
		}
	}
	if err != nil {
		go l.pool.noteOnce("garbage", "warning: a worker sent what is no result: %v", err)
		return
	}
	fresh := map[*round][]*result{}
	for i := range r.Games {
		o := &r.Games[i]
		l.enter(&result{outcome: o, by: r.Worker, version: r.Version, gist: o.gist()}, fresh)
	}
	for to := range l.rounds {
		to.arrive(arrival{report: r, fresh: fresh[to]})
	}
}

// begin gives a round the results that are there already, and waits for the others.
func (l *ledger) begin(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rounds[r] = true
	r.pace = l.pace // a guess
	var fresh []*result
	for i := range r.games {
		k := r.games[i].key
		if res, ok := l.early[k]; ok {
			delete(l.early, k)
			l.room += res.size()
			l.count(res, r, i)
			fresh = append(fresh, res)
			continue
		}
		delete(l.counts, k) // the same game once more: its result is not kept
		delete(l.before, k)
	}
	if len(fresh) > 0 {
		r.arrive(arrival{fresh: fresh})
	}
}

// end unregisters a round.
func (l *ledger) end(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.rounds, r)
	l.pace = r.pace
}
