package littlego

import (
	"fmt"
	"strconv"
	"strings"
)

// reference is Go on n x n points as the rules read, with no cleverness: a map
// from points to stones, groups found by walking, ko by comparing boards. It
// shares no code with the package.
type reference struct {
	n       int
	board   string // n*n of ".XO"
	before  string // the board before the last move, "" if there is none
	toMove  byte
	ply     int
	variant string
	over    bool
}

func newReference(n int, variant string) reference {
	return reference{n: n, board: strings.Repeat(".", n*n), toMove: 'X', variant: variant}
}

// referenceOf reads a position's text form on its own.
func referenceOf(text, variant string) reference {
	f := strings.Fields(text)
	ref := reference{n: 5, variant: variant, toMove: 'X', board: strings.ReplaceAll(f[0], "/", "")}
	if f[1] == "w" {
		ref.toMove = 'O'
	}
	ref.ply, _ = strconv.Atoi(f[2])
	if f[3] != "-" {
		ref.before = strings.ReplaceAll(f[3], "/", "")
	}
	ref.over = len(f) == 5 || ref.ply >= 24
	return ref
}

func (g reference) neighbours(p int) (list []int) {
	r, c := p/g.n, p%g.n
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if y, x := r+d[0], c+d[1]; y >= 0 && y < g.n && x >= 0 && x < g.n {
			list = append(list, y*g.n+x)
		}
	}
	return list
}

// group returns the stones connected to p and whether they have a liberty.
func (g reference) group(board []byte, p int) (stones []int, alive bool) {
	seen := map[int]bool{p: true}
	queue := []int{p}
	for len(queue) > 0 {
		q := queue[0]
		queue = queue[1:]
		stones = append(stones, q)
		for _, x := range g.neighbours(q) {
			if board[x] == '.' {
				alive = true
			}
			if board[x] == board[p] && !seen[x] {
				seen[x] = true
				queue = append(queue, x)
			}
		}
	}
	return stones, alive
}

// place returns the board after a stone on p, or false if that is illegal.
func (g reference) place(p int) (string, bool) {
	if g.board[p] != '.' {
		return "", false
	}
	board := []byte(g.board)
	board[p] = g.toMove
	for _, q := range g.neighbours(p) {
		if board[q] == '.' || board[q] == g.toMove {
			continue
		}
		if stones, alive := g.group(board, q); !alive {
			for _, s := range stones {
				board[s] = '.'
			}
		}
	}
	if _, alive := g.group(board, p); !alive || string(board) == g.before {
		return "", false
	}
	return string(board), true
}

func (g reference) children() (moves []string, next []reference) {
	if g.over {
		return nil, nil
	}
	for p := range g.board {
		board, ok := g.place(p)
		if !ok {
			continue
		}
		moves = append(moves, fmt.Sprintf("%d,%d", p/g.n, p%g.n))
		next = append(next, g.after(board, false))
	}
	if g.variant != "placements" {
		moves = append(moves, "PASS")
		next = append(next, g.after(g.board, true))
	}
	return moves, next
}

func (g reference) after(board string, pass bool) reference {
	twice := pass && g.before == g.board
	first := pass && g.ply == 0 && g.variant == "host"
	child := g
	child.board, child.before, child.ply = board, g.board, g.ply+1
	child.toMove = 'X' + 'O' - g.toMove
	child.over = child.ply >= 24 || first || twice && g.variant != "passes"
	return child
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
