package cluster

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

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
