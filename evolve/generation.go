package evolve

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"evolab/internal/float"
)

// Generation is what a run records: plain data, enough to plot a curve and to
// continue from. Fitness means the pooled mean of an individual.
type Generation struct {
	Index       int          `json:"index"`        // 0 is the start
	Games       int          `json:"games"`        // played since the start, this generation included
	Sigma       float64      `json:"sigma"`        // of the mutation that made this generation; 0 for the start
	Best        float64      `json:"best"`         // fitness of Individuals[0]
	Mean        float64      `json:"mean"`         // fitness, over the individuals
	Low         float64      `json:"low"`          // 10 % quantile of the fitness
	High        float64      `json:"high"`         // 90 % quantile of the fitness
	Individuals []Individual `json:"individuals"`  // by cautious fitness, best first
	HallOfFame  []Individual `json:"hall_of_fame"` // best elites of all generations by cautious fitness, all different
	// State is what an optimiser needs beside the individuals to continue, in an
	// order of its own; most need nothing.
	State []float64 `json:"state,omitempty"`
	// Next is the generation that a budget has planned after this one; nil: none, or
	// there is no budget.
	Next *Turn `json:"next,omitempty"`
}

// summarize fills in the numbers that follow from the individuals.
func (g *Generation) summarize() {
	fitness := make([]float64, len(g.Individuals))
	for i, individual := range g.Individuals {
		fitness[i] = individual.Tally.Mean()
	}
	g.Best = fitness[0]
	g.Mean = float.Sum(fitness) / float64(len(fitness))
	slices.Sort(fitness)
	quantile := func(p float64) float64 { return fitness[int(math.Ceil(p*float64(len(fitness))))-1] }
	g.Low, g.High = quantile(.1), quantile(.9)
}

func (g Generation) clone() Generation {
	g.Individuals = cloneAll(g.Individuals)
	g.HallOfFame = cloneAll(g.HallOfFame)
	g.State = slices.Clone(g.State)
	return g
}

// validate reports a checkpoint that no run with this population has recorded.
func (g Generation) validate(population int) error {
	if g.Index < 0 || g.Games < 0 || len(g.Individuals) != population {
		return fmt.Errorf("checkpoint: generation: %d, games: %d, individuals: %d (expected: %d)",
			g.Index, g.Games, len(g.Individuals), population)
	}
	dimension := len(g.Individuals[0].Genome)
	for _, i := range slices.Concat(g.Individuals, g.HallOfFame) {
		if err := cmp.Or(i.Genome.check(dimension), i.Tally.check()); err != nil {
			return fmt.Errorf("checkpoint: generation %d: individual %q: %w", g.Index, i.ID, err)
		}
	}
	return nil
}

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

// cloneAll returns a copy that shares no memory with pop.
func cloneAll(pop []Individual) []Individual {
	copies := slices.Clone(pop)
	for i := range copies {
		copies[i].Genome = slices.Clone(copies[i].Genome)
	}
	return copies
}

// Genome is a vector of weights of standardised features. Only the ratios of
// weights matter, so optimisers keep genomes at Euclidean length 1, unless genes
// are parameters of their own: see Shared.Box.
type Genome []float64

// Normalized returns a copy of length 1; the zero vector stays zero.
func (g Genome) Normalized() Genome {
	unit := slices.Clone(g)
	if norm := float.Norm(g); norm > 0 {
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

// hall keeps the best individuals of a run by cautious fitness, each genome once.
// Only elites enter it: they play again, which corrects a lucky first record, while
// the record of an individual that died would stay. On the synthetic game of
// the tests this lowers the first member's overestimate by up to .02.
type hall struct {
	size    int
	caution float64
	members []Individual
}

// admit brings the members' records up to date with a scored generation and
// compares its elites with them.
func (h *hall) admit(pop, elites []Individual) {
	members := slices.Clone(h.members)
	for _, i := range pop {
		at := indexOf(members, i.Genome)
		// Twins have met the same openings, so their games must not be added up.
		if at >= 0 && (i.ID == members[at].ID || i.Tally.Pairs > members[at].Tally.Pairs) {
			members[at] = i
		}
	}
	for _, elite := range elites {
		if indexOf(members, elite.Genome) < 0 {
			members = append(members, elite)
		}
	}
	sortByLower(members, h.caution)
	h.members = members[:min(h.size, len(members))]
}
