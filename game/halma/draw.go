package halma

import (
	"fmt"
	"strings"
)

// draw is the board with its coordinates and the empty squares of the camps,
// and a line on how the game stands.
func draw(s *State) string {
	var b strings.Builder
	b.WriteString("   " + strings.Repeat("  ", 10) + strings.Repeat(" 1", Size-10) + "\n   ") // the tens of the columns
	for x := range Size {
		fmt.Fprintf(&b, "%2d", x%10)
	}
	for q := range Squares {
		if q%Size == 0 {
			fmt.Fprintf(&b, "\n%2d ", q/Size)
		}
		symbol := s.symbol(q)
		if symbol == '.' && (camps[0].Has(q) || camps[1].Has(q)) {
			symbol = ':'
		}
		b.WriteByte(' ')
		b.WriteByte(symbol)
	}
	names := [2]string{"Black (B)", "White (W)"}
	if o := s.Outcome(); o.Over() {
		fmt.Fprintf(&b, "\n%s has won\n", names[s.turn^1])
		return b.String()
	}
	fmt.Fprintf(&b, "\n%s to move\n", names[s.turn])
	return b.String()
}
