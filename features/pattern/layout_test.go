package pattern_test

import (
	"strings"
	"testing"

	"evolab/features/pattern"
)

// square is a board of 5x5 with all symmetries, as Little-Go's.
func square() pattern.Geometry {
	return pattern.Geometry{
		Rows: 5, Cols: 5, Planes: 2, Chunks: 5, Width: 5, Views: 1, Symmetries: pattern.AllSymmetries(),
		Place: func(_, row, col int) int { return 5*row + col },
	}
}

func TestTablesAreShared(t *testing.T) {
	for _, c := range []struct {
		shape           string
		places, tables  int
		entries, orbits int
	}{
		{"window 3x3", 9, 3, 3 * 19683, 2*10206 + 2862}, // a corner, an edge, the centre
		{"window 3x3 alike", 9, 1, 19683, 2862},
		{"window 2x3", 24, 4, 4 * 729, 2*729 + 2*405},
		{"row", 10, 3, 3 * 243, 3 * 135},
		{"cells 0,0", 4, 1, 3, 3},
		{"cells 0,0 0,1", 8, 1, 9, 9},
	} {
		l, err := pattern.New([]string{c.shape}, square())
		if err != nil {
			t.Fatal(err)
		}
		orbits := map[int32]bool{}
		for _, canon := range l.Canon() {
			orbits[canon] = true
		}
		if len(l.Places) != c.places || len(l.Tables) != c.tables || l.Entries() != c.entries || len(orbits) != c.orbits {
			t.Errorf("%s: %d places, %d tables, %d entries, %d orbits; want %d, %d, %d, %d",
				c.shape, len(l.Places), len(l.Tables), l.Entries(), len(orbits), c.places, c.tables, c.entries, c.orbits)
		}
	}
}

func TestBadShapes(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "no shape",
		"ring 3":                     `no kind of shape is called "ring"`,
		"window":                     "a window has a size",
		"window 3":                   `"3" is no pair of numbers`,
		"window 0x3":                 "a size or a step of 0",
		"window 3x3 step 0x1":        "a size or a step of 0",
		"window 6x1":                 "it does not fit on a board of 5x5",
		"window 4x3":                 "cells of a place: 12 (allowed: 1..10)",
		"window 3x3 alike twice":     `"twice" comes too late`,
		"window -1x3":                `"-1" is no number from 0 to 99`,
		"cells":                      "no cells",
		"cells 0,0 0,0":              "row 0, column 0 is listed twice",
		"cells 0,5":                  "pieces never stand on row 0, column 5",
		"walk 3 of 5":                "a walk says how many",
		"walk 0 of 5 seed 1":         `"0" is no number from 1 to 640`,
		"walk 600 of 5 seed 1":       "(allowed: 640)",
		"row\x1b[31m sideways":       `no kind of shape is called "row\x1b[31m"`,
		strings.Repeat("window", 99): "no kind of shape",
	} {
		if _, err := pattern.New([]string{text}, square()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestTextOfTables(t *testing.T) {
	values := make([]int8, 0, 2*pattern.MaxValue+1)
	for v := -pattern.MaxValue; v <= pattern.MaxValue; v++ {
		values = append(values, int8(v))
	}
	again, err := pattern.Values(pattern.Text(values), len(values))
	if err != nil {
		t.Fatal(err)
	}
	for i := range values {
		if again[i] != values[i] {
			t.Errorf("%d was read as %d", values[i], again[i])
		}
	}
	for text, want := range map[string]string{
		"OO":       "entries of a table: 2 (expected: 3)",
		"OO\u009f": "at byte 2 of a table",
		"O\xffO":   "at byte 1 of a table",
	} {
		if _, err := pattern.Values(text, 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzShape(f *testing.F) {
	for _, text := range []string{"window 3x3 step 2x1 alike", "row", "column alike", "cells 0,0 1,1", "walk 3 of 4 seed 9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := pattern.New([]string{text}, square())
		if err != nil {
			return
		}
		for _, p := range l.Places {
			if len(p.Cells) != len(l.Tables[p.Table].Cells) {
				t.Errorf("%q: a place of %d cells reads a table of %d", text, len(p.Cells), len(l.Tables[p.Table].Cells))
			}
		}
	})
}

func FuzzValues(f *testing.F) {
	f.Add("OPN", 3)
	f.Fuzz(func(t *testing.T, text string, size int) {
		values, err := pattern.Values(text, size)
		if err == nil && pattern.Text(values) != text {
			t.Errorf("%q is written as %q", text, pattern.Text(values))
		}
	})
}
