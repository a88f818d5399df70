package checkers_test

import (
	"math"
	"slices"
	"testing"

	"evolab/features"
	. "evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/features/net"
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

// Pieces are seen from the side to move, and a net adds its output to the score.
func TestNet(t *testing.T) {
	w := featurestest.Net(t, withGeometry(), features.Weights{Game: "checkers", Features: []string{"men"}, Values: []float64{0}})
	numbers, err := w.Net.Numbers(Set().Encoding)
	if err != nil {
		t.Fatal(err)
	}
	layer, l := net.NewLayer(&numbers), newLinear(t, w)
	positions := 0
	for seed := range uint64(5) {
		walk(t, seed, func(s *checkers.State) {
			positions++
			var want []int32
			for square := range checkers.Squares { // in reading order
				row, col := square/4, 2*(square%4)
				col += 1 - row&1
				if s.Turn() == game.Second {
					row, col = 7-row, 7-col
				}
				at := checkers.At(row, col)
				for kind, pieces := range []checkers.Board{s.Own() &^ s.Kings(), s.Opp() &^ s.Kings(), s.Own() & s.Kings(), s.Opp() & s.Kings()} {
					if pieces&at != 0 {
						want = append(want, int32(kind*checkers.Squares+square))
					}
				}
			}
			slices.Sort(want)
			var p net.Pieces
			Set().Pieces(s, &p)
			if got := slices.Sorted(slices.Values(p.Inputs(nil))); !slices.Equal(got, want) {
				t.Errorf("position %d: %v, want %v", positions, got, want)
			}
			sums := layer.NewSums()
			// A weight of length 1 makes the output, in 1/net.Unit, worth Unit.
			if got, want := l.Score(s), layer.Sum(&p, &sums)*features.Unit/net.Unit; got != want {
				t.Errorf("position %d: %d, want %d", positions, got, want)
			}
			if allocations := testing.AllocsPerRun(1, func() { l.Score(s) }); allocations > 0 {
				t.Errorf("position %d: an evaluation allocates %v times", positions, allocations)
			}
		})
	}
	if positions < 50 {
		t.Errorf("only %d positions", positions)
	}
}

// The net is one line of an explanation, whose shares are those of the score.
func TestExplainNet(t *testing.T) {
	w := featurestest.Net(t, withGeometry(), features.Weights{
		Game: "checkers", Features: []string{"men", "ratio"}, Values: []float64{1, 1},
		Blend: &features.Blend{At: []float64{0, 1}, Values: [][]float64{{2, 0}}},
	})
	l := newLinear(t, w)
	walk(t, 1, func(s *checkers.State) {
		e, err := features.Explain(withGeometry(), w, s)
		if err != nil {
			t.Fatal(err)
		}
		sum, named := 0., 0
		for _, p := range e.Features {
			sum += p.Contribution
			if p.Feature == features.NetName {
				named++
			}
		}
		score := float64(l.Score(s)) / features.Unit
		if named != 1 || len(e.Features) != 3 || e.Score != score || math.Abs(sum-score) > .01 {
			t.Errorf("%+v, score %v", e, score)
		}
	})
}

func BenchmarkNet(b *testing.B) {
	s := featurestest.Start(b, checkers.Rules(), "")
	l := newLinear(b, featurestest.Net(b, withGeometry(), features.Weights{Game: "checkers", Features: []string{"men"}, Values: []float64{1}}))
	cputimetest.Start(b)
	for b.Loop() {
		l.Score(&s)
	}
}

func newLinear(t testing.TB, w features.Weights) features.Linear[checkers.State] {
	t.Helper()
	l, err := features.NewLinear(withGeometry(), w)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
