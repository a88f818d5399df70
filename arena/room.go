package arena

import (
	"context"
	"fmt"
	"sync"

	"evolab/agent"
	"evolab/host"
)

// Room is where the games of a machine are played side by side.
type Room struct{ mu sync.RWMutex }

// Table is a place in the room, for one game at a time. CPU time is measured per
// thread: whoever plays at a table locks its own.
type Table struct {
	room  *Room
	round *Round
	ref   referee
}

// Table sets up a table for the games of a round.
func (room *Room) Table(r *Round) *Table {
	return &Table{room, r, referee{game: r.Game, info: r.Game.Info(), watch: r.Ply}}
}

// Play plays a game beside others in the room. It repeats a void one with the room
// to itself: the other games may have spoiled it.
func (t *Table) Play(ctx context.Context, job *Job) (Record, error) {
	agents := [2]agent.Agent{t.round.Agents[job.First], t.round.Agents[job.Second]}
	t.room.mu.RLock()
	rec, err := t.ref.play(ctx, job, agents)
	t.room.mu.RUnlock()
	if err != nil || !rec.Void() {
		return rec, err
	}
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	for range host.Replays {
		if t.round.Again != nil {
			t.round.Again(rec)
		}
		if rec, err = t.ref.play(ctx, job, agents); err != nil || !rec.Void() {
			return rec, err
		}
	}
	if !t.round.Voids {
		return rec, fmt.Errorf("%s: %s", Void, rec.Failure)
	}
	return rec, nil
}
