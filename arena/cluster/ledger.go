package cluster

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"evolab/internal/untrusted"
)

// ledger gathers what workers report about a work, from the stream of results.
type ledger struct {
	pool      *Pool
	work, of  string
	consuming jetstream.ConsumeContext

	mu            sync.Mutex
	unclaimed     map[key][]received // games that no round has asked for yet
	unclaimedRoom int                // bytes that more of them may take
	settled       map[key]struct{}   // games of rounds that ended lately
	settledBefore map[key]struct{}   // those that ended before
	rounds        map[*round]bool    // under way
	forgotten     map[[2]string]bool // workers with the coordinators for which their reports do not count
	pace          time.Duration      // a game's time on one core in the latest round
	backlog       uint64             // messages of an earlier process that are still to be read
	caughtUp      chan struct{}      // closed when there are none
}

// received is what a worker claims about a game.
type received struct {
	*outcome
	by workerID
}

func newLedger(p *Pool, work, of string) *ledger {
	const maxUnclaimed = 256 << 20 // bytes: anybody with the token can send results
	return &ledger{
		pool: p, work: work, of: of, caughtUp: make(chan struct{}), unclaimedRoom: maxUnclaimed,
		unclaimed: map[key][]received{}, settled: map[key]struct{}{}, rounds: map[*round]bool{}, forgotten: map[[2]string]bool{},
	}
}

// open begins to read the results, those of an earlier process first.
func (l *ledger) open(ctx context.Context) error {
	subject := resultsPrefix + l.work + ".>"
	info, err := l.pool.results.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	for _, n := range info.State.Subjects {
		l.backlog += n
	}
	if l.backlog == 0 {
		close(l.caughtUp)
	}
	cons, err := l.pool.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	l.consuming, err = cons.Consume(l.receive)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// wake makes all rounds look at the workers and at the pool's error.
func (l *ledger) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.changed.Store(true)
		r.inbox.wake()
	}
}

// receive passes a report on to the rounds, and keeps what none of them has asked for.
func (l *ledger) receive(m jetstream.Msg) {
	by, err := parseResultsSubject(m.Subject())
	var r *report
	if err == nil {
		r, err = parseReport(m.Data())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.backlog > 0 {
		if l.backlog--; l.backlog == 0 {
			close(l.caughtUp)
		}
	}
	if err != nil {
		go l.pool.noteOnce("garbage", "warning: a worker sent what is no result: %s", untrusted.Line(err.Error(), maxDifference))
		return
	}
	coordinator, _, isBatch := strings.Cut(r.Batch, "-")
	sender := [2]string{string(by), coordinator}
	if !isBatch {
		l.forgotten[sender] = true
	}
	if l.forgotten[sender] {
		return
	}
	l.pool.workers.noteReport(by, l.of)
	games := make([]received, len(r.Games))
	for i := range r.Games {
		games[i] = received{&r.Games[i], by}
		l.keepUnclaimed(games[i])
	}
	for to := range l.rounds {
		to.inbox.deliver(update{report: r, by: by, games: games})
	}
}

// keepUnclaimed keeps what a round may ask for that has not begun.
func (l *ledger) keepUnclaimed(g received) {
	for r := range l.rounds {
		if _, ok := r.gameOf[g.Key]; ok {
			return
		}
	}
	_, before := l.settledBefore[g.Key]
	if _, ok := l.settled[g.Key]; ok || before {
		return
	}
	same := func(other received) bool { return other.by == g.by }
	if size := g.size(); l.unclaimedRoom >= size && !slices.ContainsFunc(l.unclaimed[g.Key], same) { // else it is played once more
		l.unclaimedRoom -= size
		l.unclaimed[g.Key] = append(l.unclaimed[g.Key], g)
	}
}

// register gives a round the results that have come already, and the others as they come.
func (l *ledger) register(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rounds[r] = true
	r.pace = l.pace // until its own games show it
	var games []received
	for i := range r.games {
		k := r.games[i].key
		for _, g := range l.unclaimed[k] {
			l.unclaimedRoom += g.size()
			games = append(games, g)
		}
		delete(l.unclaimed, k)
		delete(l.settled, k) // a game that is played once more: its first result is not kept
		delete(l.settledBefore, k)
	}
	if len(games) > 0 {
		r.inbox.deliver(update{games: games})
	}
}

func (l *ledger) unregister(r *round) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.rounds, r)
	l.pace = r.pace
	const remembered = 200_000
	if len(l.settled) >= remembered {
		l.settledBefore, l.settled = l.settled, map[key]struct{}{}
	}
	for i := range r.games {
		if r.games[i].done {
			l.settled[r.games[i].key] = struct{}{}
		}
	}
}
