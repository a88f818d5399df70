package agent

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// layout is how people call the squares of a game's board.
type layout struct {
	form  string // what to type
	short string // the same within an error
	// pairs tells that two numbers make a square: row and column from 0, or column
	// and row where across is set. Without it one number does, as in PDN.
	pairs, across bool
	// down counts the ranks of names such as c3 from the top, not from the bottom.
	down bool
	// own are the pieces of the side to move, by its letter in a position.
	own map[string]string
	why string // for what is not legal though it looks so
	// forced: why holds only while there is a jump
	forced bool
	// pieces are how the board shows each side, and note what else it shows.
	pieces [2]string
	note   string
}

// layouts has an entry for each game.
var layouts = map[string]layout{
	"littlego": {form: "row,column with both in 0..4, as 2,3 or c3, or PASS", short: "row,column, as 2,3 or c3, or PASS", pairs: true,
		why: "ko, or no liberty", pieces: [2]string{"X", "O"}},
	"checkers": {form: "from and to, as c3 d4, or each square of a jump, as f6 d4 f2", short: "c3 d4, or f6 d4 f2",
		own: map[string]string{"b": "bB", "w": "wW"}, why: "a capture has to be taken, and to its end", forced: true,
		pieces: [2]string{"b, kings B", "w, kings W"}},
	"halma": {form: "from and to as x,y, as 3,0 5,0, or as d16 f16", short: "x,y x,y, as 3,0 5,0", pairs: true, across: true,
		own: map[string]string{"b": "B", "w": "W"}, why: "a piece in its camp may have to move first",
		pieces: [2]string{"B", "W"}, note: "colons are empty squares of the camps"},
	"konane": {form: "row,column to remove a stone, from and to for a jump, as 2,3 2,5 or d3 f3", short: "2,3 to remove, 2,3 2,5 to jump", pairs: true, down: true,
		own: map[string]string{"b": "X", "w": "O"}, why: "a jump is over enemy stones, in a line",
		note: "the first stone removed is of the colour that player 1 plays"},
	"tictactoe": {form: "row,column with both in 0..2, as 1,2 or c2", short: "row,column, as 1,2 or c2", pairs: true},
}

// Form says in a few words how people type the moves of a game.
func (i *Info) Form() string { return layouts[i.Name].form }

// Note says what else there is to know about the board, or "".
func (i *Info) Note() string { return layouts[i.Name].note }

// Seat is a side with what its pieces look like.
func (i *Info) Seat(side game.Side) string {
	if pieces := layouts[i.Name].pieces[side]; pieces != "" {
		return i.Sides[side] + " (" + pieces + ")"
	}
	return i.Sides[side]
}

// square is a cell of a board, row 0 at the top.
type square struct{ row, col int }

// grid is a board as people see it.
type grid struct {
	layout
	rows []string
	turn string // the letter of the side to move
}

func gridOf(info *Info, b Board) grid {
	fields := strings.Fields(b.Position())
	return grid{layout: layouts[info.Name], rows: strings.Split(fields[0], "/"), turn: fields[1]}
}

func (g *grid) cols() int { return len(g.rows[0]) }

func (g *grid) has(s square) bool {
	return s.row >= 0 && s.row < len(g.rows) && s.col >= 0 && s.col < g.cols()
}

func (g *grid) at(s square) byte { return g.rows[s.row][s.col] }

// rank is the row that the number after a letter names, or the number of a row.
func (g *grid) rank(row int) int {
	if g.down {
		return row + 1
	}
	return len(g.rows) - row
}

// named is the square of a letter and a number.
func (g *grid) named(column byte, rank int) square {
	row := rank - 1
	if !g.down {
		row = len(g.rows) - rank
	}
	return square{row, int(column - 'a')}
}

// paired is the square of two numbers.
func (g *grid) paired(a, b int) square {
	if g.across {
		return square{b, a}
	}
	return square{a, b}
}

// numbered is a dark square as PDN counts them, from the top.
func numbered(n int) square {
	row := (n - 1) / 4
	return square{row, 2*((n-1)%4) + 1 - row%2}
}

// text is a square's name as moves have it.
func (g *grid) text(s square) string {
	switch {
	case !g.pairs:
		return string(rune('a'+s.col)) + strconv.Itoa(g.rank(s.row))
	case g.across:
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
