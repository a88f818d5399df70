package player

import (
	"time"

	"evolab/protocol/playdata"
	"evolab/search/budget"
	"evolab/search/cputime"
)

// usualApart is what a move costs besides what the process sees of it, until a
// game has shown it: its end, and the shell that starts it.
const usualApart = 1500 * time.Microsecond

// allowance is the time for a move of a process: the process's own so far has
// gone. A record that has seen no move tells nothing of the cost of one.
func (d *desk) allowance(name string, single bool, left time.Duration, progress int, r *playdata.Record) budget.Allowance {
	used := cputime.Process()
	a := budget.Allowance{Used: used, Apart: usualApart, Speed: d.speed(name), Coarse: budget.Coarse(used)}
	if single {
		a.Move = left
		return a
	}
	a.Left, a.Moves = left, budget.LengthOf(name).Moves(progress)
	a.Apart = max(a.Apart, r.Apart)
	return a
}

// exitCode is that of work that could be done or not.
func exitCode(err error) int {
	if err != nil {
		return Failed
	}
	return Done
}
