package artemis

import (
	"strconv"
	"strings"
	"time"

	"evolab/game/konane"
)

// Kind is the kind of a server's line.
type Kind uint8

// The kinds of lines. A client answers those that ask, and no others.
const (
	Text         Kind = iota // anything else: the banner, empty lines
	AskUser                  // ?Username:
	AskPassword              // ?Password:
	AskOpponent              // ?Opponent:
	AskRemove                // ?Remove:
	AskMove                  // ?Move(180000):
	AskOther                 // another line that begins with a question mark
	GameID                   // Game:1
	Player                   // Player:1
	Color                    // Color:BLACK
	Removed                  // Removed:[0:0]
	Moved                    // Move[2:0]:[0:0]
	YouWin                   // You win!
	OpponentWins             // Opponent wins!
	Failure                  // Error...
	EventNotice              // Event: user 3 meets user 4 in round 1...
)

// Message is one line of the server.
type Message struct {
	Kind   Kind
	Number int           // of GameID and Player; of EventNotice the opponent, 0 for none
	Clock  time.Duration // of AskMove: the time left, 0 if unknown
	Colour konane.Colour // of Color
	Move   string        // of Removed and Moved, in the game's notation
	Text   string        // of Text, AskOther, Failure and EventNotice: the whole line
}

// Banner is the first line of our server.
const Banner = "Artemis Konane Server"

// EventOver begins the error for a user without games left in the event.
const EventOver = "the event is over"

// fixedLine is a line without a variable part.
type fixedLine struct {
	kind Kind
	line string
}

var fixed = [...]fixedLine{
	{AskUser, "?Username:"}, {AskPassword, "?Password:"}, {AskOpponent, "?Opponent:"}, {AskRemove, "?Remove:"},
	{YouWin, "You win!"}, {OpponentWins, "Opponent wins!"},
}

// ParseMessage reads a line of the server. An unknown line is Text, or AskOther if it
// is a question.
func ParseMessage(line string) Message {
	line = strings.TrimSpace(line)
	for _, f := range fixed {
		if strings.TrimSuffix(line, ":") == strings.TrimSuffix(f.line, ":") {
			return Message{Kind: f.kind}
		}
	}
	if number, found := strings.CutPrefix(line, "?Move"); found {
		return Message{Kind: AskMove, Clock: parseClock(number)}
	}
	if strings.HasPrefix(line, "?") {
		return Message{Kind: AskOther, Text: line}
	}
	if strings.HasPrefix(line, "Error") {
		return Message{Kind: Failure, Text: line}
	}
	if strings.HasPrefix(line, noticePrefix) {
		return parseNotice(line)
	}
	if m, ok := parseFact(line); ok {
		return m
	}
	return Message{Text: line}
}

// parseClock reads the milliseconds in `(180000):`.
func parseClock(text string) time.Duration {
	text = strings.TrimSuffix(strings.TrimSuffix(text, ":"), ")")
	text, found := strings.CutPrefix(text, "(")
	ms, err := strconv.ParseInt(text, 10, 64)
	if !found || err != nil || ms < 0 || ms > 24*time.Hour.Milliseconds() {
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}

// parseFact reads the lines about the course of the game.
func parseFact(line string) (Message, bool) {
	if cells, found := strings.CutPrefix(line, "Move["); found {
		return Message{Kind: Moved, Move: "[" + cells}, true
	}
	name, value, _ := strings.Cut(line, ":")
	switch name {
	case "Removed":
		return Message{Kind: Removed, Move: value}, value != ""
	case "Color":
		m := Message{Kind: Color}
		if value == "WHITE" {
			m.Colour = konane.White
		}
		return m, value == "WHITE" || value == "BLACK"
	case "Game", "Player":
		n, err := strconv.Atoi(value)
		if name == "Game" {
			return Message{Kind: GameID, Number: n}, err == nil
		}
		return Message{Kind: Player, Number: n}, err == nil && (n == 1 || n == 2)
	}
	return Message{}, false
}

// String is the message as a line, without its end.
func (m Message) String() string {
	for _, f := range fixed {
		if f.kind == m.Kind {
			return f.line
		}
	}
	switch m.Kind {
	case AskMove:
		return "?Move(" + strconv.FormatInt(m.Clock.Milliseconds(), 10) + "):"
	case GameID:
		return "Game:" + strconv.Itoa(m.Number)
	case Player:
		return "Player:" + strconv.Itoa(m.Number)
	case Color:
		if m.Colour == konane.White {
			return "Color:WHITE"
		}
		return "Color:BLACK"
	case Removed:
		return "Removed:" + m.Move
	case Moved:
		return "Move" + m.Move
	}
	return m.Text
}
