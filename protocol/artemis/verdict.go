package artemis

import (
	"fmt"

	"evolab/game"
	"evolab/game/konane"
)

// Reason is why a game ended.
type Reason string

// The reasons. All but the first say what the loser did.
const (
	NoMove     Reason = "no-move" // it has no legal move
	Illegal    Reason = "illegal" // what it sent is not legal, or no move at all
	OutOfTime  Reason = "time"
	Disconnect Reason = "disconnect"
	Flood      Reason = "flood" // it kept sending without being asked
)

// Verdict is the end of a game. The server calls player 0 "1".
type Verdict struct {
	Winner int
	Reason Reason
	Detail string // for people
}

// Flag ends the game because the time of the player to move is up.
func (m *Match) Flag() []Line {
	player, _ := m.Asked()
	return m.lose(player, OutOfTime, "the time is up")
}

// Leave ends the game because a player has disconnected.
func (m *Match) Leave(player int) []Line {
	return m.lose(player, Disconnect, "the player has disconnected")
}

// Garble ends the game because a player does not send lines.
func (m *Match) Garble(player int) []Line {
	return m.lose(player, Illegal, TooLong)
}

// lose ends the game because of what a player did, and sends that player the
// reason.
func (m *Match) lose(player int, reason Reason, detail string) []Line {
	if m.verdict != nil {
		return nil
	}
	m.send(player, Message{Kind: Failure, Text: "Error: " + detail})
	m.end(player, reason, detail)
	return m.flush()
}

func (m *Match) end(loser int, reason Reason, detail string) {
	m.verdict = &Verdict{Winner: 1 - loser, Reason: reason, Detail: detail}
	m.send(loser, Message{Kind: OpponentWins})
	m.send(1-loser, Message{Kind: YouWin})
}

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
