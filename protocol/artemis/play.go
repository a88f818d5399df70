package artemis

import "errors"

// ErrEnded is the error of a connection that ended before the game.
var ErrEnded = errors.New("artemis: the connection ended before the game was over")

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

// hear acts on one line of the server.
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
