package arena

import (
	"time"

	"evolab/game"
)

// Job is one game to play. It holds everything that decides the game, unless time
// limits it.
type Job struct {
	ID      int
	Variant string
	Pair    int    // games of a pair share the opening, with sides swapped
	Opening string // a position
	// First and Second index the agents of the runner.
	First, Second int
	Limits        Limits
	PlyCap        int    // plies after which the game is a draw, 0 for the game's own limit
	Seed          uint64 // of all the players' draws
	Keep          bool   // keep the moves in the record
	Timed         bool   // a player's own clock decides its moves
	// DrawOnTime gives a drawn game to the side with more of Limits.Game left.
	DrawOnTime bool
}

// Limits are the CPU times of either player; 0 is no limit.
type Limits struct {
	Move time.Duration
	Game time.Duration
}

// timed reports whether CPU time has to be measured for the game's sake.
func (l Limits) timed() bool { return l.Move > 0 || l.Game > 0 }

// measured reports whether CPU time is measured: for the game's sake, or for the
// record.
func (j *Job) measured() bool { return j.Keep || j.Timed || j.DrawOnTime || j.Limits.timed() }

// Swapped is the second game of the job's pair. Its players draw the same random
// numbers in the same seats, or draw from a seed of their own: shared draws lower
// the noise between different agents, but two equal agents would play the same
// game twice, and no interval could show it.
func (j Job) Swapped(ownSeed bool) Job {
	j.ID++
	j.First, j.Second = j.Second, j.First
	if ownSeed {
		j.Seed = game.Mix(j.Seed, 1)
	}
	return j
}
