package artemis

import (
	"errors"
	"fmt"
	"io"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Chooser is the Choose of a Seat.
type Chooser func(s *konane.State, clock time.Duration) (game.Move, error)

// Run plays one game over a connection. watch sees every event after the client has
// acted on it. Close the connection to give up.
func (c *Client) Run(conn io.ReadWriter, choose Chooser, watch func(Event)) error {
	return Play(c, &remote{conn, choose, watch})
}

// remote is a Seat of functions.
type remote struct {
	conn   io.ReadWriter
	choose Chooser
	watch  func(Event)
}

// Receive implements Wire.
func (r *remote) Receive(chunk []byte) (int, error) {
	n, err := r.conn.Read(chunk)
	return n, ended(err)
}

// Send implements Wire.
func (r *remote) Send(text string) error {
	_, err := io.WriteString(r.conn, text)
	return ended(err)
}

// Choose implements Seat.
func (r *remote) Choose(board *konane.State, clock time.Duration) (game.Move, error) {
	return r.choose(board, clock)
}

// Heard implements Seat.
func (r *remote) Heard(e *Event) { r.watch(*e) }

// ended is ErrEnded with the reason, if there is one.
func ended(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		return ErrEnded
	}
	return fmt.Errorf("%w: %w", ErrEnded, err)
}
