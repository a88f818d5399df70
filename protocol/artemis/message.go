package artemis

import (
	"fmt"
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

// News is an event as shown to people, as a result or as a warning; "" for nothing.
func (c *Client) News(e *Event) (result, warning string) {
	switch e.Kind {
	case Say:
		if e.Waits {
			return "", "waiting for the opponent"
		}
	case Told:
		return "", c.Shown(e)
	case Begun:
		return fmt.Sprintf("game %d", c.Game()), ""
	case Played:
		return fmt.Sprintf("%d. %s %s", len(c.played), e.Who(), e.Message.Move), ""
	case Stuck:
		return "", "there is no legal move"
	case Trouble:
		return "", "the server: " + c.Shown(e)
	}
	return "", ""
}

// Shown is the text of the server's line, without the password.
func (c *Client) Shown(e *Event) string { return Shown(e.Message.Text, c.account.Password) }

// AskNotice is an answer to ?Opponent: on an evolab server with an event, which then
// names the next opponent and asks again.
const AskNotice = "?"

// The beginning of a notice, and what precedes the opponent's number.
const (
	noticePrefix   = "Event:"
	noticeOpponent = " meets user "
)

// Notice is the line that says whom a user has to name.
func Notice(user, opponent, round int) string {
	return fmt.Sprintf("%s user %d%s%d in round %d; name %d, or 0 for whoever is next", noticePrefix, user, noticeOpponent, opponent, round, opponent)
}

// NoticeOfNone is the line for a user without a known next opponent.
func NoticeOfNone(user int) string {
	return fmt.Sprintf("%s user %d has no game now", noticePrefix, user)
}

func parseNotice(line string) Message {
	_, text, _ := strings.Cut(line, noticeOpponent)
	text, _, _ = strings.Cut(text, " ")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MaxUser {
		n = 0
	}
	return Message{Kind: EventNotice, Number: n, Text: line}
}

// Shown is a server's text for a terminal: in plain ASCII, and without the password,
// should it be echoed.
//
// Passwords are numbers, often of one or two digits, which are everywhere in boards
// and clocks; hiding all of them would hide the server's complaint, and reveal the
// password by the gaps. So a short one is hidden only as a word of its own (in
// "password4:" too, but not in "14"), and none within the cells of a removal or a
// move, "[4:4]".
func Shown(text string, secret Password) string {
	// longSecret is the length from which a password does not occur by chance.
	const longSecret = 6
	word := string(secret)
	var out []byte
	for i := 0; i < len(text); {
		n := cells(text[i:])
		if n == 0 && word != "" && strings.HasPrefix(text[i:], word) && (len(word) >= longSecret || alone(text, i, i+len(word))) {
			out = append(out, []byte("(hidden)")...)
			i += len(word)
			continue
		}
		for end := i + max(n, 1); i < end; i++ {
			c := text[i]
			if c < ' ' || c > '~' {
				c = '?'
			}
			out = append(out, c)
		}
	}
	return string(out)
}

// alone reports whether text[from:to] is not part of a longer number or word.
func alone(text string, from, to int) bool {
	return (from == 0 || differ(text[from-1], text[from])) && (to == len(text) || differ(text[to-1], text[to]))
}

func differ(a, b byte) bool {
	return !(isDigit(a) && isDigit(b)) && !(isLetter(a) && isLetter(b))
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// cells is the length of the cell at the start of a text, such as [12:3]; 0 for none.
func cells(text string) int {
	// mostDigits of a row or a column; the largest board has fewer than a hundred.
	const mostDigits = 2
	if text == "" || text[0] != '[' {
		return 0
	}
	row := digits(text[1:])
	if row == 0 || row > mostDigits || len(text) <= 1+row || text[1+row] != ':' {
		return 0
	}
	col := digits(text[2+row:])
	end := 2 + row + col
	if col == 0 || col > mostDigits || len(text) <= end || text[end] != ']' {
		return 0
	}
	return end + 1
}

// digits is the number of digits at the start of a text.
func digits(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

// EventKind is the meaning of a server's line for the client.
type EventKind uint8

// The kinds of events.
const (
	Nothing EventKind = iota // nothing to do
	Say                      // send Send
	Choose                   // Answer needs a move, within Clock
	Stuck                    // the server asks for a move, but there is no legal one
	Begun                    // a game has begun
	Played                   // Move was made, by us or by the opponent
	Trouble                  // the server reports an error or asks something unknown
	Over                     // the server says who won
	Told                     // the server of an event says whom we meet
)

// Event is the meaning of one line of the server.
type Event struct {
	Kind    EventKind
	Message Message
	Send    string        // of Say, without the end of line
	Private bool          // of Say: Send must not be shown
	Waits   bool          // of Say: the opponent is named, and a game is next
	Clock   time.Duration // of Choose: what is left for all moves, 0 if unknown
	Ours    bool          // of Played: we made it
}

// Who made the move of a Played event.
func (e *Event) Who() string {
	if e.Ours {
		return "we"
	}
	return "they"
}
