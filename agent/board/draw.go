package board

import (
	"fmt"
	"slices"
	"strings"

	"evolab/game"
)

// Draw is the board for a person who plays: with rows and columns as in moves at
// the top and on the left, and as in c3 at the bottom and on the right. The last
// square of the last move, a text or "", is in brackets and the others in
// parentheses.
func Draw(l Layout, p Position, last string) string { return draw(l, p, last, true) }

// DrawPlain is Draw for a person who knows the names of an assignment alone: where two
// numbers name a square, no letters are on the board.
func DrawPlain(l Layout, p Position, last string) string { return draw(l, p, last, !l.Pairs) }

func draw(l Layout, p Position, last string, letters bool) string {
	g := gridOf(&l, p)
	if g == nil {
		return p.Draw()
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
		out.WriteString(g.line(r, width, path, letters))
	}
	if letters {
		out.WriteString(g.ruler(width, func(c int) string { return string(rune('a' + c)) }) + "\n")
	}
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
func (g *grid) line(row, width int, path []square, letters bool) string {
	label := row
	if !g.Pairs {
		label = g.rank(row)
	}
	text := []byte(fmt.Sprintf("%*d", g.margin(), label))
	for c := range g.cols() {
		text = append(text, strings.Repeat(" ", width-1)...)
		symbol := g.rows[row][c]
		if symbol == '.' && g.isCamp(row, c) {
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
	if !g.Pairs || !letters {
		return strings.TrimRight(string(text), " ") + "\n"
	}
	return fmt.Sprintf("%s %*d\n", text, g.margin(), g.rank(row))
}

// Moves lists the legal moves in the shortest form that Parse understands.
func Moves(l Layout, p Position) []string {
	if g := gridOf(&l, p); g != nil {
		return g.texts(g.candidates(p))
	}
	var texts []string
	for _, m := range p.Moves(nil) {
		texts = append(texts, p.FormatMove(m))
	}
	return texts
}

// Format is a legal move in the shortest form that Parse understands.
func Format(l Layout, p Position, m game.Move) string {
	g := gridOf(&l, p)
	if g == nil {
		return p.FormatMove(m)
	}
	all := g.candidates(p)
	at := slices.IndexFunc(all, func(c candidate) bool { return c.move == m })
	if at < 0 {
		return p.FormatMove(m)
	}
	return g.texts(all)[at]
}

// texts names each move by its first and last square, or by all of them where
// two moves share those.
func (g *grid) texts(all []candidate) []string {
	ends := map[[2]square]int{}
	for _, c := range all {
		if len(c.path) > 1 {
			ends[c.ends()]++
		}
	}
	texts := make([]string, len(all))
	for i, c := range all {
		switch {
		case len(c.path) == 0:
			texts[i] = c.text
		case len(c.path) == 1 || ends[c.ends()] > 1:
			texts[i] = g.pathText(c.path)
		default:
			e := c.ends()
			texts[i] = g.pathText(e[:])
		}
	}
	return texts
}

func (c *candidate) ends() [2]square { return [2]square{c.path[0], c.path[len(c.path)-1]} }

// Pieces counts those of either side; in Konane, of either colour.
func Pieces(l Layout, p Position) [2]int {
	g := gridOf(&l, p)
	if g == nil {
		return [2]int{}
	}
	text := strings.Join(g.rows, "")
	count := func(symbols string) (n int) {
		for i := range len(text) {
			if strings.IndexByte(symbols, text[i]) >= 0 {
				n++
			}
		}
		return n
	}
	if own := g.Own; own != nil {
		return [2]int{count(own["b"]), count(own["w"])}
	}
	return [2]int{count("X"), count("O")}
}

// Captured is how many pieces a move has captured, given the pieces before and after
// it. Pieces that the mover gains beyond the one it may place were turned over, not
// captured.
func Captured(l Layout, move string, before, after [2]int) int {
	if removes := l.Removes; removes != nil && removes(move) {
		return 0
	}
	lost, gained := 0, 0
	for side := range before {
		lost += max(0, before[side]-after[side])
		gained += max(0, after[side]-before[side])
	}
	return max(0, lost-max(0, gained-1))
}

// Wrap puts a list on lines of at most the given width, and breaks no entry.
func Wrap(texts []string, width int) string {
	const gap = "  "
	var out strings.Builder
	used := 0
	for _, text := range texts {
		switch {
		case used == 0:
		case used+len(gap)+len(text) > width:
			out.WriteString("\n")
			used = 0
		default:
			out.WriteString(gap)
			used += len(gap)
		}
		out.WriteString(text)
		used += len(text)
	}
	return out.String()
}

// Standing describes the state of the game on a line, "" if the board says it all;
// captured is how many pieces either side has taken.
func Standing(l Layout, p Position, captured [2]int) string {
	if l.Standing == nil {
		return ""
	}
	return l.Standing(p, Pieces(l, p), captured)
}

// Path is a legal move as a board shows it: the squares that it goes through, as row
// and column from the upper left corner. A pass has none.
type Path struct {
	Move    string   `json:"move"`  // as in records
	Shown   string   `json:"shown"` // the shortest form that Parse understands
	Squares [][2]int `json:"squares"`
}

// Paths lists the legal moves of a board. In a game without a layout they have no
// squares.
func Paths(l Layout, p Position) []Path {
	shown := Moves(l, p)
	list := make([]Path, 0, len(shown))
	g := gridOf(&l, p)
	if g == nil {
		for _, text := range shown {
			list = append(list, Path{text, text, [][2]int{}})
		}
		return list
	}
	for i, c := range g.candidates(p) {
		list = append(list, Path{c.text, shown[i], places(c.path)})
	}
	return list
}

// Squares are those of a move that has a layout's form.
func Squares(l Layout, p Position, move string) [][2]int {
	if g := gridOf(&l, p); g != nil {
		return places(g.path(move))
	}
	return [][2]int{}
}

func places(path []square) [][2]int {
	list := make([][2]int, len(path))
	for i, s := range path {
		list[i] = [2]int{s.row, s.col}
	}
	return list
}
