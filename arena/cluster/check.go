package cluster

import (
	"fmt"
	"slices"

	"evolab/arena"
)

// second lets another worker replay a sample of a worker's games. Games that get
// lost on the way are not checked: the sample is large enough without them.
func (r *round) second(worker string, fresh []*result) {
	var games []task
	for _, res := range fresh {
		if res.exact && res.Key.sampled(r.pool.Sample) {
			games = append(games, r.task(r.number[res.Key]))
		}
	}
	if len(games) == 0 {
		return
	}
	there := r.pool.crew.there()
	at := int(games[0].Key[2])
	for i := range there {
		other := &there[(at+i)%len(there)]
		if other.Worker == worker {
			continue
		}
		data, err := write(&batch{ID: "check", Work: r.ledger.work, Lineup: r.hash, Games: games})
		if err == nil {
			_ = r.pool.nc.Publish(checkSubject(other.Worker), data)
		}
		return
	}
}

// replay shows a game of another machine to the round's watcher, and drops the moves
// that were kept only for this.
func (r *round) replay(job *arena.Job, rec *arena.Record) error {
	if r.Ply == nil {
		return nil
	}
	b, err := r.Game.Board(job.Variant, job.Opening)
	if err != nil {
		return err
	}
	for i, text := range rec.Moves {
		m, err := b.ParseMove(text)
		if err != nil || !slices.Contains(b.Moves(nil), m) {
			return fmt.Errorf("cluster: game %d, played by %s: move %d is %.40q, which is not legal: that machine is not to be trusted", job.ID, rec.By, i+1, text)
		}
		ply := arena.Ply{Job: job, Number: i + 1, Side: b.Turn(), Move: text, Board: b}
		ply.Choice.Move = m
		b.Play(m)
		r.Ply(ply)
	}
	if !job.Keep {
		rec.Moves, rec.CPU = nil, [2]float64{}
	}
	return nil
}
