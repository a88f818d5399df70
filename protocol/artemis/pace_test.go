package artemis

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	var p Pace
	for i, step := range []struct{ left, spent, want time.Duration }{
		{0, 2 * s, 180*s - 18300*ms},           // a removal
		{180 * s, 2 * s, 180*s - 18300*ms},     // nothing is known yet
		{178 * s, 2 * s, 178*s - 18100*ms},     // nothing was lost
		{175600 * ms, s, 175600*ms - 23860*ms}, // 0.4 s, of which a quarter counts
		{174600 * ms, s, 174600*ms - 22260*ms}, // nothing: 0.075 s now
		{180 * s, s, 180*s - 22800*ms},         // somebody has set the clock
		{600 * ms, ms, 60 * ms}, {10 * ms, ms, ms}, {1, 1, 1},
	} {
		if got := p.Usable(step.left, 180*s); got != step.want {
			t.Errorf("question %d, %v are left: %v (expected: %v)", i, step.left, got, step.want)
		}
		p.Spent(step.spent)
	}
}

// However slow the network is, a player that takes all it may for a move, as
// the others of its game need it, has time for a long game.
func TestPaceLasts(t *testing.T) {
	for _, lag := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond} {
		var p Pace
		left := Clock
		for move := range 140 {
			spent := p.Usable(left, Clock) / time.Duration(60-move/3)
			p.Spent(spent)
			if left -= spent + lag; left <= 0 {
				t.Errorf("with %v between them the time is up at move %d", lag, move)
				break
			}
		}
	}
}
