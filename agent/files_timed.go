package agent

import "time"

// unlimitedTime is what a program is told where nothing limits its time.
const unlimitedTime = 100 * time.Second

// toldTime is what the courses whose input.txt tells the time would say of a
// clock: whether it is for this move alone, and how much there is.
func toldTime(c Clock) (single bool, left time.Duration) {
	switch {
	case c.Left > 0 && (c.Move == 0 || c.Left <= c.Move):
		return false, c.Left
	case c.Move > 0:
		return true, c.Move
	}
	return false, unlimitedTime
}
