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

// result is an outcome with whoever made it.
type result struct {
	*outcome
	by, version string
	exact       bool // it comes out the same each time
	gist        gist
	rival       *result // another one of the same game
}

// gist is what is remembered of a result, to be compared with later ones. There are
// many of them, so it holds no pointers for the garbage collector to follow.
type gist struct {
	digest, line   uint64
	plies          int32
	by             uint32 // in ledger.names
	result, reason uint8
	exact          bool
}

// enter counts a result if it is the first of its game, and hands it to the rounds
// that wait for it.
func (l *ledger) enter(res *result, fresh map[*round][]*result) {
	old, ok := l.counts[res.Key]
	if !ok {
		old, ok = l.before[res.Key]
	}
	if ok {
		l.compare(res.Key, old, res)
		return
	}
	wanted := false
	for to := range l.rounds {
		if i, ok := to.number[res.Key]; ok && !to.given[i] {
			l.count(res, to, i)
			fresh[to] = append(fresh[to], res)
			wanted = true
		}
	}
	if !wanted {
		l.keepEarly(res)
	}
}

// keepEarly keeps a result that nobody has asked for yet.
func (l *ledger) keepEarly(res *result) {
	if first, ok := l.early[res.Key]; ok {
		if first.gist.digest != res.gist.digest {
			first.rival = res
		}
		return
	}
	if size := res.size(); l.room >= size { // else it is played once more
		l.room -= size
		l.early[res.Key] = res
	}
}

// count notes that a result counts for a game of a round.
func (l *ledger) count(res *result, to *round, game int) {
	to.given[game] = true
	res.exact = to.lineup.repeatable(&to.jobs[to.games[game].job])
	res.gist.exact = res.exact
	const remembered = 200_000
	if len(l.counts) >= remembered {
		l.before, l.counts = l.counts, map[key]gist{}
	}
	name := fmt.Sprintf("%s (%s)", res.by, res.version)
	by, known := l.numbers[name]
	if !known {
		by = uint32(len(l.names))
		l.numbers[name], l.names = by, append(l.names, name)
	}
	g := res.gist
	g.by = by
	l.counts[res.Key] = g
	if res.rival != nil {
		l.compare(res.Key, g, res.rival)
	}
}

// compare raises an alarm if two results of a game differ.
func (l *ledger) compare(k key, counted gist, other *result) {
	if !counted.exact || counted.digest == other.gist.digest {
		return
	}
	err := fmt.Errorf("cluster: two results of game %v: worker %s says %v, worker %s (%s) says %v; one of the two machines is not to be trusted",
		k, l.names[counted.by], counted, other.by, other.version, other.gist)
	go l.pool.alarm(l, err)
}

// alarm ends all work. The results of the work are purged, so that its games are
// played again when it is resumed.
func (p *Pool) alarm(l *ledger, err error) {
	ctx, stop := context.WithTimeout(context.Background(), gone)
	defer stop()
	_ = p.board.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject(l.work))) // the error says enough
	p.fail(err)
}
