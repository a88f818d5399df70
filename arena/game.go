// Package arena plays games between agents: paired, repeatable, and on all cores.
//
// A Match is made into a list of Jobs (schedule.go), a Pool plays them (pool.go), the
// referee judges each game move by move (referee.go) and returns its Record (game.go).
// Files keep a game as a Line (line.go); a Result sums up many (result.go).
package arena

import (
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/stats"
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
	Trace         bool   // keep the moves as a Trace
	Timed         bool   // a player's own clock decides its moves
	// DrawOnTime gives a drawn game to the side with more of Limits.Game left.
	DrawOnTime bool
	// Pairs, if not 0, is how many pairs a match runner plays: First against Second.
	Pairs int
}

// Limits are the CPU times of either player; 0 is no limit.
type Limits struct {
	Move time.Duration `key:"move_time" doc:"seconds of CPU for a move" range:"0..1000000" allowed:"0..1000000; 0: no limit"`
	Game time.Duration `key:"game_time" doc:"seconds of CPU for a game and side" range:"0..1000000" allowed:"0..1000000; 0: no limit"`
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

// The reasons for which games end.
const (
	Normal     = agent.Normal
	PlyLimit   = agent.PlyLimit
	Repetition = agent.Repetition
	NoProgress = "no-progress"
	Illegal    = "illegal"
	Time       = "time" // of CPU, as the referee measures it, or as the host of a program says (host.Time)
	Crash      = "crash"
	Malformed  = "malformed"
	NoOutput   = "no-output"
	Resigned   = "resign" // by a person, or in the record of another program
	// Void is a game that the machine spoiled: it has no winner, and neither it nor
	// the other game of its pair counts.
	Void = "void"
	// Unfinished is a game that was saved before its end.
	Unfinished = "unfinished"
)

// Record is the outcome of a game.
type Record struct {
	Job     int
	Result  game.Result
	Reason  string
	Margin  int               // the first side's lead in half points, or as Board.Lead has it
	Plies   int               // of the game itself, the opening's not counted
	Line    uint64            // hash of the opening and the moves: equal for equal games
	Moves   []string          // if the job keeps them
	Trace   Trace             // if the job asks for it
	CPU     [2]float64        // seconds of CPU of the first and the second side
	Waited  [2]float64        // seconds in which programs waited, neither computing nor short of a core
	Failure string            // detail, when a side lost by its own doing or OnTime
	OnTime  bool              // a draw by the rules, won by the time left
	Pairs   stats.Pentanomial // of a job of a match runner, for First; there is nothing else but CPU and By
	Stderr  [2]string         // the end of what programs wrote there
	By      string            // the worker that played it; "" for this process
	Word    string            // the worker on whose word it rests; "": it is proven, or of this process
}

// Void reports whether nobody has won or drawn the game.
func (r *Record) Void() bool { return r.Reason == Void }

// Points is the number of half points for the side whose win would be the result
// won.
func (r *Record) Points(won game.Result) int {
	switch r.Result {
	case won:
		return 2
	case game.Draw:
		return 1
	}
	return 0
}
