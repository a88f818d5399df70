package artemis

import (
	"errors"
	"fmt"
	"io"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Chooser chooses a removal or a move; clock is the time left for all moves of the
// game, 0 without a limit.
type Chooser func(s *konane.State, clock time.Duration) (game.Move, error)

// ErrEnded is the error of a connection that ended before the game.
var ErrEnded = errors.New("artemis: the connection ended before the game was over")

// Run plays one game over a connection. watch sees every event after the client has
// acted on it. Close the connection to give up.
func (c *Client) Run(conn io.ReadWriter, choose Chooser, watch func(Event)) error {
	var lines Lines
	chunk := make([]byte, 4096)
	for {
		n, readErr := conn.Read(chunk)
		feedErr := lines.Feed(chunk[:n])
		for line, ok := lines.Next(); ok; line, ok = lines.Next() {
			if over, err := c.step(conn, line, choose, watch); over || err != nil {
				return err
			}
		}
		if feedErr != nil {
			return feedErr
		}
		if readErr != nil {
			return c.ended(readErr)
		}
	}
}

// step acts on one line.
func (c *Client) step(conn io.Writer, line string, choose Chooser, watch func(Event)) (over bool, err error) {
	e, err := c.Receive(line)
	if err == nil {
		err = c.act(conn, &e, choose)
	}
	watch(e)
	return err == nil && e.Kind == Over, err
}

// act sends the answer to an event.
func (c *Client) act(conn io.Writer, e *Event, choose Chooser) error {
	send := e.Send
	switch e.Kind {
	case Choose:
		board := c.board
		m, err := choose(&board, e.Clock)
		if err != nil {
			return err
		}
		if send, err = c.Answer(m); err != nil {
			return err
		}
	case Say:
	default:
		return nil
	}
	if _, err := io.WriteString(conn, send+"\n"); err != nil {
		return c.ended(err)
	}
	return nil
}

// ended is the error of a lost connection, nil if the result is known anyway.
func (c *Client) ended(err error) error {
	if _, known := c.Result(); known {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return ErrEnded
	}
	return fmt.Errorf("%w: %w", ErrEnded, err)
}
