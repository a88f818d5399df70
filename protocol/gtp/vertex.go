package gtp

import (
	"strconv"
	"strings"

	"evolab/game"
	"evolab/game/littlego"
)

// A vertex is a column from A and a row from 1, counted from the bottom left: our 4,0
// is A1. Case does not matter.

// ParseVertex reads a vertex; it returns false for anything else than pass or a point
// of the board.
func ParseVertex(text string) (game.Move, bool) {
	if strings.EqualFold(text, "pass") {
		return littlego.Pass, true
	}
	if len(text) != 2 {
		return 0, false
	}
	column, row := int(text[0]|0x20)-'a', int('0'+littlego.Size)-int(text[1])
	if column < 0 || column >= littlego.Size || row < 0 || row >= littlego.Size {
		return 0, false
	}
	return game.NewMove(0, littlego.Stride*row+column), true
}

// FormatVertex is the inverse of ParseVertex.
func FormatVertex(m game.Move) string {
	if m == littlego.Pass {
		return "pass"
	}
	row, column := m.To()/littlego.Stride, m.To()%littlego.Stride
	return string([]byte{'A' + byte(column)}) + strconv.Itoa(littlego.Size-row)
}

func parseColour(text string) (game.Side, bool) {
	switch strings.ToLower(text) {
	case "b", "black":
		return game.First, true
	case "w", "white":
		return game.Second, true
	}
	return 0, false
}

var colourNames = [2]string{"black", "white"}
