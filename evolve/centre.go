package evolve

import (
	"math/rand"

	"gonum.org/v1/gonum/floats"
)

// Some optimisers move one vector, the centre, by the results of its neighbours.
// The centre plays too, as the first individual of each generation, and is their
// answer: it is steadier than the best of its neighbours.

// centred returns who plays: the centre, then its neighbours.
func (s *Shared) centred(generation int, centre Genome, neighbours []Genome) []Individual {
	list := []Individual{newIndividual(generation, 0, s.place(centre))}
	for _, g := range neighbours {
		list = append(list, newIndividual(generation, len(list), s.place(g)))
	}
	return list
}

// settleCentre records the players as they stand, the centre first.
func settleCentre(g *Generation, played []Individual) []Individual {
	g.Individuals = played
	return played[:1]
}

// gaussianVector draws a vector of independent standard normal numbers.
func gaussianVector(n int, rng *rand.Rand) Genome {
	v := make(Genome, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// shifted returns g + factor * direction.
func shifted(g Genome, factor float64, direction Genome) Genome {
	return floats.AddScaledTo(make([]float64, len(g)), g, factor, direction)
}
