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

func parseFields(fields []string) (Setup, error) {
	if len(fields) != 2 && len(fields) != 3 {
		return Setup{}, fmt.Errorf("fields: %d (expected: rows, side to move, and perhaps the player)", len(fields))
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

// draw is the board with both ways to name its cells: columns a to r and rows 1
// to 18, as people do, and [row:col] from 0, as moves are written. The last
// line says whose turn it is.
func draw(s *State) string {
	var b strings.Builder
	b.WriteString("         ")
	for c := range s.Cols() {
		fmt.Fprintf(&b, "%3c", 'a'+c)
	}
	b.WriteString("\n         ")
	for c := range s.Cols() {
		fmt.Fprintf(&b, "%3d", c)
	}
	b.WriteByte('\n')
	for r := range s.Rows() {
		fmt.Fprintf(&b, "%3d %5s", r+1, fmt.Sprintf("[%d:]", r))
		for c := range s.Cols() {
			b.WriteString("  ")
			b.WriteByte(s.symbol(r, c))
		}
		b.WriteByte('\n')
	}
	b.WriteString(s.task())
	b.WriteByte('\n')
	return b.String()
}

// task says whose turn it is, and what to do.
func (s *State) task() string {
	switch {
	case s.stage == removeFirst:
		return "player 1 removes a corner or a centre stone and plays its colour"
	case s.stage == removeSecond:
		return fmt.Sprintf("player 2 plays %s and removes a stone next to the hole", s.mover)
	case s.Outcome().Over():
		return fmt.Sprintf("%s (%c, player %d) cannot move and has lost", s.mover, symbols[s.mover], s.player())
	}
	return fmt.Sprintf("%s (%c, player %d) to move", s.mover, symbols[s.mover], s.player())
}
