package pattern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Shape is a declared set of patterns. Its text is one of
//
//	window RxC [step RxC] [alike]   every place of a window of R rows and C columns
//	row [alike]                     every row
//	column [alike]                  every column
//	cells R,C R,C ...               these cells, counted from 0
//	walk N of K seed S              N random walks over K neighbouring cells
//
// and in each case the places symmetric to these on the board, each set of cells
// once. Places that a symmetry maps onto each other share a table; all
// places of an alike shape do, as far as the same side's pieces stand there.
type Shape struct {
	kind       string
	rows, cols int // of a window
	stepRows   int
	stepCols   int
	alike      bool
	cells      []Cell
	walks      int
	length     int
	seed       uint64
}

// Parse reads the text of a shape.
func Parse(text string) (Shape, error) {
	const expected = "expected: window RxC [step RxC] [alike], row [alike], column [alike], cells R,C R,C ..., or walk N of K seed S"
	s, err := parse(strings.Fields(text))
	if err != nil {
		return Shape{}, fmt.Errorf("%.80q: %w (%s)", text, err, expected)
	}
	return s, nil
}

func parse(words []string) (s Shape, err error) {
	if len(words) == 0 {
		return s, fmt.Errorf("no shape")
	}
	s.kind, words = words[0], words[1:]
	switch s.kind {
	case "window":
		return s.window(words)
	case "row", "column":
		return s.alikeOrEnd(words)
	case "cells":
		return s.listed(words)
	case "walk":
		return s.walk(words)
	}
	return s, fmt.Errorf("no kind of shape is called %.40q", s.kind)
}

func (s Shape) window(words []string) (Shape, error) {
	var err error
	if len(words) == 0 {
		return s, fmt.Errorf("a window has a size")
	}
	if s.rows, s.cols, err = pairOf(words[0], "x"); err != nil {
		return s, err
	}
	s.stepRows, s.stepCols = 1, 1
	words = words[1:]
	if len(words) >= 2 && words[0] == "step" {
		if s.stepRows, s.stepCols, err = pairOf(words[1], "x"); err != nil {
			return s, err
		}
		words = words[2:]
	}
	if min(s.rows, s.cols, s.stepRows, s.stepCols) < 1 {
		return s, fmt.Errorf("a size or a step of 0")
	}
	return s.alikeOrEnd(words)
}

func (s Shape) alikeOrEnd(words []string) (Shape, error) {
	if len(words) > 0 && words[0] == "alike" {
		s.alike, words = true, words[1:]
	}
	if len(words) > 0 {
		return s, fmt.Errorf("%.40q comes too late", words[0])
	}
	return s, nil
}

func (s Shape) listed(words []string) (Shape, error) {
	for _, word := range words {
		row, col, err := pairOf(word, ",")
		if err != nil {
			return s, err
		}
		s.cells = append(s.cells, Cell{row, col})
	}
	if len(s.cells) == 0 {
		return s, fmt.Errorf("no cells")
	}
	return s, nil
}

func (s Shape) walk(words []string) (Shape, error) {
	if len(words) != 5 || words[1] != "of" || words[3] != "seed" {
		return s, fmt.Errorf("a walk says how many, of how many cells, and its seed")
	}
	var err error
	if s.walks, err = number(words[0], 1, MaxPlaces); err != nil {
		return s, err
	}
	if s.length, err = number(words[2], 1, MaxCells); err != nil {
		return s, err
	}
	seed, err := number(words[4], 0, 1<<30)
	s.seed = uint64(seed)
	return s, err
}

// pairOf reads two numbers with a sign between them.
func pairOf(text, between string) (int, int, error) {
	left, right, found := strings.Cut(text, between)
	if !found {
		return 0, 0, fmt.Errorf("%.40q is no pair of numbers", text)
	}
	a, err := number(left, 0, maxSide)
	if err != nil {
		return 0, 0, err
	}
	b, err := number(right, 0, maxSide)
	return a, b, err
}

// maxSide is larger than any board.
const maxSide = 99

func number(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%.40q is no number from %d to %d", text, low, high)
	}
	return n, nil
}

const (
	// MaxValue bounds the absolute value of an entry.
	MaxValue = 79
	// Zero is the character of the value 0; the others follow in order.
	Zero = 79
)

// Text writes a table, one character per entry. Values must be within
// -MaxValue..MaxValue.
func Text(values []int8) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteRune(rune(Zero + int(v)))
	}
	return b.String()
}

// Values reads a table with the given number of entries.
func Values(text string, size int) ([]int8, error) {
	if n := utf8.RuneCountInString(text); n != size {
		return nil, fmt.Errorf("entries of a table: %d (expected: %d)", n, size)
	}
	values := make([]int8, 0, size)
	for i, r := range text {
		v := int(r) - Zero
		if v < -MaxValue || v > MaxValue {
			return nil, fmt.Errorf("%q at byte %d of a table (allowed: the characters of -%d..%d, those from U+%04X to U+%04X)",
				r, i, MaxValue, MaxValue, Zero-MaxValue, Zero+MaxValue)
		}
		values = append(values, int8(v))
	}
	return values, nil
}

// places lists where a shape lies: the cells of each place that pieces can
// stand on, each set of cells once, symmetric places included.
func (s *Shape) places(g *Geometry) (list [][]Cell) {
	for _, cells := range s.declared(g) {
		for _, symmetry := range g.Symmetries {
			image := make([]Cell, len(cells))
			for i, c := range cells {
				image[i] = g.Move(symmetry, c)
			}
			if !slices.ContainsFunc(list, func(other []Cell) bool { return sameSet(other, image) }) {
				list = append(list, image)
			}
		}
	}
	return list
}

func (s *Shape) declared(g *Geometry) [][]Cell {
	switch s.kind {
	case "window":
		return s.windows(g)
	case "row":
		return lines(g, g.Rows, g.Cols, func(i, j int) Cell { return Cell{i, j} })
	case "column":
		return lines(g, g.Cols, g.Rows, func(i, j int) Cell { return Cell{j, i} })
	case "cells":
		return [][]Cell{s.cells}
	}
	// A random walk moves from a cell to a neighbouring one, diagonals included, and
	// lists each cell once.
	var list [][]Cell
	r := rand.New(rand.NewPCG(s.seed, uint64(s.length)))
	for range s.walks {
		list = append(list, s.oneWalk(g, r))
	}
	return list
}

func (s *Shape) windows(g *Geometry) (list [][]Cell) {
	for row := 0; row+s.rows <= g.Rows; row += s.stepRows {
		for col := 0; col+s.cols <= g.Cols; col += s.stepCols {
			var cells []Cell
			for r := range s.rows {
				for c := range s.cols {
					cells = appendCell(cells, g, Cell{row + r, col + c})
				}
			}
			list = append(list, cells)
		}
	}
	return list
}

func lines(g *Geometry, number, length int, at func(i, j int) Cell) (list [][]Cell) {
	for i := range number {
		var cells []Cell
		for j := range length {
			cells = appendCell(cells, g, at(i, j))
		}
		list = append(list, cells)
	}
	return list
}

func appendCell(cells []Cell, g *Geometry, c Cell) []Cell {
	if !g.stands(c) {
		return cells
	}
	return append(cells, c)
}

// stands reports whether pieces can stand on a cell.
func (g *Geometry) stands(c Cell) bool {
	return c.Row >= 0 && c.Row < g.Rows && c.Col >= 0 && c.Col < g.Cols && g.Place(0, c.Row, c.Col) >= 0
}

func sameSet(a, b []Cell) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c Cell) bool { return !slices.Contains(b, c) })
}

func (s *Shape) oneWalk(g *Geometry, r *rand.Rand) (cells []Cell) {
	at := Cell{r.IntN(g.Rows), r.IntN(g.Cols)}
	// The limit ends walks on boards that have fewer cells.
	for range 1000 * s.length {
		if g.stands(at) && !slices.Contains(cells, at) {
			cells = append(cells, at)
		}
		if len(cells) == s.length {
			break
		}
		next := Cell{at.Row + r.IntN(3) - 1, at.Col + r.IntN(3) - 1}
		if next.Row >= 0 && next.Row < g.Rows && next.Col >= 0 && next.Col < g.Cols {
			at = next
		}
	}
	return cells
}
