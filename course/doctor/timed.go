package doctor

import (
	"time"

	"evolab/agent"
)

// timedYear is a year of the courses whose input.txt tells the time. Graders
// give 30 s for a single move and 100 or 300 s for a game; an examination is
// shorter, and a program that is told so has to be, too.
func timedYear(year int) []Year {
	return []Year{{Year: year, Move: time.Second, Whole: 30 * time.Second}}
}

// told is what input.txt says of a clock: whether it is for one move alone, and
// how much there is.
func told(c agent.Clock) (single bool, left time.Duration) {
	if c.Left > 0 {
		return false, c.Left
	}
	return true, c.Move
}
