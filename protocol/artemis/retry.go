package artemis

import "time"

const (
	// mostBroken is how many games in a row may go wrong; then the server plays
	// on another board, or does not want us.
	mostBroken = 3
	brokePause = time.Second
	// mostAway is how long a server may be away, by the pauses between the attempts.
	mostAway     = 5 * time.Minute
	longestPause = 15 * time.Second
)

// Retry decides whether somebody who plays several games on a server goes on
// after one that went wrong.
type Retry struct {
	broken int           // in a row
	pause  time.Duration // before the last attempt to find a server that is away
	away   time.Duration // of all pauses since a game went well
}

// Played notes a game that went well.
func (r *Retry) Played() { *r = Retry{} }

// Broken is how long to wait after a game that went wrong; false gives up.
func (r *Retry) Broken() (pause time.Duration, again bool) {
	r.broken++
	return brokePause, r.broken <= mostBroken
}

// Away is how long to wait for a server that cannot be reached, or has no place
// now: longer each time. False gives up.
func (r *Retry) Away() (pause time.Duration, again bool) {
	r.pause = min(max(2*r.pause, time.Second), longestPause)
	r.away += r.pause
	return r.pause, r.away <= mostAway
}
