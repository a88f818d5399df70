package littlego_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search/cputime/cputimetest"
)

func TestPatterns(t *testing.T) {
	shapes := []string{"window 2x3", "window 3x3", "row", "column", "cells 0,0 1,2 2,1", "walk 3 of 5 seed 4"}
	featurestest.Patterns(t, withGeometry(), "", shapes, func(visit func(*littlego.State)) {
		for seed := range uint64(10) {
			walk(t, seed, visit)
		}
	}, func(s *littlego.State, row, col int) int {
		switch at := littlego.At(row, col); {
		case s.Own()&at != 0:
			return 1
		case s.Opp()&at != 0:
			return 2
		}
		return 0
	})
}

func BenchmarkPatterns(b *testing.B) {
	s, err := littlego.Parse("", "..X../.XX../..XOO/OO.O./O.X.. b 14 -")
	if err != nil {
		b.Fatal(err)
	}
	for name, shapes := range map[string][]string{"3x3": {"window 3x3"}, "both": {"window 2x3", "window 3x3"}} {
		b.Run(name, func(b *testing.B) {
			cputimetest.Start(b)
			featurestest.Evaluate(b, withGeometry(), features.Design{Names: []string{"stones"}, Shapes: shapes, At: []float64{0, 1}}, &s)
		})
	}
}

func withGeometry() features.Set[littlego.State] {
	set := Set()
	set.Geometry = Geometry
	return set
}
