package artemis

import (
	"strings"
	"time"
)

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

const (
	// LoginSilence is how long a server may take to ask who we are.
	LoginSilence = 30 * time.Second
	// endSilence is for the verdict, once the board tells it.
	endSilence = 5 * time.Second
)

// Silence is how long the server may be silent after an event; 0 means for ever,
// while the opponent is absent. Clock is each player's time for a game. If known
// is false, the event changes nothing.
func (c *Client) Silence(e *Event, clock time.Duration) (wait time.Duration, known bool) {
	switch e.Kind {
	case Say:
		return 0, e.Waits
	case Stuck:
		return endSilence, true
	case Begun, Choose, Played:
		if _, decided := c.Result(); decided {
			return endSilence, true
		}
		// Either side's whole clock, and some more.
		return 2*clock + time.Minute, true
	}
	return 0, false
}

// The errors of an evolab server, after "Error: ", that a later attempt may avoid.
const (
	ServerFull     = "the server is full"
	ServerStopping = "the server is stopping"
	ServerCrowded  = "others need the place"
	AlreadyWaiting = "is waiting already"
	LoginTooSlow   = "the login took longer than"
)

// Temporary reports whether an error of the server may pass.
func Temporary(text string) bool {
	for _, part := range [...]string{ServerFull, ServerStopping, ServerCrowded, AlreadyWaiting, LoginTooSlow} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
