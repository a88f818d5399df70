package artemis

import "time"

// The limits of [Retry]: failed games in a row, and the pauses for an absent server
// in all.
const (
	mostBroken = 3
	mostAway   = 5 * time.Minute
)

// Retry decides whether a player of several games on a server continues after a
// failed one.
type Retry struct {
	broken int           // in a row
	pause  time.Duration // before the last attempt to reach an absent server
	away   time.Duration // sum of the pauses since the last good game
}

// Played notes a good game.
func (r *Retry) Played() { *r = Retry{} }

// Broken is how long to wait after a failed game; false gives up: the server has
// another board, or does not want us.
func (r *Retry) Broken() (pause time.Duration, again bool) {
	r.broken++
	return time.Second, r.broken <= mostBroken
}

// Away is how long to wait for a server that is unreachable or full: longer each
// time. False gives up.
func (r *Retry) Away() (pause time.Duration, again bool) {
	r.pause = min(max(2*r.pause, time.Second), 15*time.Second)
	r.away += r.pause
	return r.pause, r.away <= mostAway
}
