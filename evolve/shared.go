package evolve

import (
	"math/rand"
	"slices"
)

// Shared holds the settings that all optimisers have in common.
type Shared struct {
	Population  int     // candidates of a generation; the GA has its own
	Generations int     // after generation 0
	Pairs       int     // that a candidate plays in a generation, on average with the GA
	Rounds      int     // of successive halving, which only the GA does; 1 gives all candidates all pairs
	Pool        bool    // the GA's elites add new results to their old ones instead of starting afresh
	Caution     float64 // c in mean - c/sqrt(games), which ranks elites and the hall of fame
	HallOfFame  int     // members
	// Box: each gene counts by itself and lies in -1..1; otherwise only the ratios
	// matter, and genomes have length 1.
	Box bool
}

// place moves a genome to where genomes may lie: length 1, or the box.
func (s *Shared) place(g Genome) Genome {
	if !s.Box {
		return g.Normalized()
	}
	inside := slices.Clone(g)
	for i, v := range inside {
		inside[i] = max(-1, min(1, v))
	}
	return inside
}

// random draws a genome uniformly: a place in the box, or a direction. Normalised
// Gaussians are uniform on the unit sphere (Muller, "A note on a method for generating
// points uniformly on n-dimensional spheres", 1959).
func (s *Shared) random(dimension int, rng *rand.Rand) Genome {
	if !s.Box {
		return gaussianVector(dimension, rng).Normalized()
	}
	g := make(Genome, dimension)
	for i := range g {
		g[i] = 2*rng.Float64() - 1
	}
	return g
}

// Share implements Optimizer.
func (s *Shared) Share(settings Shared) { *s = settings }
