package features

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"evolab/features/net"
	"evolab/features/pattern"
)

func TestLeave(t *testing.T) {
	w := Weights{
		Game: "toy", Features: []string{"men", "kings", "men>=2"}, Values: []float64{1, 2, 3},
		Endgame: &Endgame{From: .5, Values: []float64{4, 5, 6}}, Source: "ga", Evidence: []byte(`{"games":1}`),
	}
	got, err := w.Leave([]string{"kings", "men>=2"}, nil)
	want := Weights{
		Game: "toy", Features: []string{"men"}, Values: []float64{1},
		Endgame: &Endgame{From: .5, Values: []float64{4}}, Source: "ga, without kings, men>=2",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	w.Features[1], w.Net = NetName, &net.Net{}
	if got, err := w.Leave([]string{"men"}, nil); err != nil || got.Net != w.Net {
		t.Errorf("without men: %+v, %v", got, err)
	}
	if got, err := w.Leave([]string{NetName}, nil); err != nil || got.Net != nil {
		t.Errorf("without the net: %+v, %v", got, err)
	}
	w.Features[1] = "kings"
	for says, names := range map[string][]string{
		`"queens"`: {"men", "queens"}, `""`: {""}, "no weights are left": {"men", "kings", "men>=2"},
	} {
		if _, err := w.Leave(names, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("without %q: %v, want %q", names, err, says)
		}
	}
}

// A shape is left out with its tables of every phase, and patterns with the last
// of them.
func TestLeaveShapes(t *testing.T) {
	board := func(string) (pattern.Geometry, error) {
		return pattern.Geometry{
			Rows: 2, Cols: 2, Planes: 2, Chunks: 1, Width: 4, Views: 1,
			Place: func(_, row, col int) int { return 2*row + col }, Symmetries: []pattern.Symmetry{{}},
		}, nil
	}
	w := Weights{
		Game: "g", Features: []string{"men", PatternsName}, Values: []float64{1, 2},
		Blend:    &Blend{At: []float64{0, 1}, Values: [][]float64{{3, 4}}},
		Patterns: &Tables{Shapes: []string{"cells 0,0", "row"}, Tables: []string{"OPN", "ONP", "OOOOOOOOP", "OOOOOOOON", "POOOOOOOO", "NOOOOOOOO"}},
	}
	for _, c := range []struct {
		names  []string
		shapes string
		tables string
	}{
		{[]string{"cells 0,0"}, "row", "OOOOOOOOP OOOOOOOON POOOOOOOO NOOOOOOOO"},
		{[]string{"row"}, "cells 0,0", "OPN ONP"},
		{[]string{"row", "cells 0,0"}, "", ""},
		{[]string{PatternsName}, "", ""},
		{[]string{"men"}, "cells 0,0 row", "OPN ONP OOOOOOOOP OOOOOOOON POOOOOOOO NOOOOOOOO"},
	} {
		got, err := w.Leave(c.names, board)
		if err != nil {
			t.Fatal(err)
		}
		left := Tables{}
		if got.Patterns != nil {
			left = *got.Patterns
		}
		if strings.Join(left.Shapes, " ") != c.shapes || strings.Join(left.Tables, " ") != c.tables || slices.Contains(got.Features, PatternsName) != (c.shapes != "") {
			t.Errorf("without %q: %+v, features %q", c.names, left, got.Features)
		}
		if err := got.checkShape(); err != nil {
			t.Errorf("without %q: %v", c.names, err)
		}
	}
	if _, err := w.Leave([]string{"window 2x2"}, board); err == nil || !strings.Contains(err.Error(), "men, patterns, cells 0,0, row") {
		t.Error(err)
	}
}
