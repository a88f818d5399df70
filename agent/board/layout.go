// Package board shows a game's board to people and reads the moves that they type:
// the squares' names, the picture, and why a move is refused. How a game's board looks
// is its [Layout].
package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
)

// Layout is how people see a game's board and name its squares. It is for
// positions that are rows between slashes and a letter for the side to move. The
// zero value is for other games: their moves are typed as the rules write them,
// and their boards are drawn by the rules' Draw.
type Layout struct {
	Form  string // what to type
	Short string // the same within an error
	// Pairs: two numbers name a square, row and column from 0, or column and row if
	// Across is set. Without it one number does, as in PDN.
	Pairs, Across bool
	// Down counts the ranks of names such as c3 from the top, not from the bottom.
	Down bool
	// Own are the pieces of the side to move, by its letter in a position.
	Own map[string]string
	Why string // the usual reason for a move that is illegal though it looks legal
	// Forced: Why applies only while there is a jump.
	Forced bool
	// Pieces are how the board shows each side, and Note what else it shows.
	Pieces [2]string
	Note   string
	// Ground is the empty board where squares of it are marked: b and w for the camps of
	// black and white, + for a star point.
	Ground []string
	// Removes reports whether a move takes pieces off the board without capturing
	// them; nil: no move does.
	Removes func(move string) bool
	// Standing describes the state of the game on a line, given the pieces of either
	// side on the board and captured; nil: the board says it all.
	Standing func(p Position, pieces, captured [2]int) string
	// Signs are the style classes that a report draws for the signs of a position;
	// squares with other signs are empty. Moves is how a move names squares.
	Signs map[string]string
	Moves string
}

// Usage says in a few words how people type the moves of a game.
func (l *Layout) Usage() string {
	if l.Form == "" {
		return "a move as moves lists them"
	}
	return l.Form
}

// Position is what is shown of a game in progress; every agent.Board is one.
type Position interface {
	Turn() game.Side
	PliesLeft() int
	Position() string
	Draw() string
	Moves(dst []game.Move) []game.Move
	IsPass(m game.Move) bool
	ParseMove(text string) (game.Move, error)
	FormatMove(m game.Move) string
}

func legal(p Position, m game.Move) bool { return slices.Contains(p.Moves(nil), m) }

// square is a cell of a board, row 0 at the top.
type square struct{ row, col int }

// HasCamps reports whether either side has a camp.
func (l *Layout) HasCamps() bool {
	return slices.ContainsFunc(l.Ground, func(row string) bool { return strings.ContainsAny(row, "bw") })
}

// isCamp reports whether a square belongs to a camp.
func (l *Layout) isCamp(row, col int) bool {
	return l.Ground != nil && (l.Ground[row][col] == 'b' || l.Ground[row][col] == 'w')
}

// grid is a board as people see it.
type grid struct {
	*Layout
	rows []string
	turn string // the letter of the side to move
}

// gridOf is nil for a game without a layout.
func gridOf(l *Layout, p Position) *grid {
	if l.Form == "" {
		return nil
	}
	fields := strings.Fields(p.Position())
	return &grid{Layout: l, rows: strings.Split(fields[0], "/"), turn: fields[1]}
}

func (g *grid) cols() int { return len(g.rows[0]) }

func (g *grid) at(s square) byte { return g.rows[s.row][s.col] }

// Colour is the style (Signs) of the pieces that a side plays, "" as long as that is open.
func Colour(l Layout, p Position, side game.Side) string {
	g := gridOf(&l, p)
	if g == nil {
		return ""
	}
	pieces := l.Pieces[side]
	if l.Own != nil {
		pieces = ""
		for letter, own := range l.Own {
			if l.Own[g.turn] != "" && (letter == g.turn) == (side == p.Turn()) {
				pieces = own
			}
		}
	}
	if pieces == "" {
		return ""
	}
	return l.Signs[pieces[:1]]
}

// Turned reports whether the pieces of a side stand at the top of a position: people want
// their own at the bottom.
func Turned(l Layout, p Position, side game.Side) bool {
	g, colour := gridOf(&l, p), Colour(l, p, side)
	if g == nil || colour == "" {
		return false
	}
	height := 0 // of its pieces above the middle, in half rows
	for r, row := range g.rows {
		for _, sign := range row {
			if strings.HasPrefix(l.Signs[string(sign)], colour) {
				height += len(g.rows) - 1 - 2*r
			}
		}
	}
	return height > 0
}

// rank is the row that the number after a letter names, or the number of a row.
func (g *grid) rank(row int) int {
	if g.Down {
		return row + 1
	}
	return len(g.rows) - row
}

// squareNamed is the square of a letter and a number.
func (g *grid) squareNamed(column byte, rank int) square {
	row := rank - 1
	if !g.Down {
		row = len(g.rows) - rank
	}
	return square{row, int(column - 'a')}
}

// text is a square's name as moves have it.
func (g *grid) text(s square) string {
	switch {
	case !g.Pairs:
		return string(rune('a'+s.col)) + strconv.Itoa(g.rank(s.row))
	case g.Across:
		return fmt.Sprintf("%d,%d", s.col, s.row)
	}
	return fmt.Sprintf("%d,%d", s.row, s.col)
}

// path lists the squares of a move in their order.
func (g *grid) path(text string) []square {
	list, _ := g.squares(text)
	path := list[:0:0]
	for _, s := range list {
		if len(path) == 0 || path[len(path)-1] != s {
			path = append(path, s)
		}
	}
	return path
}

// candidate is a legal move, and its squares.
type candidate struct {
	move game.Move
	text string
	path []square
}

func (g *grid) candidates(p Position) []candidate {
	var list []candidate
	for _, m := range p.Moves(nil) {
		text := p.FormatMove(m)
		list = append(list, candidate{m, text, g.path(text)})
	}
	return list
}
