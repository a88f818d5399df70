package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// givenUp receives the advisory of a batch that was delivered as often as allowed,
// and hands the batch to whoever published it. JetStream leaves the message in the
// stream.
func (p *Pool) givenUp(m *nats.Msg) {
	var about struct {
		Seq uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(m.Data, &about); err != nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), gone)
	defer stop()
	msg, err := p.board.jobs.GetMsg(ctx, about.Seq)
	if err != nil {
		return // finished or purged meanwhile
	}
	b, err := parseBatch(msg.Data)
	if err != nil {
		return
	}
	p.mu.Lock()
	l := p.works[b.Work]
	p.mu.Unlock()
	if l == nil {
		return // another coordinator's
	}
	_ = p.board.jobs.DeleteMsg(ctx, about.Seq) // or it stays and nobody gets it
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range l.rounds {
		r.arrive(arrival{dead: b})
	}
}

// watch checks, after a second or more without news, whether any batch is still in
// progress.
func (r *round) watch(ctx context.Context) error {
	if r.pool.crew.cores(r.lineup.programs) == 0 {
		what := "no worker is there yet"
		if r.lineup.programs {
			what += " that may run programs (--allow-exec)"
		}
		r.pool.noteOnce("alone"+r.lineup.kind(), "%s: the games wait", what)
	}
	if time.Since(r.last) < answer || !r.pool.nc.IsConnected() {
		return nil
	}
	ask, stop := context.WithTimeout(ctx, answer)
	defer stop()
	queued, stuck, err := r.state(ask)
	if err != nil || queued > 0 && !stuck {
		return ctx.Err() // it is under way, or the server is away
	}
	if r.last = time.Now(); queued > 0 {
		if err := r.pool.board.jobs.Purge(ask, jetstream.WithPurgeSubject(r.subject())); err != nil {
			return nil
		}
	}
	r.again(stuck)
	return nil
}

// state reports how many batches are on the server, and whether they are stuck:
// neither waiting for a worker nor with one.
func (r *round) state(ctx context.Context) (queued uint64, stuck bool, err error) {
	subject, board := r.subject(), r.pool.board
	info, err := board.jobs.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, false, err
	}
	queued = info.State.Subjects[subject]
	cons, err := board.jobs.Consumer(ctx, consumerName(r.pool.Identity.Program(), r.lineup.kind()))
	if err != nil {
		return queued, false, r.pool.board.consumers(ctx, r.pool.Identity.Program())
	}
	about := cons.CachedInfo()
	return queued, about.NumPending == 0 && about.NumAckPending == 0, nil
}

// again publishes all missing games again; stuck ones have used up their tries.
func (r *round) again(stuck bool) {
	r.queue, r.under = nil, map[string]sent{}
	for g := range r.games {
		if !r.games[g].done {
			r.queue = append(r.queue, g)
		}
	}
	if stuck {
		r.singles = len(r.queue)
	}
}

// abandon withdraws the jobs that nobody waits for any more.
func (r *round) abandon() {
	ctx, stop := context.WithTimeout(context.Background(), heard)
	defer stop()
	_ = r.ledger.purgeJobs(ctx) // else it is played for nothing
}

// Warnings say what makes a result depend on the machines.
func (p *Pool) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.speeds) == 0 {
		return nil
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(p.speeds)) {
		list = append(list, fmt.Sprintf("%s %.0f k", name, p.speeds[name]/1000))
	}
	return []string{"time limits on several machines; nodes a second of each worker: " + strings.Join(list, ", ")}
}
