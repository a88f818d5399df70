package artemis

import "time"

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
