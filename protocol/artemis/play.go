package artemis

import (
	"errors"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// ErrEnded is the error of a connection that ended before the game.
var ErrEnded = errors.New("the connection ended before the game was over")

// Seat is where one user plays.
type Seat interface {
	// Receive waits for bytes and returns how many of the chunk it has filled.
	Receive(chunk []byte) (int, error)
	Send(text string) error
	// Choose chooses a removal or a move; clock is the time left for all moves of
	// the game, 0 without a limit.
	Choose(s *konane.State, clock time.Duration) (game.Move, error)
	// Heard sees every event after the client has acted on it.
	Heard(e *Event)
}

// Play plays one game. A connection that ends is no error if the result is known.
func Play[S Seat](c *Client, at S) error {
	var lines Lines
	chunk := make([]byte, 4096)
	for {
		n, lost := at.Receive(chunk)
		tooLong := lines.Feed(chunk[:n])
		for {
			line, ok := lines.Next()
			if !ok {
				break
			}
			if over, err := hear(c, at, line); over || err != nil {
				return err
			}
		}
		if tooLong != nil {
			return tooLong
		}
		if lost != nil {
			return c.unlessKnown(lost)
		}
	}
}

func hear[S Seat](c *Client, at S, line string) (over bool, err error) {
	e, err := c.Receive(line)
	if err == nil {
		err = act(c, at, &e)
	}
	at.Heard(&e)
	return err == nil && e.Kind == Over, err
}

// act sends the answer to an event that wants one.
func act[S Seat](c *Client, at S, e *Event) error {
	send := e.Send
	if e.Kind == Choose {
		board := c.Board()
		m, err := at.Choose(&board, e.Clock)
		if err != nil {
			return err
		}
		if send, err = c.Answer(m); err != nil {
			return err
		}
	} else if e.Kind != Say {
		return nil
	}
	if err := at.Send(send + "\n"); err != nil {
		return c.unlessKnown(err)
	}
	return nil
}

// unlessKnown is the error of a lost connection, nil if the result is known.
func (c *Client) unlessKnown(lost error) error {
	if _, known := c.Result(); known {
		return nil
	}
	return lost
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
