package sgf

import (
	"fmt"
	"strings"
)

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
		return nil, fmt.Errorf("sgf: opening: %w", err)
	}
	result, err := g.result()
	if err != nil {
		return nil, fmt.Errorf("sgf: %w", err)
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
				return nil, fmt.Errorf("sgf: move %d: %q (expected: row,column with both in 0..4, or PASS)", i+1, move)
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
