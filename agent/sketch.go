package agent

import (
	"fmt"
	"slices"
	"strings"
)

// Sketch is the board for a person who plays: with rows and columns as in moves at
// the top and on the left, and as in c3 at the bottom and on the right. The last
// square of the last move, a text or "", is in brackets and the others in
// parentheses.
func Sketch(info Info, b Board, last string) string {
	g := gridOf(&info, b)
	if g == nil {
		return b.Draw()
	}
	path := g.path(last)
	var out strings.Builder
	width := 2
	if len(g.rows) > 10 || g.cols() > 10 {
		width = 3
	}
	if g.Pairs {
		out.WriteString(strings.TrimRight(g.ruler(width, func(c int) string { return fmt.Sprint(c) }), " ") + "\n")
	}
	for r := range g.rows {
		out.WriteString(g.line(r, width, path))
	}
	out.WriteString(g.ruler(width, func(c int) string { return string(rune('a' + c)) }) + "\n")
	return out.String()
}

// margin is the width of the numbers on the left.
func (g *grid) margin() int { return len(fmt.Sprint(len(g.rows) - 1)) }

func (g *grid) ruler(width int, name func(c int) string) string {
	text := strings.Repeat(" ", g.margin())
	for c := range g.cols() {
		text += fmt.Sprintf("%*s", width, name(c))
	}
	return text
}

// line draws a row. Marks replace the blanks around a cell.
func (g *grid) line(row, width int, path []square) string {
	label := row
	if !g.Pairs {
		label = g.rank(row)
	}
	text := []byte(fmt.Sprintf("%*d", g.margin(), label))
	for c := range g.cols() {
		text = append(text, strings.Repeat(" ", width-1)...)
		symbol := g.rows[row][c]
		if symbol == '.' && g.Colon != nil && g.Colon(row, c) {
			symbol = ':'
		}
		text = append(text, symbol)
	}
	text = append(text, ' ')
	for c := range g.cols() {
		at := g.margin() + width*(c+1) - 1
		switch i := slices.Index(path, square{row, c}); {
		case len(path) > 0 && path[len(path)-1] == (square{row, c}):
			text[at-1], text[at+1] = '[', ']'
		case i >= 0:
			text[at-1], text[at+1] = '(', ')'
		}
	}
	if !g.Pairs {
		return strings.TrimRight(string(text), " ") + "\n"
	}
	return fmt.Sprintf("%s %*d\n", text, g.margin(), g.rank(row))
}
