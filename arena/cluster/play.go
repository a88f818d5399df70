package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// play plays the games of a batch, up to the first that cannot be played.
func (w *Worker) play(ctx context.Context, b *batch) *report {
	w.meter.add(1, 0)
	r := &report{Batch: b.ID, Worker: w.Name, Version: w.Identity.Version, Games: []outcome{}}
	defer func() { w.meter.add(-1, len(r.Games)) }()
	began := time.Now()
	var err error
	if w.Play == nil {
		err = w.playAll(ctx, b, r)
	} else if err = w.Play(ctx, len(b.Games)); err == nil { // a simulation
		for i := range b.Games {
			r.Games = append(r.Games, outcome{Key: b.Games[i].Key, Result: 3, Reason: arena.Normal})
		}
	}
	if err != nil {
		r.Failed = err.Error()
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

func (w *Worker) playAll(ctx context.Context, b *batch, r *report) error {
	who, err := w.seats.take(b.Lineup)
	if err != nil {
		return err
	}
	defer w.seats.leave(who)
	table := w.room.Table(&who.round)
	for i := range b.Games {
		t := &b.Games[i]
		job := t.job(i)
		if max(job.First, job.Second) >= len(who.round.Agents) {
			return fmt.Errorf("cluster: game %d: no such agent", i)
		}
		if r.Speed == 0 && (who.timed || job.Timed || job.Limits != (arena.Limits{})) {
			r.Speed = w.speed.of(who.round.Game)
		}
		rec, err := safely(ctx, table, &job)
		if r.alone = agent.Unusable(err); r.alone && who.round.Voids { // the coordinator has compiled it
			rec, err = arena.Record{Result: game.Draw, Reason: arena.Void, Failure: err.Error()}, nil
		}
		if err != nil {
			r.At = &t.Key
			return err
		}
		o := newOutcome(t.Key, &rec)
		if rec.Void() { // another machine may do better
			r.At, r.Void = &t.Key, &o
			return fmt.Errorf("%s: %s", arena.Void, rec.Failure)
		}
		r.Games = append(r.Games, o)
	}
	return nil
}

// safely plays a game; a panic is its error.
func safely(ctx context.Context, table *arena.Table, job *arena.Job) (rec arena.Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return table.Play(ctx, job)
}

// send stores a report, however long the server is away.
func (w *Worker) send(ctx context.Context, work string, r *report) error {
	data, err := write(r)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: resultsSubject(work), Data: data}
	for ctx.Err() == nil {
		once, stop := context.WithTimeout(ctx, answer)
		_, err = w.js.PublishMsg(once, m)
		stop()
		var refused *jetstream.APIError
		if err == nil || errors.As(err, &refused) || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		pause(w.now(), heard/10)
	}
	return ctx.Err()
}
