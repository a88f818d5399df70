package artemis

import "time"

const (
	// LoginSilence is how long a server may take to ask who we are.
	LoginSilence = 30 * time.Second
	// endSilence is for the verdict, once the board tells it.
	endSilence = 5 * time.Second
)

// Silence is how long nothing that matters may come from the server, once an
// event has been acted upon: 0 is for ever, while the opponent is not there.
// Clock is what each player has for a game. It is not known for events that
// change nothing about it.
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
