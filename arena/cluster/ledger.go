package cluster

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// ledger holds the results of a work, each game once.
type ledger struct {
	pool     *Pool
	work, of string
	reading  jetstream.ConsumeContext

	mu     sync.Mutex
	early  map[key]*result // that nobody has asked for yet
	counts map[key]*result // that have been handed out, of late
	before map[key]*result // and before
	want   map[key]*round  // who waits for a game
	rounds map[*round]bool // those under way
	left   uint64          // results of an earlier life that are still to be read
	caught chan struct{}   // closed when they are
}

// result is an outcome with whoever made it.
type result struct {
	outcome     // without moves once it is handed out
	by, version string
	exact       bool // it comes out the same each time
	digest      string
	rival       *result // another one of the same game
}

// mostCounted is how many results are remembered, to be compared with later ones.
const mostCounted = 200_000

func newLedger(p *Pool, work, of string) *ledger {
	return &ledger{
		pool: p, work: work, of: of, caught: make(chan struct{}),
		early: map[key]*result{}, counts: map[key]*result{}, want: map[key]*round{}, rounds: map[*round]bool{},
	}
}

// open purges the jobs of an earlier life and begins to read its results.
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

func (l *ledger) close() { l.reading.Stop() }

// wake makes all rounds look at what has happened.
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
		if to, res := l.enter(r, &r.Games[i]); to != nil {
			fresh[to] = append(fresh[to], res)
		}
	}
	for to := range l.rounds {
		to.arrive(arrival{report: r, fresh: fresh[to]})
	}
}

// enter counts an outcome if it is the first of its game. It returns who waits for
// it.
func (l *ledger) enter(r *report, o *outcome) (*round, *result) {
	res := &result{outcome: *o, by: r.Worker, version: r.Version, digest: o.digest()}
	if old := l.counted(o.Key); old != nil {
		l.compare(old, res)
		return nil, nil
	}
	if to, ok := l.want[o.Key]; ok {
		l.count(res, to)
		return to, res
	}
	if first, ok := l.early[o.Key]; !ok {
		l.early[o.Key] = res
	} else if first.digest != res.digest {
		first.rival = res
	}
	return nil, nil
}

func (l *ledger) counted(k key) *result {
	if res, ok := l.counts[k]; ok {
		return res
	}
	return l.before[k]
}

// count notes that a result counts; what is remembered of it is short.
func (l *ledger) count(res *result, to *round) {
	delete(l.want, res.Key)
	res.exact = to.lineup.repeatable(&to.jobs[to.open[res.Key][0]])
	short := *res
	short.Moves, short.Stderr = nil, [2]string{}
	if len(l.counts) >= mostCounted {
		l.before, l.counts = l.counts, map[key]*result{}
	}
	l.counts[res.Key] = &short
	if res.rival != nil {
		l.compare(res, res.rival)
	}
}

// compare raises an alarm if two results of a game differ.
func (l *ledger) compare(a, b *result) {
	if !a.exact || a.digest == b.digest {
		return
	}
	err := fmt.Errorf("cluster: two results of game %v: worker %s (%s) says %v, worker %s (%s) says %v; one of the two machines is not to be trusted",
		a.Key, a.by, a.version, &a.outcome, b.by, b.version, &b.outcome)
	go l.pool.alarm(l, err)
}

// alarm ends all work. What the work's games were is forgotten, so that they are
// played again when it is resumed.
func (p *Pool) alarm(l *ledger, err error) {
	ctx, stop := context.WithTimeout(context.Background(), gone)
	defer stop()
	_ = p.board.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject(l.work))) // the error says enough
	p.fail(err)
}

// begin gives a round the results that are there already, and waits for the others.
func (l *ledger) begin(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rounds[r] = true
	var fresh []*result
	for k := range r.open {
		if res, ok := l.early[k]; ok {
			delete(l.early, k)
			l.count(res, r)
			fresh = append(fresh, res)
			continue
		}
		delete(l.counts, k) // the same game once more: its result is not kept
		delete(l.before, k)
		l.want[k] = r
	}
	if len(fresh) > 0 {
		r.arrive(arrival{fresh: fresh})
	}
}

// end takes a round off.
func (l *ledger) end(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.rounds, r)
	for k := range r.open {
		delete(l.want, k)
	}
}
