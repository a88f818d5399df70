package doctor

import (
	"time"

	"evolab/agent"
)

// told is what input.txt says of a clock: whether it is for one move alone, and
// how much there is.
func told(c agent.Clock) (single bool, left time.Duration) {
	if c.Left > 0 {
		return false, c.Left
	}
	return true, c.Move
}
