package artemis

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Clock is the time that each player has for its moves of a game.
const Clock = 3 * time.Minute

// maxStray is the number of lines that a player may send without being asked;
// one more loses.
const maxStray = 20

// Reason tells why a game of the server ended.
type Reason string

// The reasons. All but the first say what the loser did.
const (
	NoMove     Reason = "no-move" // it has no legal move
	Illegal    Reason = "illegal" // what it sent is not legal, or no move at all
	OutOfTime  Reason = "time"
	Disconnect Reason = "disconnect"
	Flood      Reason = "flood" // it kept sending without being asked
)

// Line is what the server sends to one of the players, 0 or 1, in one piece:
// clients take it for one message. Usually it is a single line.
type Line struct {
	Player int
	Text   string // lines with LF between them
}

// Verdict is how a game ended. Player 0 is the one that the server calls 1.
type Verdict struct {
	Winner int
	Reason Reason
	Detail string // for people
}

// Match is one game between two players, 0 and 1, of which 0 removes the first
// stone. Whoever is asked has Left to answer; the caller measures the time.
type Match struct {
	rules   game.Rules[konane.State]
	board   konane.State
	limit   time.Duration
	clocks  [2]time.Duration
	stray   [2]int
	moves   []string
	verdict *Verdict
	out     []Line
}

// NewMatch begins a game on a board (the zero clock stands for Clock) and
// returns the lines to send first.
func NewMatch(id int, start konane.State, clock time.Duration) (*Match, []Line) {
	if clock == 0 {
		clock = Clock
	}
	m := &Match{rules: konane.Rules(), board: start, limit: clock, clocks: [2]time.Duration{clock, clock}}
	m.both(Message{Kind: GameID, Number: id})
	m.send(0, Message{Kind: Player, Number: 1})
	m.send(0, Message{Kind: AskRemove})
	return m, m.flush()
}

// Asked is the player who has been asked and not answered yet, and the time
// that is left for the answer. The removals do not run on the players' clocks,
// but each has to be made within the time of a whole game.
func (m *Match) Asked() (player int, left time.Duration) {
	player = int(m.board.Turn())
	if m.board.Removals() > 0 {
		return player, m.limit
	}
	return player, m.clocks[player]
}

// Verdict is how the game ended; nil while it goes on.
func (m *Match) Verdict() *Verdict { return m.verdict }

// Moves lists the removals and moves so far.
func (m *Match) Moves() []string { return slices.Clone(m.moves) }

// Board is the position.
func (m *Match) Board() konane.State { return m.board }

// Receive takes a line from a player, spent after that player was asked, and
// returns the lines to send. After the end it returns none.
func (m *Match) Receive(player int, line string, spent time.Duration) []Line {
	if m.verdict != nil {
		return nil
	}
	asked, left := m.Asked()
	if player != asked {
		return m.unasked(player)
	}
	if spent > left || spent == left && m.board.Removals() == 0 {
		return m.Flag()
	}
	text := strings.TrimSpace(line)
	move, err := m.rules.ParseMove(&m.board, text)
	if err != nil || !slices.Contains(m.board.Moves(nil), move) {
		return m.lose(player, Illegal, fmt.Sprintf("%.40q is no legal move", text))
	}
	if m.board.Removals() == 0 {
		m.clocks[player] -= max(spent, 0)
	}
	m.play(player, move)
	return m.flush()
}

// unasked answers a line that nobody asked for.
func (m *Match) unasked(player int) []Line {
	if m.stray[player]++; m.stray[player] > maxStray {
		return m.lose(player, Flood, "too many lines out of turn")
	}
	m.send(player, Message{Kind: Failure, Text: "Error: it is not your turn"})
	return m.flush()
}

// play makes a legal move and asks the other player.
func (m *Match) play(player int, move game.Move) {
	text := m.rules.FormatMove(&m.board, move)
	removals := m.board.Removals()
	m.board.Play(move, &m.board)
	m.moves = append(m.moves, text)
	switch removals {
	case 2:
		colour := m.board.Mover()
		m.send(player, Message{Kind: Color, Colour: colour.Other()})
		m.send(player, Message{Kind: Removed, Move: text})
		m.send(1-player, Message{Kind: Color, Colour: colour})
		m.send(1-player, Message{Kind: Player, Number: 2}, Message{Kind: Removed, Move: text}, Message{Kind: AskRemove})
		return
	case 1:
		m.both(Message{Kind: Removed, Move: text})
	default:
		m.both(Message{Kind: Moved, Move: text})
	}
	if m.board.Outcome().Over() {
		m.end(1-player, NoMove, fmt.Sprintf("%s cannot move", m.board.Mover()))
		return
	}
	m.send(1-player, Message{Kind: AskMove, Clock: m.clocks[1-player]})
}

// Flag ends the game because the time of the player who was asked is up.
func (m *Match) Flag() []Line {
	player, _ := m.Asked()
	return m.lose(player, OutOfTime, "the time is up")
}

// Leave ends the game because a player has disconnected.
func (m *Match) Leave(player int) []Line {
	return m.lose(player, Disconnect, "the player has disconnected")
}

// Garble ends the game because what a player sends is no lines.
func (m *Match) Garble(player int) []Line {
	return m.lose(player, Illegal, TooLong)
}

// lose ends the game by what a player did, and tells it why.
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

// send sends a message; several at once are one piece.
func (m *Match) send(player int, messages ...Message) {
	lines := make([]string, len(messages))
	for i, message := range messages {
		lines[i] = message.String()
	}
	m.out = append(m.out, Line{Player: player, Text: strings.Join(lines, "\n")})
}

func (m *Match) both(message Message) {
	m.send(0, message)
	m.send(1, message)
}

// flush returns the lines that have gathered.
func (m *Match) flush() []Line {
	lines := m.out
	m.out = nil
	return lines
}
