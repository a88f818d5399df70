package konane

import (
	"fmt"
	"slices"
	"strings"
)

// reference plays Konane on lines of text, as plainly as possible.
type reference struct {
	rows []string
	side string // b, w, 1 or 2
}

func referenceOf(position string) reference {
	fields := strings.Fields(position)
	return reference{rows: strings.Split(fields[0], "/"), side: fields[1]}
}

func (g reference) at(r, c int) byte {
	if r < 0 || r >= len(g.rows) || c < 0 || c >= len(g.rows[0]) {
		return ' '
	}
	return g.rows[r][c]
}

// without returns the board with one cell set to a symbol.
func (g reference) with(r, c int, symbol byte) reference {
	g.rows = slices.Clone(g.rows)
	line := []byte(g.rows[r])
	line[c] = symbol
	g.rows[r] = string(line)
	return g
}

// children lists the moves and the positions behind them.
func (g reference) children() (moves []string, next []reference) {
	for r := range g.rows {
		for c := range g.rows[r] {
			if g.side == "1" || g.side == "2" {
				if g.removable(r, c) {
					moves = append(moves, fmt.Sprintf("[%d:%d]", r, c))
					next = append(next, g.afterRemoval(r, c))
				}
				continue
			}
			for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
				g.jumps(r, c, d, func(move string, after reference) {
					moves = append(moves, move)
					next = append(next, after)
				})
			}
		}
	}
	return moves, next
}

func (g reference) removable(r, c int) bool {
	rows, cols := len(g.rows), len(g.rows[0])
	if g.side == "2" {
		return g.at(r-1, c) == '.' || g.at(r+1, c) == '.' || g.at(r, c-1) == '.' || g.at(r, c+1) == '.'
	}
	corner := (r == 0 || r == rows-1) && (c == 0 || c == cols-1)
	centre := (r == (rows-1)/2 || r == rows/2) && (c == (cols-1)/2 || c == cols/2)
	return corner || centre
}

func (g reference) afterRemoval(r, c int) reference {
	after := g.with(r, c, '.')
	switch {
	case g.side == "1":
		after.side = "2"
	case g.at(r, c) == 'X': // the second player owns Black
		after.side = "w"
	default:
		after.side = "b"
	}
	return after
}

// jumps visits the jumps of the stone at r, c in one direction.
func (g reference) jumps(r, c int, d [2]int, visit func(string, reference)) {
	own, enemy, other := byte('X'), byte('O'), "w"
	if g.side == "w" {
		own, enemy, other = 'O', 'X', "b"
	}
	if g.at(r, c) != own {
		return
	}
	after := g
	after.side = other
	for i := 2; g.at(r+(i-1)*d[0], c+(i-1)*d[1]) == enemy && g.at(r+i*d[0], c+i*d[1]) == '.'; i += 2 {
		after = after.with(r+(i-2)*d[0], c+(i-2)*d[1], '.')
		after = after.with(r+(i-1)*d[0], c+(i-1)*d[1], '.')
		after = after.with(r+i*d[0], c+i*d[1], own)
		visit(fmt.Sprintf("[%d:%d]:[%d:%d]", r, c, r+i*d[0], c+i*d[1]), after)
	}
}

func (g reference) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var nodes uint64
	_, next := g.children()
	for _, c := range next {
		nodes += c.perft(depth - 1)
	}
	return nodes
}
