package cluster

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

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
