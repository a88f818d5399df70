package konane_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/konane"
	"evolab/game/konane"
	"evolab/search/cputime/cputimetest"
)

// Where White is to move, the board is seen mirrored: White's stones stand then
// where Black's do.
func TestPatterns(t *testing.T) {
	for variant, shapes := range map[string][]string{
		"8x8":   {"window 3x4", "window 4x4 step 2x2", "row alike", "column alike"},
		"6x6":   {"window 2x3 alike", "cells 0,0 2,2 2,3"},
		"8x5":   {"window 2x4"},
		"7x8":   {"window 2x4 alike"},
		"18x18": {"window 3x3 alike", "window 3x4 step 3x3", "walk 4 of 5 seed 7"},
	} {
		t.Run(variant, func(t *testing.T) {
			start := featurestest.Start(t, konane.Rules(), variant)
			rows, cols := start.Rows(), start.Cols()
			featurestest.Patterns(t, withGeometry(), variant, shapes, func(visit func(*konane.State)) {
				seeds := often(1, 4)
				if rows*cols < 60 {
					seeds = 4 // games are short
				}
				for seed := range seeds {
					walk(t, variant, seed, visit)
				}
			}, func(s *konane.State, row, col int) int {
				if s.Mover() == konane.White && cols%2 == 0 {
					col = cols - 1 - col
				} else if s.Mover() == konane.White {
					row = rows - 1 - row
				}
				if s.At(konane.Square(row, col)) {
					return 1
				}
				return 0
			})
		})
	}
}

// Tables are for boards of one size: on others the features alone count.
func TestPatternsOfAnotherBoard(t *testing.T) {
	in, err := features.NewInputs(withGeometry(), features.Design{Variant: "8x8", Names: []string{"moves"}, Shapes: []string{"row"}})
	if err != nil {
		t.Fatal(err)
	}
	table := make([]float64, in.Layout.Entries())
	for i := range table {
		table[i] = 1
	}
	l, err := features.NewLinear(withGeometry(), in.Weights([][]float64{{0}}, [][]float64{table}, nil))
	if err != nil {
		t.Fatal(err)
	}
	own, other := featurestest.Start(t, konane.Rules(), "8x8"), featurestest.Start(t, konane.Rules(), "6x6")
	if a, b := l.Score(&own), l.Score(&other); a != 16*features.Unit || b != 0 {
		t.Errorf("%d on the tables' board, %d on another (want %d, 0)", a, b, 16*features.Unit)
	}
}

func BenchmarkPatterns(b *testing.B) {
	for name, c := range map[string]struct {
		variant string
		shapes  []string
	}{
		"8x8 3x4": {"8x8", []string{"window 3x4"}}, "8x8 4x4": {"8x8", []string{"window 4x4"}}, "8x8 4x4 step 2": {"8x8", []string{"window 4x4 step 2x2"}},
		"18x18 3x4 alike": {"18x18", []string{"window 3x4 alike"}}, "18x18 4x4 step 2": {"18x18", []string{"window 4x4 step 2x2 alike"}},
	} {
		b.Run(name, func(b *testing.B) {
			s := featurestest.Start(b, konane.Rules(), c.variant)
			for i := range 20 {
				moves := s.Moves(nil)
				s.Play(moves[i*5%len(moves)], &s)
			}
			cputimetest.Start(b)
			featurestest.Evaluate(b, withGeometry(), features.Design{Variant: c.variant, Names: []string{"moves"}, Shapes: c.shapes}, &s)
		})
	}
}

func withGeometry() features.Set[konane.State] {
	set := Set()
	set.Geometry = Geometry
	return set
}
