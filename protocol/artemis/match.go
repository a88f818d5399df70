package artemis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Clock is the time that each player has for its moves of a game.
const Clock = 3 * time.Minute

// Gap is the least time between two pieces that a server writes, so that each is one read
// of a client.
const Gap = 20 * time.Millisecond

// Line is what the server sends to one of the players, 0 or 1, at once: clients take
// it for one message. Usually it is a single line.
type Line struct {
	Player int
	Text   string // lines with LF between them
}

// Match is a game between players 0 and 1; 0 removes the first stone. The caller
// measures the time of the player to move.
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

// NewMatch begins a game on a board (a zero clock means Clock) and returns the first
// lines to send.
func NewMatch(id int, start konane.State, clock time.Duration) (*Match, []Line) {
	clock = cmp.Or(clock, Clock)
	m := &Match{rules: konane.Rules(), board: start, limit: clock, clocks: [2]time.Duration{clock, clock}}
	m.both(Message{Kind: GameID, Number: id})
	m.send(0, Message{Kind: Player, Number: 1})
	m.send(0, Message{Kind: AskRemove})
	return m, m.flush()
}

// Asked is the player to move and the time left for the answer. Removals do not use
// the players' clocks, but each has to be made within the time of a whole game.
func (m *Match) Asked() (player int, left time.Duration) {
	player = int(m.board.Turn())
	if m.board.Removals() > 0 {
		return player, m.limit
	}
	return player, m.clocks[player]
}

// Verdict is the end of the game; nil during it.
func (m *Match) Verdict() *Verdict { return m.verdict }

// Moves lists the removals and moves so far.
func (m *Match) Moves() []string { return slices.Clone(m.moves) }

// Board is the position.
func (m *Match) Board() konane.State { return m.board }

// Receive takes a line from a player, a time after the question, and returns the
// lines to send, none after the end.
func (m *Match) Receive(player int, line string, spent time.Duration) []Line {
	if m.verdict != nil {
		return nil
	}
	asked, left := m.Asked()
	if player != asked {
		if m.stray[player]++; m.stray[player] > maxStray {
			return m.lose(player, Flood, "too many lines out of turn")
		}
		m.send(player, Message{Kind: Failure, Text: "Error: it is not your turn"})
		return m.flush()
	}
	if spent > left || spent == left && m.board.Removals() == 0 {
		return m.Flag()
	}
	text := strings.TrimSpace(line)
	move, err := m.rules.ParseMove(&m.board, text)
	if err != nil || !slices.Contains(m.board.Moves(nil), move) {
		return m.lose(player, Illegal, fmt.Sprintf("%.40q is no legal move%s%s", text, sizeInError, size(&m.board)))
	}
	if m.board.Removals() == 0 {
		m.clocks[player] -= max(spent, 0)
	}
	m.play(player, move)
	return m.flush()
}

// maxStray is how many lines out of turn a player may send.
const maxStray = 20

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

func (m *Match) flush() []Line {
	lines := m.out
	m.out = nil
	return lines
}
