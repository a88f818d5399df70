package konane

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// Format is the position on one line.
func Format(s *State) string {
	// sides are the letters of the colours that are to move.
	const sides = "bw"
	var text []byte
	for r := range s.Rows() {
		if r > 0 {
			text = append(text, '/')
		}
		for c := range s.Cols() {
			text = append(text, s.symbol(r, c))
		}
	}
	text = append(text, ' ')
	switch s.stage {
	case removeFirst:
		text = append(text, '1')
	case removeSecond:
		text = append(text, '2')
	default:
		text = append(text, sides[s.mover])
		if first, _ := s.inferFirst(); first != s.first {
			text = append(text, ' ', '0'+byte(s.player()))
		}
	}
	return string(text)
}

func (s *State) symbol(r, c int) byte {
	square := Square(r, c)
	if !s.At(square) {
		return '.'
	}
	return symbols[ColourOf(square)]
}

// ParseMove reads `[r:c]`, a removal, or `[r:c]:[r2:c2]`, a jump.
func ParseMove(s *State, text string) (game.Move, error) {
	if from, ok := s.parseCell(text); ok {
		return s.move(from, from), nil
	}
	first, second, found := strings.Cut(text, "]:")
	from, ok := s.parseCell(first + "]")
	to, ok2 := s.parseCell(second)
	if !found || !ok || !ok2 || from == to {
		return 0, fmt.Errorf("konane: move %q (expected: [row:col] for a removal, [row:col]:[row:col] for a jump, with rows 0..%d and columns 0..%d)",
			text, s.rows-1, s.cols-1)
	}
	return s.move(from, to), nil
}

// parseCell reads `[r:c]`, a cell of the board.
func (s *State) parseCell(text string) (square int, ok bool) {
	if len(text) < 2 || text[0] != '[' || text[len(text)-1] != ']' {
		return 0, false
	}
	row, col, found := strings.Cut(text[1:len(text)-1], ":")
	r, ok := number(row, s.Rows()-1)
	c, ok2 := number(col, s.Cols()-1)
	return Square(r, c), found && ok && ok2
}

// number reads a decimal number without sign and leading zeros, at most most.
func number(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return 0, false
	}
	return n, true
}

// FormatMove is the inverse of ParseMove.
func FormatMove(_ *State, m game.Move) string {
	if m.From() == m.To() {
		return formatCell(m.From())
	}
	return formatCell(m.From()) + ":" + formatCell(m.To())
}

func formatCell(square int) string {
	return "[" + strconv.Itoa(Row(square)) + ":" + strconv.Itoa(Col(square)) + "]"
}
