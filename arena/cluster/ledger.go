package cluster

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ledger gathers the results of a work on the server, each game's once.
type ledger struct {
	pool      *Pool
	work, of  string
	consuming jetstream.ConsumeContext

	mu             sync.Mutex
	unclaimed      map[key]*result   // of games that no round has asked for yet
	unclaimedRoom  int               // bytes that more of them may take
	accepted       map[key]summary   // of the results handed out lately
	acceptedBefore map[key]summary   // of those handed out before
	workers        []string          // whose results were accepted, with their versions
	workerNumbers  map[string]uint32 // index in workers
	rounds         map[*round]bool   // under way
	pace           time.Duration     // a game's time on one core in the latest round
	backlog        uint64            // messages of an earlier process that are still to be read
	caughtUp       chan struct{}     // closed when there are none
}

func newLedger(p *Pool, work, of string) *ledger {
	const maxUnclaimed = 256 << 20 // bytes: anybody with the token can send results
	return &ledger{
		pool: p, work: work, of: of, caughtUp: make(chan struct{}), unclaimedRoom: maxUnclaimed,
		unclaimed: map[key]*result{}, accepted: map[key]summary{}, workerNumbers: map[string]uint32{}, rounds: map[*round]bool{},
	}
}

// open purges the jobs of an earlier process and begins to read its results.
func (l *ledger) open(ctx context.Context) error {
	b := l.pool.broker
	if err := l.purgeJobs(ctx); err != nil {
		return err
	}
	subject := resultsSubject(l.work)
	info, err := b.results.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	if l.backlog = info.State.Subjects[subject]; l.backlog == 0 {
		close(l.caughtUp)
	}
	cons, err := b.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	l.consuming, err = cons.Consume(func(m jetstream.Msg) { l.receive(m.Data()) })
	if err != nil {
		return fmt.Errorf("cluster: results: %w", err)
	}
	return nil
}

func (l *ledger) purgeJobs(ctx context.Context) error {
	for _, kind := range []string{plainKind, execKind} {
		subject := jobsSubject(l.pool.Identity.Program(), kind, l.work)
		if err := l.pool.broker.jobs.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return fmt.Errorf("cluster: jobs: %w", err)
		}
	}
	return nil
}

// wake makes all rounds look at the pool's error.
func (l *ledger) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.wake()
	}
}

// receive records the results of a message, and passes it on to the rounds.
func (l *ledger) receive(data []byte) {
	r, err := parseReport(data)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.backlog > 0 {
		if l.backlog--; l.backlog == 0 {
			close(l.caughtUp)
		}
	}
	if err != nil {
		go l.pool.noteOnce("garbage", "warning: a worker sent what is no result: %v", err)
		return
	}
	fresh := map[*round][]*result{}
	for i := range r.Games {
		o := &r.Games[i]
		l.record(&result{outcome: o, worker: r.Worker, version: r.Version, summary: o.summary()}, fresh)
	}
	for to := range l.rounds {
		to.deliver(update{report: r, results: fresh[to]})
	}
}

// register gives a round the results that have come already, and the others as they come.
func (l *ledger) register(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rounds[r] = true
	r.pace = l.pace // until its own games show it
	var fresh []*result
	for i := range r.games {
		k := r.games[i].key
		if res, ok := l.unclaimed[k]; ok {
			delete(l.unclaimed, k)
			l.unclaimedRoom += res.size()
			l.accept(res, r, i)
			fresh = append(fresh, res)
			continue
		}
		delete(l.accepted, k) // a game that is played once more: its first result is not kept
		delete(l.acceptedBefore, k)
	}
	if len(fresh) > 0 {
		r.deliver(update{results: fresh})
	}
}

func (l *ledger) unregister(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.rounds, r)
	l.pace = r.pace
}

// result is an outcome, and who played the game.
type result struct {
	*outcome
	worker, version string
	exact           bool // the game comes out the same each time
	summary         summary
	second          *result // of the same game, if it differs
}

// summary is what is remembered of a result, to be compared with later ones. There are
// many of them, so it holds no pointers for the garbage collector to follow.
type summary struct {
	digest, line   uint64
	plies          int32
	worker         uint32 // index in ledger.workers
	result, reason uint8
	exact          bool
}

// record accepts a result if it is the first of its game, and adds it to the rounds
// that wait for it.
func (l *ledger) record(res *result, fresh map[*round][]*result) {
	old, ok := l.accepted[res.Key]
	if !ok {
		old, ok = l.acceptedBefore[res.Key]
	}
	if ok {
		l.compare(res.Key, old, res)
		return
	}
	wanted := false
	for to := range l.rounds {
		if i, ok := to.gameOf[res.Key]; ok && !to.delivered[i] {
			l.accept(res, to, i)
			fresh[to] = append(fresh[to], res)
			wanted = true
		}
	}
	if !wanted {
		l.keepUnclaimed(res)
	}
}

// keepUnclaimed keeps a result for the round that will ask for it.
func (l *ledger) keepUnclaimed(res *result) {
	if first, ok := l.unclaimed[res.Key]; ok {
		if first.summary.digest != res.summary.digest {
			first.second = res
		}
		return
	}
	if size := res.size(); l.unclaimedRoom >= size { // else it is played once more
		l.unclaimedRoom -= size
		l.unclaimed[res.Key] = res
	}
}

// accept makes a result count for a game of a round.
func (l *ledger) accept(res *result, to *round, game int) {
	to.delivered[game] = true
	res.exact = to.lineup.repeatable(&to.jobs[to.games[game].job])
	res.summary.exact = res.exact
	const remembered = 200_000
	if len(l.accepted) >= remembered {
		l.acceptedBefore, l.accepted = l.accepted, map[key]summary{}
	}
	name := fmt.Sprintf("%s (%s)", res.worker, res.version)
	number, known := l.workerNumbers[name]
	if !known {
		number = uint32(len(l.workers))
		l.workerNumbers[name], l.workers = number, append(l.workers, name)
	}
	s := res.summary
	s.worker = number
	l.accepted[res.Key] = s
	if res.second != nil {
		l.compare(res.Key, s, res.second)
	}
}

// compare ends all work if two results of a game differ.
func (l *ledger) compare(k key, counted summary, other *result) {
	if !counted.exact || counted.digest == other.summary.digest {
		return
	}
	err := fmt.Errorf("cluster: two results of game %v: worker %s says %v, worker %s (%s) says %v; one of the two machines is not to be trusted",
		k, l.workers[counted.worker], counted, other.worker, other.version, other.summary)
	go l.pool.alarm(l, err)
}

// alarm ends all work. The results of the work are purged, so that its games are
// played again when it is resumed.
func (p *Pool) alarm(l *ledger, err error) {
	ctx, stop := context.WithTimeout(context.Background(), maxSilence)
	defer stop()
	_ = p.broker.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject(l.work))) // the error says enough
	p.fail(err)
}
