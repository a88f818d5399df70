package konane

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// The notation of a position:
//
//	rows side [player]
//
// rows are groups of `.XO` split by slashes from the top (X is Black); side is
// b or w, or 1 or 2 while the first or the second stone is to be removed;
// player is 1 if the side to move removed the first stone, else 2. Without it
// Black did, unless the stones show otherwise, and it is only written where it
// is needed.

func parse(text string) (State, error) {
	set, err := parseFields(strings.Fields(text))
	if err != nil {
		return State{}, fmt.Errorf("konane: position %q: %w", text, err)
	}
	s, err := New(set)
	if err != nil {
		return State{}, fmt.Errorf("konane: position %q: %w", text, err)
	}
	return s, nil
}

func parseFields(fields []string) (Setup, error) {
	if len(fields) != 2 && len(fields) != 3 {
		return Setup{}, fmt.Errorf("%d fields (expected: rows, side to move, and perhaps the player)", len(fields))
	}
	set := Setup{Rows: strings.Split(fields[0], "/")}
	switch fields[1] {
	case "1":
		set.Removals = 2
	case "2":
		set.Removals = 1
	case "b":
		set.Mover = Black
	case "w":
		set.Mover = White
	default:
		return set, fmt.Errorf("side to move %q (allowed: b, w, or 1, 2 for a removal)", fields[1])
	}
	if len(fields) == 2 {
		return set, nil
	}
	player, ok := number(fields[2], 2)
	if !ok || player == 0 || set.Removals > 0 {
		return set, fmt.Errorf("last field %q (allowed: 1, 2 for the player to move, after b or w)", fields[2])
	}
	set.Player = player
	return set, nil
}

func format(s *State) string {
	var b strings.Builder
	for r := range s.Rows() {
		if r > 0 {
			b.WriteByte('/')
		}
		for c := range s.Cols() {
			b.WriteByte(s.symbol(r, c))
		}
	}
	b.WriteByte(' ')
	switch {
	case s.stage == removeFirst:
		b.WriteByte('1')
	case s.stage == removeSecond:
		b.WriteByte('2')
	default:
		b.WriteByte("bw"[s.mover])
		if first, _ := s.inferFirst(); first != s.first {
			b.WriteByte(' ')
			b.WriteByte('0' + byte(s.player()))
		}
	}
	return b.String()
}

func (s *State) symbol(r, c int) byte {
	square := Square(r, c)
	if !s.At(square) {
		return '.'
	}
	return symbols[ColourOf(square)]
}

// parseMove reads `[r:c]`, a removal, or `[r:c]:[r2:c2]`, a jump.
func parseMove(s *State, text string) (game.Move, error) {
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

func formatMove(_ *State, m game.Move) string {
	if m.From() == m.To() {
		return formatCell(m.From())
	}
	return formatCell(m.From()) + ":" + formatCell(m.To())
}

func formatCell(square int) string {
	return "[" + strconv.Itoa(Row(square)) + ":" + strconv.Itoa(Col(square)) + "]"
}
