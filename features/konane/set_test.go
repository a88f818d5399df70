package konane_test

import (
	"math"
	"strings"
	"testing"

	"evolab/features"
	. "evolab/features/konane"
	"evolab/game"
	"evolab/game/konane"
)

// The scales are the standard deviations over positions from play on 18x18:
// half of the moves gain the most mobility, the others are random.
var _ = drawn

func TestScales(t *testing.T) {
	set := Set()
	var n float64
	var sum, squares [features.Max]float64
	for seed := range uint64(150) {
		walk(t, "18x18", seed, func(s *konane.State) {
			var v features.Vector
			Extract(s, &v)
			n++
			for i := range set.List {
				sum[i] += float64(v[i])
				squares[i] += float64(v[i]) * float64(v[i])
			}
		})
	}
	for i, f := range set.List {
		mean := sum[i] / n
		sd := math.Sqrt(squares[i]/n - mean*mean)
		if math.Abs(sd-f.Scale) > .05*sd {
			t.Errorf("%s has the scale %.4g, measured %.4g (mean %.3g)", f.Name, f.Scale, sd, mean)
		}
	}
}

// walk visits the positions of a game after the removals. Half of the moves are
// the best of four random ones by gain.
func walk(t *testing.T, variant string, seed uint64, visit func(*konane.State)) {
	t.Helper()
	s, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(seed)
	tactics := Tactics()
	for !s.Outcome().Over() {
		best := s.Pick(r.Uint32())
		if r.Intn(2) == 0 {
			for range 3 {
				if m := s.Pick(r.Uint32()); tactics.Gain(&s, m) > tactics.Gain(&s, best) {
					best = m
				}
			}
		}
		s.Play(best, &s)
		if s.Removals() == 0 {
			visit(&s)
		}
	}
}

func parse(t testing.TB, position string) konane.State {
	t.Helper()
	s, err := konane.Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawn reads a board that is drawn over several lines.
func drawn(t testing.TB, board, mover string) konane.State {
	return parse(t, strings.Join(strings.Fields(board), "/")+" "+mover)
}

func BenchmarkExtract(b *testing.B) {
	for _, variant := range []string{"8x8", "18x18"} {
		b.Run(variant, func(b *testing.B) {
			s, err := konane.Start(variant)
			if err != nil {
				b.Fatal(err)
			}
			var list []konane.State
			r := game.NewRand(1)
			for !s.Outcome().Over() {
				s.Play(s.Pick(r.Uint32()), &s)
				list = append(list, s)
			}
			var v features.Vector
			i := 0
			for b.Loop() {
				Extract(&list[i], &v)
				i = (i + 1) % len(list)
			}
		})
	}
}
