package checkers_test

import (
	"testing"

	"evolab/features"
	. "evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/search/cputime/cputimetest"
)

// Men are seen from the side to move, square by square.
func TestPatterns(t *testing.T) {
	shapes := []string{"window 4x4 step 2x2", "row", "cells 7,0 7,4 0,1", "walk 4 of 6 seed 1"}
	featurestest.Patterns(t, withGeometry(), "", shapes, func(visit func(*checkers.State)) {
		for seed := range uint64(5) {
			walk(t, seed, visit)
		}
	}, func(s *checkers.State, row, col int) int {
		if s.Turn() == game.Second {
			row, col = 7-row, 7-col
		}
		switch at := checkers.At(row, col) &^ s.Kings(); {
		case s.Own()&at != 0:
			return 1
		case s.Opp()&at != 0:
			return 2
		}
		return 0
	})
}

func BenchmarkPatterns(b *testing.B) {
	s := featurestest.Start(b, checkers.Rules(), "")
	cputimetest.Start(b)
	featurestest.Evaluate(b, withGeometry(), features.Design{
		Names: []string{"men", "kings"}, Shapes: []string{"window 4x4 step 2x2"}, At: []float64{0, .9},
	}, &s)
}

func withGeometry() features.Set[checkers.State] {
	set := Set()
	set.Geometry = Geometry
	return set
}
