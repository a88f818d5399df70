package featurestest

import (
	"math/rand/v2"
	"testing"

	"evolab/features"
	"evolab/features/net"
)

// Net adds a net of random weights to the weights of a game.
func Net[S comparable](t testing.TB, set features.Set[S], w features.Weights) features.Weights {
	t.Helper()
	shape := net.Shape{Hidden: 64, Phases: []int{set.Encoding.Pieces / 3, 2 * set.Encoding.Pieces / 3}}
	n := &net.Net{Shape: shape}
	r := rand.New(rand.NewPCG(5, 6))
	for range len(shape.Phases) + 1 {
		values := make([]float64, shape.Hidden*(set.Encoding.Inputs+1))
		for i := range values {
			values[i] = (r.Float64() - .5) / 8
			if r.IntN(500) == 0 {
				values[i] *= 100 // so that some reach either bound
			}
		}
		n.Sets = append(n.Sets, net.Text(values, set.Encoding))
	}
	add := func(values []float64) []float64 { return append(append([]float64(nil), values...), 1) }
	w.Net, w.Features = n, append(append([]string(nil), w.Features...), features.NetName)
	w.Values = add(w.Values)
	if w.Endgame != nil {
		w.Endgame = &features.Endgame{From: w.Endgame.From, Values: add(w.Endgame.Values)}
	}
	if b := w.Blend; b != nil {
		w.Blend = &features.Blend{At: b.At}
		for _, values := range b.Values {
			w.Blend.Values = append(w.Blend.Values, add(values))
		}
	}
	return w
}
