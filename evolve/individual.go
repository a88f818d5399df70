package evolve

import (
	"cmp"
	"fmt"
	"slices"
)

// Individual is a genome with a name and a record.
type Individual struct {
	ID     string `json:"id"`   // "generation-slot" of its birth, unique in a run
	Born   int    `json:"born"` // generation
	Genome Genome `json:"genome"`
	Tally  Tally  `json:"tally"` // pooled over the generations in which it has played
}

func newIndividual(generation, slot int, g Genome) Individual {
	return Individual{ID: fmt.Sprintf("%d-%d", generation, slot), Born: generation, Genome: g}
}

// sortByLower puts the highest cautious fitness first and keeps the order of equals.
func sortByLower(pop []Individual, caution float64) {
	slices.SortStableFunc(pop, func(a, b Individual) int {
		return cmp.Compare(b.Tally.Lower(caution), a.Tally.Lower(caution))
	})
}

// distinct returns the first individuals with different genomes, at most n.
func distinct(ranked []Individual, n int) []Individual {
	var chosen []Individual
	for _, candidate := range ranked {
		if len(chosen) == n {
			break
		}
		if indexOf(chosen, candidate.Genome) < 0 {
			chosen = append(chosen, candidate)
		}
	}
	return chosen
}

// indexOf returns the index of the individual with this genome, or -1.
func indexOf(pop []Individual, g Genome) int {
	return slices.IndexFunc(pop, func(i Individual) bool { return i.Genome.Equal(g) })
}

// cloned returns a copy that shares no memory with pop.
func cloned(pop []Individual) []Individual {
	copies := slices.Clone(pop)
	for i := range copies {
		copies[i].Genome = slices.Clone(copies[i].Genome)
	}
	return copies
}
