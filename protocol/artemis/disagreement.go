package artemis

import (
	"fmt"
	"strings"

	"evolab/game"
	"evolab/game/konane"
)

// Doubt is why a game that the server calls lost cannot be lost on the client's
// board; "" if it can. Most likely the server has another board: no message of the
// protocol gives its size.
func (c *Client) Doubt() string { return c.doubt }

// doubted is the doubt when the server has just said who won.
func (c *Client) doubted() string {
	if c.won {
		return ""
	}
	ours, theirs := size(&c.board), c.serverSize("")
	question := fmt.Sprintf("is its board %s, too? --variant %s gives another size", ours, otherUsual(ours))
	switch {
	case c.sent != game.NoMove && theirs != "":
		return fmt.Sprintf("the server did not take the move %s: its board is %s, not %s; give --variant %s", konane.FormatMove(&c.board, c.sent), theirs, ours, theirs)
	case c.sent != game.NoMove:
		return fmt.Sprintf("the server did not take the move %s: was the answer in time, and %s", konane.FormatMove(&c.board, c.sent), question)
	case c.coloured && !c.asked && c.board.Removals() == 0 && c.board.Mover() == c.colour && !c.board.Outcome().Over():
		return "the server counts the game as lost, but on this board there is a move: " + question
	}
	return ""
}

// lost is the error when the server's game differs from the client's; move is what it
// announces, "" if it asks for something.
func (c *Client) lost(does, move string) error {
	ours, theirs := size(&c.board), c.serverSize(move)
	advice := fmt.Sprintf("; if the server's is another, such as %s, give --variant %s", otherUsual(ours), otherUsual(ours))
	if theirs != "" {
		advice = fmt.Sprintf(", but one of %s: give --variant %s", theirs, theirs)
	}
	said, position := Shown(does, c.account.Password), konane.Format(&c.board)
	return fmt.Errorf("the server %s, which does not fit this board of %s%s. The position is %s", said, ours, advice, position)
}

// The sizes of boards that are played most.
const (
	usualSize = "18x18"
	smallSize = "8x8"
)

// otherUsual is a usual size other than the given one.
func otherUsual(size string) string {
	if size == usualSize {
		return smallSize
	}
	return usualSize
}

func size(s *konane.State) string { return fmt.Sprintf("%dx%d", s.Rows(), s.Cols()) }

// sizeInError precedes the size of the board in the errors of an evolab server.
const sizeInError = " on a board of "

// serverSize is the size of the server's board if it is known to differ from the
// client's, else "": the server has complained with it, or else it is a size on which the
// game so far and the move make sense.
func (c *Client) serverSize(move string) string {
	ours := size(&c.board)
	_, text, _ := strings.Cut(c.trouble, sizeInError)
	if _, err := konane.Start(text); err == nil && text != "" && text != ours {
		return text
	}
	if move == "" {
		return ""
	}
	for _, text := range [...]string{usualSize, smallSize} {
		if text != ours && c.fits(text, move) {
			return text
		}
	}
	for n := konane.MinSize; n < konane.MaxSize; n++ {
		if text := fmt.Sprintf("%dx%d", n, n); text != ours && c.fits(text, move) {
			return text
		}
	}
	return ""
}

// fits reports whether the game so far and a removal or move are legal on another board.
func (c *Client) fits(variant, move string) bool {
	board, err := konane.Start(variant)
	if err != nil {
		return false
	}
	other := Client{board: board}
	for i := range c.played {
		if !other.play(c.played[i]) {
			return false
		}
	}
	return other.play(move)
}
