package littlego

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/protocol/lines"
)

// ErrOffBoard is the error of an output with a point off the board: well formed, but
// never legal.
var ErrOffBoard = errors.New("the point is not on the board")

// AppendOutput appends output.txt for a move: row and column, or PASS.
func AppendOutput(dst []byte, m game.Move) []byte {
	if m == littlego.Pass {
		return append(dst, "PASS\n"...)
	}
	p := m.To()
	return append(dst, '0'+byte(p/littlego.Stride), ',', '0'+byte(p%littlego.Stride), '\n')
}

// ParseOutput reads output.txt as the host does, a Python program: the first
// line, stripped and split at its commas, is PASS or begins with two numbers;
// whatever follows is ignored. The move may be illegal. Apart from ErrOffBoard
// the error means that the output is malformed.
func ParseOutput(data []byte) (game.Move, error) {
	end := 0
	for end < len(data) && data[end] != '\n' && data[end] != '\r' { // as Python's text files end a line
		end++
	}
	line := strip(data[:end], true)
	field, rest, more := cutComma(line)
	if string(field) == "PASS" {
		return littlego.Pass, nil
	}
	row, ok := parseInt(field)
	if !ok || !more {
		return 0, malformed(line)
	}
	field, _, _ = cutComma(rest)
	column, ok := parseInt(field)
	if !ok {
		return 0, malformed(line)
	}
	if row < 0 || row >= littlego.Size || column < 0 || column >= littlego.Size {
		return 0, fmt.Errorf("output.txt: %s: %w (rows and columns are 0 to %d)", lines.Quote(line), ErrOffBoard, littlego.Size-1)
	}
	return game.NewMove(0, littlego.Stride*row+column), nil
}

func malformed(line []byte) error {
	return fmt.Errorf("output.txt: found %s (expected: row,column as in 2,3, or PASS)", lines.Quote(line))
}

func cutComma(line []byte) (field, rest []byte, found bool) {
	for i := 0; i < len(line); i++ {
		if line[i] == ',' {
			return line[:i], line[i+1:], true
		}
	}
	return line, nil, false
}

// strip removes white space from both ends. Python counts the four ASCII
// separators as such around a line, but not around a number.
func strip(text []byte, separators bool) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if !unicode.IsSpace(r) && !(separators && r >= 0x1c && r <= 0x1f) {
			break
		}
		text = text[n:]
	}
	for len(text) > 0 {
		r, n := utf8.DecodeLastRune(text)
		if !unicode.IsSpace(r) && !(separators && r >= 0x1c && r <= 0x1f) {
			break
		}
		text = text[:len(text)-n]
	}
	return text
}

// parseInt is Python's int for decimal digits: white space around it, a sign,
// leading zeros, and single underscores between digits. (Python also takes
// the digits of other scripts.) Numbers beyond 1000 are cut there.
func parseInt(field []byte) (int, bool) {
	field = strip(field, false)
	negative := false
	if len(field) > 0 && (field[0] == '+' || field[0] == '-') {
		negative = field[0] == '-'
		field = field[1:]
	}
	value, digit := 0, false
	for _, b := range field {
		if b == '_' && digit {
			digit = false
			continue
		}
		if b < '0' || b > '9' {
			return 0, false
		}
		digit = true
		value = min(10*value+int(b-'0'), 1000)
	}
	if negative {
		value = -value
	}
	return value, digit
}
