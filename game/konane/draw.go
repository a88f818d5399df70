package konane

import (
	"fmt"
	"strings"
)

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
