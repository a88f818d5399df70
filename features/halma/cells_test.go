package halma_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/search/cputime/cputimetest"
)

func TestPatterns(t *testing.T) {
	shapes := []string{"window 2x3", "window 4x2 step 2x2 alike", "cells 0,0 0,15 3,3"}
	featurestest.Patterns(t, withGeometry(), "", shapes, func(visit func(*halma.State)) { walk(t, 1, visit) },
		func(s *halma.State, row, col int) int {
			if s.Turn() == game.Second {
				row, col = 15-row, 15-col
			}
			own, enemy := s.Own(), s.Opp()
			switch square := 16*row + col; {
			case own.Has(square):
				return 1
			case enemy.Has(square):
				return 2
			}
			return 0
		})
}

func BenchmarkPatterns(b *testing.B) {
	s := featurestest.Start(b, halma.Rules(), "")
	for i := range 60 { // into the contact of the pieces
		moves := s.Moves(nil)
		s.Play(moves[i*7%len(moves)], &s)
	}
	for name, shapes := range map[string][]string{"2x3": {"window 2x3"}, "2x4 step 2": {"window 2x4 step 2x2"}, "3x3 alike": {"window 3x3 alike"}} {
		b.Run(name, func(b *testing.B) {
			cputimetest.Start(b)
			featurestest.Evaluate(b, withGeometry(), features.Design{Names: []string{"distance"}, Shapes: shapes, At: []float64{0, .9}}, &s)
		})
	}
}

func withGeometry() features.Set[halma.State] {
	set := Set()
	set.Geometry = Geometry
	return set
}
