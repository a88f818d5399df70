package agent

import (
	"fmt"
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
	// Colon reports whether an empty square is shown as a colon; nil: none is.
	Colon func(row, col int) bool
	// Removes reports whether a move takes pieces off the board without capturing
	// them; nil: no move does.
	Removes func(move string) bool
	// Standing describes the state of the game on a line, given the pieces of either
	// side on the board and captured; nil: the board says it all.
	Standing func(info *Info, b Board, pieces, captured [2]int) string
	// Signs are the style classes that a report draws for the signs of a position;
	// squares with other signs are empty. Moves is how a move names squares.
	Signs map[string]string
	Moves string
}

// Form says in a few words how people type the moves of a game.
func (i *Info) Form() string {
	if i.Layout.Form == "" {
		return "a move as moves lists them"
	}
	return i.Layout.Form
}

// Note says what else there is to know about the board, or "".
func (i *Info) Note() string { return i.Layout.Note }

// Seat is a side with what its pieces look like.
func (i *Info) Seat(side game.Side) string {
	if pieces := i.Layout.Pieces[side]; pieces != "" {
		return i.Sides[side] + " (" + pieces + ")"
	}
	return i.Sides[side]
}

// takenBy says how many pieces either side has captured.
func takenBy(info *Info, captured [2]int) string {
	return fmt.Sprintf("captured: %s %d, %s %d", info.Sides[0], captured[0], info.Sides[1], captured[1])
}

// square is a cell of a board, row 0 at the top.
type square struct{ row, col int }

// grid is a board as people see it.
type grid struct {
	*Layout
	rows []string
	turn string // the letter of the side to move
}

// gridOf is nil for a game without a layout.
func gridOf(info *Info, b Board) *grid {
	if info.Layout.Form == "" {
		return nil
	}
	fields := strings.Fields(b.Position())
	return &grid{Layout: &info.Layout, rows: strings.Split(fields[0], "/"), turn: fields[1]}
}

func (g *grid) cols() int { return len(g.rows[0]) }

func (g *grid) at(s square) byte { return g.rows[s.row][s.col] }

// rank is the row that the number after a letter names, or the number of a row.
func (g *grid) rank(row int) int {
	if g.Down {
		return row + 1
	}
	return len(g.rows) - row
}

// named is the square of a letter and a number.
func (g *grid) named(column byte, rank int) square {
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

func (g *grid) candidates(b Board) []candidate {
	var list []candidate
	for _, m := range b.Moves(nil) {
		text := b.FormatMove(m)
		list = append(list, candidate{m, text, g.path(text)})
	}
	return list
}
