// Package sgf reads and writes Little-Go games in the Smart Game Format, FF[4]
// (https://www.red-bean.com/sgf/), so that other programs can show our games
// and we can show theirs.
//
// The package is pure: it works on bytes. It does not check the legality of moves;
// replaying a game does.
package sgf

import (
	"fmt"
	"strings"
	"unicode"

	"evolab/game/littlego"
	"evolab/internal/untrusted"
)

// Game is one game. Names and texts are UTF-8; line breaks in names, in the opening and
// in the reason become blanks.
type Game struct {
	Black, White string // names
	// Opening is the position before the first move, on one line as on the
	// command line; "start" (or nothing, when written) is the empty board.
	Opening string
	Moves   []string // "2,3" (row and column from the top left) or "PASS"
	Winner  string   // Black, White, Draw, or "" if that is not known
	Margin  float64  // points by which the winner won, 0 if not counted
	// Reason says how the game ended, in the words of the arena's records;
	// from files of other programs also "resign" and "forfeit"; "" is unknown.
	Reason  string
	Comment string
}

// The values of Game.Winner.
const (
	Black = "B"
	White = "W"
	Draw  = "0"
)

// start is the name of the empty board.
const start = "start"

// opening is the position that a game begins from.
func (g *Game) opening() (littlego.State, error) {
	if strings.TrimSpace(g.Opening) == "" {
		return littlego.Start("")
	}
	return littlego.Parse("", g.Opening)
}

func (g *Game) result() (string, error) {
	switch g.Winner {
	case "":
		return "?", nil
	case Draw:
		return "0", nil
	case Black, White:
		how := reasonCode(g.Reason)
		if how == "" && g.Margin > 0 {
			how = fmt.Sprintf("%g", g.Margin)
		}
		return g.Winner + "+" + how, nil
	}
	return "", fmt.Errorf("winner %q (allowed: B, W, 0 or nothing)", g.Winner)
}

// reasonCode is the code in RE of a game that ended before the count; "" for other
// reasons.
func reasonCode(reason string) string {
	switch reason {
	case "time":
		return "T"
	case "illegal", "crash", "malformed", "no-output", "forfeit":
		return "F"
	case "resign":
		return "R"
	}
	return ""
}

// The root comment begins with these lines, which hold what the format cannot; an
// empty line and the game's own comment follow.
const (
	commentTitle   = "Little-Go"
	commentOpening = "opening: "
	commentReason  = "reason: "
)

// Append writes a game as one game tree that ends with a line break; a collection is
// one after the other. It refuses invalid openings and moves.
func Append(dst []byte, g Game) ([]byte, error) {
	opening, err := g.opening()
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	result, err := g.result()
	if err != nil {
		return nil, err
	}
	dst = append(dst, "(;FF[4]GM[1]CA[UTF-8]AP[evolab]SZ[5]KM[2.5]\n"...)
	dst = appendText(dst, "PB", cleanLine(g.Black))
	dst = appendText(dst, "PW", cleanLine(g.White))
	dst = appendText(dst, "RE", result)
	if opening.Ply() > 0 {
		dst = append(dst, '\n')
		dst = appendStones(dst, "AB", opening.Black())
		dst = appendStones(dst, "AW", opening.White())
		dst = appendText(dst, "PL", colours[opening.Turn()])
	}
	dst = append(dst, '\n')
	dst = appendText(dst, "C", g.rootComment())
	if dst, err = appendMoves(dst, g.Moves, int(opening.Turn())); err != nil {
		return nil, err
	}
	return append(dst, ")\n"...), nil
}

// colours are the properties of moves, by side.
var colours = [2]string{Black, White}

func appendMoves(dst []byte, moves []string, turn int) ([]byte, error) {
	for i, move := range moves {
		if i%10 == 0 {
			dst = append(dst, '\n')
		}
		dst = append(append(append(dst, ';'), colours[(turn+i)&1]...), '[')
		if move != "PASS" {
			if len(move) != 3 || move[1] != ',' || !onBoard(move[0], '0') || !onBoard(move[2], '0') {
				return nil, fmt.Errorf("move %d: %q (expected: row,column with both in 0..4, or PASS)", i+1, move)
			}
			dst = append(dst, 'a'+move[2]-'0', 'a'+move[0]-'0')
		}
		dst = append(dst, ']')
	}
	return dst, nil
}

func (g *Game) rootComment() string {
	opening := strings.TrimSpace(cleanLine(g.Opening))
	if opening == "" {
		opening = start
	}
	text := commentTitle + "\n" + commentOpening + opening + "\n"
	if g.Reason != "" {
		text += commentReason + cleanLine(g.Reason) + "\n"
	}
	if g.Comment != "" {
		text += "\n" + cleanText(g.Comment)
	}
	return text
}

// appendText appends a property with a text as its value, escaped.
func appendText(dst []byte, property, text string) []byte {
	dst = append(append(dst, property...), '[')
	for i := range len(text) {
		if text[i] == ']' || text[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, text[i])
	}
	return append(dst, ']')
}

// unescape takes the escapes out of the raw value of a text: a backslash protects the
// next byte, and removes a line break.
func unescape(raw string) string {
	var b strings.Builder
	raw = breaks.Replace(raw)
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) {
			i++
			if raw[i] == '\n' {
				continue
			}
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}

// breaks turns the line breaks of all systems into newlines.
var breaks = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// cleanText is a text as the format keeps it: white space other than line breaks is a
// blank. Whatever others would obey in it is escaped.
func cleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, breaks.Replace(strings.ToValidUTF8(text, "\ufffd")))
	return untrusted.Text(text)
}

func cleanLine(text string) string { return strings.ReplaceAll(cleanText(text), "\n", " ") }

// A point is two letters, the column first, both from the top left: our 2,3 is
// dc.

// parseMove reads the value of B or W. FF[3] wrote a pass as tt.
func parseMove(value string) (string, error) {
	if value == "" || value == "tt" {
		return "PASS", nil
	}
	r, c, err := parsePoint(value)
	if err != nil {
		return "", err
	}
	return string([]byte{'0' + byte(r), ',', '0' + byte(c)}), nil
}

func parsePoint(value string) (row, column int, err error) {
	if len(value) != 2 || !onBoard(value[0], 'a') || !onBoard(value[1], 'a') {
		return 0, 0, fmt.Errorf("point %.20q (expected: two letters of a..e)", value)
	}
	return int(value[1] - 'a'), int(value[0] - 'a'), nil
}

// parseArea reads a point, or the two corners of a rectangle.
func parseArea(value string) (littlego.Board, error) {
	first, last := value, value
	if len(value) == 5 && value[2] == ':' {
		first, last = value[:2], value[3:]
	}
	r1, c1, err := parsePoint(first)
	if err != nil {
		return 0, err
	}
	r2, c2, err := parsePoint(last)
	if err != nil {
		return 0, err
	}
	var area littlego.Board
	for r := min(r1, r2); r <= max(r1, r2); r++ {
		for c := min(c1, c2); c <= max(c1, c2); c++ {
			area |= littlego.At(r, c)
		}
	}
	return area, nil
}

func onBoard(b, zero byte) bool { return b >= zero && b < zero+littlego.Size }

// appendStones appends a value for each point of a set.
func appendStones(dst []byte, property string, stones littlego.Board) []byte {
	if stones == 0 {
		return dst
	}
	dst = append(dst, property...)
	for r := range littlego.Size {
		for c := range littlego.Size {
			if stones&littlego.At(r, c) != 0 {
				dst = append(dst, '[', 'a'+byte(c), 'a'+byte(r), ']')
			}
		}
	}
	return dst
}
