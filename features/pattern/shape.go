package pattern

import (
	"fmt"
	"strconv"
	"strings"
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
		return Shape{}, fmt.Errorf("pattern: %.80q: %w (%s)", text, err, expected)
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
