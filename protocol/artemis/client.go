package artemis

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Client is one user's side of the conversation.
type Client struct {
	account Account
	start   konane.State
	board   konane.State
	sent    game.Move // our answer until the server announces it
	colour  konane.Colour
	game    int
	logins  int
	named   int         // the opponent that a notice named, 0 for none
	trouble string      // the server's last complaint, as it is shown
	played  []string    // the removals and moves of the game
	moves   []game.Move // buffer for the legal ones

	begun    bool // a game has begun
	first    bool // we remove the first stone
	coloured bool // the colour is known
	asked    bool // the server waits for a move
	noticed  bool // we have asked for the opponent
	told     bool // the server has said who won
	won      bool
	doubt    string
}

// NewClient begins a conversation about games from a start position.
func NewClient(account Account, start konane.State) *Client {
	return &Client{account: account, start: start, board: start, sent: game.NoMove}
}

// Board is the position by the server's announcements.
func (c *Client) Board() konane.State { return c.board }

// Colour is the client's colour; known is false before it has one.
func (c *Client) Colour() (colour konane.Colour, known bool) { return c.colour, c.coloured }

// Game is the number that the server gave the game.
func (c *Client) Game() int { return c.game }

// Begun reports whether a game has begun.
func (c *Client) Begun() bool { return c.begun }

// First reports whether the server has asked the client to remove the first stone.
func (c *Client) First() bool { return c.first }

// Moves lists the removals and moves of the game.
func (c *Client) Moves() []string { return c.played }

// Trouble is the server's last complaint, without the password; "" for none.
func (c *Client) Trouble() string { return c.trouble }

// Opponent is whom we play; 0 if unknown.
func (c *Client) Opponent() int {
	if c.account.Opponent != 0 {
		return c.account.Opponent
	}
	return c.named
}

// Result reports whether the client has won. It is known once the server has said
// so, or when the last answer has ended the game on the board.
func (c *Client) Result() (won, known bool) {
	if c.told || !c.coloured {
		return c.won, c.told
	}
	board := c.board
	if c.sent != game.NoMove {
		board.Play(c.sent, &board)
	}
	return board.Mover() != c.colour, board.Outcome().Over()
}

// Receive takes the next line of the server. An error ends the conversation: the
// client no longer knows the position, or is not let in.
func (c *Client) Receive(line string) (Event, error) {
	m := ParseMessage(line)
	e := Event{Message: m}
	var err error
	switch m.Kind {
	case AskUser, AskPassword, AskOpponent:
		err = c.introduce(&e)
	case AskRemove, AskMove:
		err = c.question(&e)
	case GameID:
		c.board, c.sent, c.game, c.played = c.start, game.NoMove, m.Number, nil
		c.coloured, c.asked, c.told, c.won, c.doubt = false, false, false, false, ""
		c.begun, c.first = true, false
		e.Kind = Begun
	case Color:
		c.colour, c.coloured = m.Colour, true
	case Removed, Moved:
		err = c.follow(&e)
	case YouWin, OpponentWins:
		c.told, c.won = true, m.Kind == YouWin
		c.doubt = c.doubted()
		c.asked = false
		e.Kind = Over
	case EventNotice:
		c.named, e.Kind = m.Number, Told
	case AskOther, Failure:
		e.Kind, c.trouble = Trouble, c.Shown(&e)
	}
	return e, err
}

// question makes an event of a request for a removal or a move.
func (c *Client) question(e *Event) error {
	removal := e.Message.Kind == AskRemove
	c.first = c.first || removal && c.board.Removals() == 2
	if removal != (c.board.Removals() > 0) {
		return c.lost("asks with "+e.Message.String(), "")
	}
	if !c.coloured && !removal {
		c.colour, c.coloured = c.board.Mover(), true
	}
	if !removal && c.board.Mover() != c.colour {
		return c.lost("asks "+c.colour.String()+" to move", "")
	}
	c.asked, c.sent = true, game.NoMove
	e.Kind, e.Clock = Choose, e.Message.Clock
	if c.board.Outcome().Over() {
		c.asked = false
		e.Kind = Stuck
	}
	return nil
}

// follow makes the removal or move that the server announces, whoever made it.
func (c *Client) follow(e *Event) error {
	text := strings.TrimSpace(e.Message.Move)
	jump := e.Message.Kind == Moved
	if jump != (c.board.Removals() == 0) || !c.play(text) {
		return c.lost("announces "+e.Message.String(), text)
	}
	c.asked, c.sent = false, game.NoMove
	// Before the first removal nobody has a colour.
	e.Kind, e.Ours = Played, c.coloured && c.board.Mover() != c.colour
	e.Message.Move = text
	c.played = append(c.played, text)
	return nil
}

// play makes a removal or move, if it is legal.
func (c *Client) play(text string) bool {
	m, err := konane.ParseMove(&c.board, text)
	if err != nil || !c.legal(m) {
		return false
	}
	c.board.Play(m, &c.board)
	return true
}

// legal reports whether a move is one of the position.
func (c *Client) legal(m game.Move) bool {
	c.moves = c.board.Moves(c.moves[:0])
	for i := range c.moves {
		if c.moves[i] == m {
			return true
		}
	}
	return false
}

// Answer is the line that answers a Choose event with a move. The client makes the
// move when the server announces it.
func (c *Client) Answer(m game.Move) (string, error) {
	if !c.asked {
		return "", errors.New("the server has not asked for a move")
	}
	if !c.legal(m) {
		return "", fmt.Errorf("%s is not legal in %s", konane.FormatMove(&c.board, m), konane.Format(&c.board))
	}
	c.asked, c.sent = false, m
	return konane.FormatMove(&c.board, m), nil
}

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

// Receive implements Seat.
func (r *remote) Receive(chunk []byte) (int, error) {
	n, err := r.conn.Read(chunk)
	return n, Ended(err)
}

// Send implements Seat.
func (r *remote) Send(text string) error {
	_, err := io.WriteString(r.conn, text)
	return Ended(err)
}

// Choose implements Seat.
func (r *remote) Choose(board *konane.State, clock time.Duration) (game.Move, error) {
	return r.choose(board, clock)
}

// Heard implements Seat.
func (r *remote) Heard(e *Event) { r.watch(*e) }

// Ended is ErrEnded with the reason, if there is one.
func Ended(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		return ErrEnded
	}
	return fmt.Errorf("%w: %w", ErrEnded, err)
}

// maxLogins is how often the client logs in before it gives up.
const maxLogins = 3

// ErrLogin is the error when the server does not accept the account.
var ErrLogin = errors.New("the server does not accept the username or password")

// introduce says who we are and whom we want to play.
func (c *Client) introduce(e *Event) error {
	e.Kind = Say
	switch e.Message.Kind {
	case AskUser:
		if c.logins++; c.logins > maxLogins {
			e.Kind = Trouble
			return ErrLogin
		}
		e.Send = strconv.Itoa(c.account.User)
	case AskPassword:
		e.Send, e.Private = string(c.account.Password), true
	default:
		if c.account.Event && !c.noticed { // the server names the opponent
			c.noticed, e.Send = true, AskNotice
		} else {
			e.Send, e.Waits = strconv.Itoa(c.account.Opponent), true
		}
	}
	return nil
}

// Account is what a client tells the server about itself.
type Account struct {
	User, Opponent int
	Password       Password
	Event          bool // ask for the next opponent, on a server of evolab that runs an event
}

// MaxUser is the largest number of a user, and of a password.
const MaxUser = 1<<31 - 1

// Password is a password that is never printed.
type Password string

// PasswordVariable is the environment variable with the client's password.
const PasswordVariable = "ARTEMIS_PASSWORD"

// Sendable reports whether a password is a single line and not empty: the server
// expects a number.
func (p Password) Sendable() bool {
	for i := 0; i < len(p); i++ {
		if p[i] < ' ' || p[i] == 0x7f {
			return false
		}
	}
	return p != ""
}
