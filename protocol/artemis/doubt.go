package artemis

import (
	"fmt"

	"evolab/game"
	"evolab/game/konane"
)

// Doubt is why a game that the server calls lost cannot be lost on the client's
// board; "" if it can. Most likely the server has another board: only the client's
// arguments give its size.
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

// variant is the argument with the size of the board.
func (c *Client) variant() string {
	return fmt.Sprintf("--variant %dx%d", c.board.Rows(), c.board.Cols())
}
