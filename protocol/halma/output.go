package halma

import (
	"errors"
	"fmt"

	"evolab/game"
	"evolab/game/halma"
	"evolab/protocol/lines"
)

// ErrIllegal is the error of an output that is well formed, but legal on no board, or
// blocked by the pieces.
var ErrIllegal = errors.New("no way to move")

// maxLines bounds the jumps of a chain that is read; the longest one that never
// returns to a square has 63.
const maxLines = 256

// AppendOutput appends output.txt for a legal move: a line for a step, or one
// for each jump of a shortest chain, each with a newline after it.
func AppendOutput(dst []byte, s *halma.State, m game.Move) []byte {
	var squares [64]int
	route := s.Route(m, squares[:0])
	for i := 1; i < len(route); i++ {
		kind := byte('J')
		if halma.Adjacent(route[i-1], route[i]) {
			kind = 'E'
		}
		dst = append(dst, kind, ' ')
		dst = appendSquare(dst, route[i-1])
		dst = append(dst, ' ')
		dst = appendSquare(dst, route[i])
		dst = append(dst, '\n')
	}
	return dst
}

func appendSquare(dst []byte, square int) []byte {
	dst = appendNumber(dst, square%halma.Size)
	return appendNumber(append(dst, ','), square/halma.Size)
}

func appendNumber(dst []byte, n int) []byte {
	if n >= 10 {
		dst = append(dst, '1')
	}
	return append(dst, '0'+byte(n%10))
}

// ParseOutput reads output.txt as an answer to a position: a step, or a chain of
// jumps of any length. CRLF, more blanks than one, and blank lines at the end
// are accepted. The move may still be illegal. Apart from ErrIllegal the error
// means that the output is malformed.
func ParseOutput(s *halma.State, data []byte) (game.Move, error) {
	var squares [maxLines + 1]int
	route := squares[:0]
	for number := 1; ; number++ {
		line, rest, there := lines.Cut(data)
		if there && len(line) == 0 && onlyBlanks(rest) {
			there = false
		}
		if !there {
			break
		}
		var l outputLine
		if !l.parse(line) || len(route) > maxLines {
			return game.NoMove, fmt.Errorf("output.txt: line %d: found %s (expected: E x,y x,y or J x,y x,y)", number, lines.Quote(line))
		}
		if err := l.check(route); err != nil {
			return game.NoMove, fmt.Errorf("output.txt: line %d: %s: %w: %w", number, lines.Quote(line), ErrIllegal, err)
		}
		if number == 1 {
			route = append(route, l.from())
		}
		route = append(route, l.to())
		data = rest
	}
	if len(route) == 0 {
		return game.NoMove, errors.New("output.txt: no move (expected: E x,y x,y or J x,y x,y)")
	}
	m, err := s.Follow(route)
	if err != nil {
		return game.NoMove, fmt.Errorf("output.txt: %w: %w", ErrIllegal, err)
	}
	return m, nil
}

// Tidy is an output.txt that ParseOutput takes, by the same route, as the assignment
// describes it: many routes may lead to a square.
func Tidy(data []byte) []byte {
	var text []byte
	for {
		line, rest, _ := lines.Cut(data)
		var l outputLine
		if !l.parse(line) {
			return text
		}
		text = fmt.Appendf(text, "%c %d,%d %d,%d\n", l.kind, l.x1, l.y1, l.x2, l.y2)
		data = rest
	}
}

func onlyBlanks(data []byte) bool {
	for _, b := range data {
		if b != '\n' && !lines.IsBlank(b) {
			return false
		}
	}
	return true
}

// outputLine is one line of output.txt.
type outputLine struct {
	kind           byte // E or J
	x1, y1, x2, y2 int
}

func (l *outputLine) from() int { return halma.Size*l.y1 + l.x1 }
func (l *outputLine) to() int   { return halma.Size*l.y2 + l.x2 }

// check reports what is wrong with a line after the route so far.
func (l *outputLine) check(route []int) error {
	switch {
	case !onBoard(l.x1) || !onBoard(l.y1) || !onBoard(l.x2) || !onBoard(l.y2):
		return errors.New("a square is not on the board (columns and rows are 0 to 15)")
	case len(route) > 0 && (l.kind == 'E' || halma.Adjacent(route[0], route[1])):
		return errors.New("a step stands alone")
	case len(route) > 0 && route[len(route)-1] != l.from():
		return errors.New("a jump does not begin where the one before it ended")
	case l.kind == 'E' && !halma.Adjacent(l.from(), l.to()):
		return errors.New("a step (E) goes to a square next to the piece")
	case l.kind == 'J' && halma.Adjacent(l.from(), l.to()):
		return errors.New("a jump (J) does not go to a square next to the piece")
	}
	return nil
}

func onBoard(n int) bool { return n >= 0 && n < halma.Size }

// parse reads a line; its squares may be off the board.
func (l *outputLine) parse(line []byte) bool {
	if len(line) == 0 || line[0] != 'E' && line[0] != 'J' {
		return false
	}
	l.kind = line[0]
	rest, ok := cutBlanks(line[1:])
	if !ok {
		return false
	}
	if l.x1, l.y1, rest, ok = cutPair(rest); !ok {
		return false
	}
	if rest, ok = cutBlanks(rest); !ok {
		return false
	}
	l.x2, l.y2, rest, ok = cutPair(rest)
	return ok && len(rest) == 0
}

// cutBlanks takes at least one blank off the front.
func cutBlanks(text []byte) ([]byte, bool) {
	n := 0
	for n < len(text) && lines.IsBlank(text[n]) {
		n++
	}
	return text[n:], n > 0
}

func cutPair(text []byte) (x, y int, rest []byte, ok bool) {
	x, rest, ok = cutNumber(text)
	if !ok || len(rest) == 0 || rest[0] != ',' {
		return 0, 0, nil, false
	}
	y, rest, ok = cutNumber(rest[1:])
	return x, y, rest, ok
}

// cutNumber takes a whole number off the front; all beyond 1000 are the same.
func cutNumber(text []byte) (n int, rest []byte, ok bool) {
	sign := 1
	if len(text) > 0 && text[0] == '-' {
		sign, text = -1, text[1:]
	}
	for len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
		n = min(10*n+int(text[0]-'0'), 1000)
		text, ok = text[1:], true
	}
	return sign * n, text, ok
}
