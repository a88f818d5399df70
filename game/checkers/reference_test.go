package checkers

import (
	"fmt"
	"strings"
)

// reference is checkers as the rules read, with no cleverness: a grid of
// letters, pieces that look around. It shares no code with the package.
type reference struct {
	grid  [8][8]byte // row 0 is rank 8
	black bool       // Black is to move
	quiet int
}

// referenceOf reads a position's text form on its own.
func referenceOf(text string) reference {
	var g reference
	fields := strings.Fields(text)
	for r, row := range strings.Split(fields[0], "/") {
		copy(g.grid[r][:], row)
	}
	g.black = fields[1] == "b"
	if len(fields) == 3 {
		fmt.Sscan(fields[2], &g.quiet)
	}
	return g
}

func (g reference) text() string {
	var rows []string
	for _, row := range g.grid {
		rows = append(rows, string(row[:]))
	}
	text := strings.Join(rows, "/") + " w"
	if g.black {
		text = strings.Join(rows, "/") + " b"
	}
	if g.quiet > 0 {
		text += fmt.Sprint(" ", g.quiet)
	}
	return text
}

func onBoard(r, c int) bool { return r >= 0 && r < 8 && c >= 0 && c < 8 }

func squareName(r, c int) string { return fmt.Sprintf("%c%d", 'a'+c, 8-r) }

func (g reference) mine(piece byte) bool {
	return g.black && strings.ContainsRune("bB", rune(piece)) || !g.black && strings.ContainsRune("wW", rune(piece))
}

func (g reference) theirs(piece byte) bool { return piece != '.' && !g.mine(piece) }

// directions lists the row and column changes that a piece may make.
func directions(piece byte) [][2]int {
	down := [][2]int{{1, -1}, {1, 1}}
	up := [][2]int{{-1, -1}, {-1, 1}}
	switch piece {
	case 'b':
		return down
	case 'w':
		return up
	}
	return append(up, down...)
}

// crowned is the piece that stands on row r after a move there.
func crowned(piece byte, r int) byte {
	switch {
	case piece == 'b' && r == 7:
		return 'B'
	case piece == 'w' && r == 0:
		return 'W'
	}
	return piece
}

// referencePlay is a move as text and the position behind it.
type referencePlay struct {
	text  string
	after reference
}

// plays lists the legal moves.
func (g reference) plays() []referencePlay {
	if g.quiet >= 51 {
		return nil
	}
	var steps, jumps []referencePlay
	for r := range 8 {
		for c := range 8 {
			if g.mine(g.grid[r][c]) {
				steps = append(steps, g.steps(r, c)...)
				jumps = append(jumps, g.jumps(r, c, "")...)
			}
		}
	}
	if len(jumps) > 0 {
		return jumps
	}
	return steps
}

func (g reference) steps(r, c int) (list []referencePlay) {
	piece := g.grid[r][c]
	for _, d := range directions(piece) {
		y, x := r+d[0], c+d[1]
		if !onBoard(y, x) || g.grid[y][x] != '.' {
			continue
		}
		after := g
		after.grid[r][c] = '.'
		after.grid[y][x] = crowned(piece, y)
		after.black = !g.black
		after.quiet++
		if after.grid[y][x] != piece {
			after.quiet = 0
		}
		list = append(list, referencePlay{"E " + squareName(r, c) + " " + squareName(y, x), after})
	}
	return list
}

// jumps lists the captures of the piece at r, c that go on from the jumps in
// before.
func (g reference) jumps(r, c int, before string) (list []referencePlay) {
	piece := g.grid[r][c]
	for _, d := range directions(piece) {
		my, mx, y, x := r+d[0], c+d[1], r+2*d[0], c+2*d[1]
		if !onBoard(y, x) || !g.theirs(g.grid[my][mx]) || g.grid[y][x] != '.' {
			continue
		}
		after := g
		after.grid[r][c], after.grid[my][mx] = '.', '.'
		after.grid[y][x] = crowned(piece, y)
		text := before + "J " + squareName(r, c) + " " + squareName(y, x)
		var more []referencePlay
		if after.grid[y][x] == piece {
			more = after.jumps(y, x, text+";")
		}
		if len(more) == 0 {
			after.black = !g.black
			after.quiet = 0
			more = []referencePlay{{text, after}}
		}
		list = append(list, more...)
	}
	return list
}

func (g reference) moves() []string {
	var texts []string
	for _, p := range g.plays() {
		texts = append(texts, p.text)
	}
	return texts
}
