package artemis

import (
	"fmt"

	"evolab/game"
	"evolab/game/konane"
)

// Doubt is why a game that is lost, the server says, cannot have been lost on the
// board that the client has; "" if it can. Most likely the server's board is
// another one: only the client is told its size.
func (c *Client) Doubt() string { return c.doubt }

// doubted is the doubt when the server has just said who won.
func (c *Client) doubted() string {
	switch {
	case c.won:
		return ""
	case c.sent != game.NoMove:
		move := konane.FormatMove(&c.board, c.sent)
		return fmt.Sprintf("the server did not take the move %s: is %s the server's, and was the answer in time?", move, c.variant())
	case c.coloured && !c.asked && c.board.Removals() == 0 && c.board.Mover() == c.colour && !c.board.Outcome().Over():
		return fmt.Sprintf("the server counts the game as lost, but on this board there is a move: is %s the server's?", c.variant())
	}
	return ""
}

// variant names the size of the board, as the argument does that tells it.
func (c *Client) variant() string {
	rows, cols := c.board.Rows(), c.board.Cols()
	return fmt.Sprintf("--variant %dx%d", rows, cols)
}
