package budget

import (
	"time"

	"evolab/features"
)

// Allowance is what a player may use of its clock, whatever kind of clock that is.
type Allowance struct {
	Move time.Duration // for this move; 0 is no limit
	Left time.Duration // for the rest of the game, this move included; 0 is no limit
	// Moves is how many moves of its own the player expects to make with Left,
	// this one included; less than 1 counts as 1.
	Moves int
	Pace  Pace // how Left is spent
	// Used is what is already gone of both when the search begins, such as for the
	// start of the process. Every later move is expected to cost as much.
	Used time.Duration
	// Apart is what else a move costs, after the search or out of its sight:
	// the end of the process, the shell that started it.
	Apart time.Duration
	// Choices is the number of legal moves; 0 is unknown.
	Choices int
	// Speed is how many nodes a second the search visits; 0 is unknown.
	Speed int64
	// Coarse is set if the clock moves in steps too large to rely on: then
	// nodes are counted too.
	Coarse bool
}

// AnyNumber stands for no bound on the number of moves.
const AnyNumber = 1 << 30

// Share fills in what is known of the rest of a game, given its progress, 0..1000,
// and the largest number of moves that is possible.
func (a *Allowance) Share(l *features.Length, progress, most int) {
	a.Moves = l.Moves(progress, most)
	a.Pace = Pace{Calm: l.Calm, Longest: l.Longest, Thrifty: l.Level > 0 && progress >= l.Level}
}

// Coarse reports whether a clock moves in large steps, judging by one reading: it is
// then a round number, unlike one of a clock that counts nanoseconds.
func Coarse(reading time.Duration) bool { return reading%time.Millisecond == 0 }

// Limited reports whether there is a limit at all.
func (a *Allowance) Limited() bool { return a.Move > 0 || a.Left > 0 }

// reserve is the part of a time that is never planned: a search notices late
// that its time is over, clocks differ, and a busy machine sometimes charges a
// process for milliseconds that others used. A virtual machine compiles beside the
// search, and finishes that before it ends: where others want the same cores, Java was
// seen to take 180 ms more than planned, and 50 ms else.
func reserve(t time.Duration) time.Duration {
	const mostReserve = 300 * time.Millisecond
	return min(t/2, leastReserve+t/25, mostReserve)
}

//ship:slow 25 * time.Millisecond
//ship:warming 200 * time.Millisecond
const leastReserve = 5 * time.Millisecond // unless half of the time is less

// Pace is how a player spends the time for a game.
type Pace struct {
	// Calm is the percentage of a move's share that is spent while the best
	// move stays the same; 0: 70.
	Calm int
	// Longest is how many times its share a move may take; 0: 4.
	Longest int
	// Thrifty saves time while the score is level: a drawn game goes to the side
	// with more time left.
	Thrifty bool
}
