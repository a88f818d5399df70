package konane

import (
	"time"

	"evolab/game/konane"
	"evolab/search"
)

// Solve proves which moves win.
func Solve(s *konane.State, limits search.Limits, clock func() time.Duration) search.Proof {
	return search.Proof{}
}
