package evolve

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Genome is a vector of weights of standardised features. Only the ratios of
// weights matter, so optimisers keep genomes at Euclidean length 1, unless genes
// are parameters of their own: see Shared.Box.
type Genome []float64

// Normalized returns a copy of length 1; the zero vector stays zero.
func (g Genome) Normalized() Genome {
	unit := slices.Clone(g)
	if norm := floats.Norm(g, 2); norm > 0 {
		for i := range unit {
			unit[i] /= norm
		}
	}
	return unit
}

// Equal reports whether both genomes have the same weights.
func (g Genome) Equal(other Genome) bool { return slices.Equal(g, other) }

// check reports a genome that is not of the given dimension or has a weight
// that is not a finite number.
func (g Genome) check(dimension int) error {
	if len(g) != dimension {
		return fmt.Errorf("genome of dimension %d among those of dimension %d", len(g), dimension)
	}
	for i, w := range g {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			return fmt.Errorf("weight %d is %v", i, w)
		}
	}
	return nil
}
