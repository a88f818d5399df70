package sgf

import (
	"fmt"

	"evolab/game/littlego"
)

// A point is two letters, the column first, both from the top left: our 2,3 is
// dc.

// parseMove reads the value of B or W. FF[3] wrote a pass as tt.
func parseMove(value string) (string, error) {
	if value == "" || value == "tt" {
		return "PASS", nil
	}
	r, c, err := parsePoint(value)
	if err != nil {
		return "", err
	}
	return string([]byte{'0' + byte(r), ',', '0' + byte(c)}), nil
}

func parsePoint(value string) (row, column int, err error) {
	if len(value) != 2 || !onBoard(value[0], 'a') || !onBoard(value[1], 'a') {
		return 0, 0, fmt.Errorf("point %.20q (expected: two letters of a..e)", value)
	}
	return int(value[1] - 'a'), int(value[0] - 'a'), nil
}

// parseArea reads a point, or the two corners of a rectangle.
func parseArea(value string) (littlego.Board, error) {
	first, last := value, value
	if len(value) == 5 && value[2] == ':' {
		first, last = value[:2], value[3:]
	}
	r1, c1, err := parsePoint(first)
	if err != nil {
		return 0, err
	}
	r2, c2, err := parsePoint(last)
	if err != nil {
		return 0, err
	}
	var area littlego.Board
	for r := min(r1, r2); r <= max(r1, r2); r++ {
		for c := min(c1, c2); c <= max(c1, c2); c++ {
			area |= littlego.At(r, c)
		}
	}
	return area, nil
}

func onBoard(b, zero byte) bool { return b >= zero && b < zero+littlego.Size }

// appendStones appends a value for each point of a set.
func appendStones(dst []byte, property string, stones littlego.Board) []byte {
	if stones == 0 {
		return dst
	}
	dst = append(dst, property...)
	for r := range littlego.Size {
		for c := range littlego.Size {
			if stones&littlego.At(r, c) != 0 {
				dst = append(dst, '[', 'a'+byte(c), 'a'+byte(r), ']')
			}
		}
	}
	return dst
}
