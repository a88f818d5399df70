package game

import (
	"fmt"
	"slices"
	"strings"
)

// ParseVariant returns the index of a variant's name; "" is the first one.
func ParseVariant(game string, variants []string, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	if i := slices.Index(variants, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s: variant %q (allowed: %s)", game, name, strings.Join(variants, ", "))
}

// ParseRows splits a board of size rows of as many symbols at its slashes and
// hands each symbol to put, row by row from the top.
func ParseRows(text string, size int, symbols string, put func(row, column int, symbol byte) error) error {
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return fmt.Errorf("rows in %q: %d (expected: %d)", text, len(rows), size)
	}
	for r, row := range rows {
		if len(row) != size {
			return fmt.Errorf("row %d from the top is %q (expected: %d of %s)", r+1, row, size, symbols)
		}
		for c := range size {
			if err := put(r, c, row[c]); err != nil {
				return err
			}
		}
	}
	return nil
}

// FormatRows is the inverse of ParseRows.
func FormatRows(rows, columns int, symbol func(row, column int) byte) string {
	var text []byte
	for r := range rows {
		if r > 0 {
			text = append(text, '/')
		}
		for c := range columns {
			text = append(text, symbol(r, c))
		}
	}
	return string(text)
}

// DrawRows is a board as people look at it, with a label before each row.
func DrawRows(rows, columns int, label func(row int) byte, symbol func(row, column int) byte) string {
	var text []byte
	for r := range rows {
		text = append(text, label(r))
		for c := range columns {
			text = append(text, ' ', symbol(r, c))
		}
		text = append(text, '\n')
	}
	return string(text)
}

// Digit labels a row by its number from 0.
func Digit(row int) byte { return '0' + byte(row) }
