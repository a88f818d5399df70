package evolve

import (
	"context"
	"math/rand"
	"slices"
)

// DE is differential evolution, DE/rand/1/bin (Storn and Price, "Differential
// evolution - a simple and efficient heuristic for global optimization over
// continuous spaces", 1997). Parent and challenger play the same games, and the
// parent adds them to its old ones, so that no lucky record lasts for ever.
//
// eaopt's DiffEvo is not used: it asks for one value after the other, never
// evaluates a survivor again, and can't be resumed.
type DE struct {
	Shared    `key:"-"`
	Weight    float64 `key:"weight" doc:"F, how much of a difference of two candidates is added to a third" unit:"differences" range:"0..2" default:".5"`
	Crossover float64 `key:"crossover" doc:"CR, how often a weight comes from that sum; otherwise it stays" unit:"probability per weight" range:"0..1" default:".9"`
}

// Cost implements Optimizer.
func (d *DE) Cost() Cost {
	return Cost{Units: d.Pairs, Rounds: 1, Start: d.Population, Step: 2 * d.Population}
}

// Run implements Optimizer.
func (d *DE) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: d.Shared, cost: d.Cost(), strategy: differential{d}, scorer: s, observe: observe}).run(ctx, start)
}

type differential struct{ *DE }

// players are the parents and then, in the same order, their challengers.
func (d differential) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	parents := cloneAll(g.Individuals)
	if g.Index < 0 {
		return parents, nil
	}
	list := parents
	for i := range parents {
		list = append(list, newIndividual(g.Index+1, i, d.challenger(parents, i, rng)))
	}
	return list, nil
}

// challenger mixes a parent with the sum of another individual and the
// difference of two more; one gene at least is not the parent's.
func (d differential) challenger(pop []Individual, parent int, rng *rand.Rand) Genome {
	others := slices.DeleteFunc(rng.Perm(len(pop)), func(i int) bool { return i == parent })
	a, b, c := pop[others[0]].Genome, pop[others[1]].Genome, pop[others[2]].Genome
	child := slices.Clone(pop[parent].Genome)
	sure := rng.Intn(len(child))
	for i := range child {
		if rng.Float64() < d.Crossover || i == sure {
			child[i] = a[i] + float64(d.Weight*(b[i]-c[i]))
		}
	}
	return d.place(child)
}

// settle replaces a parent whose challenger did at least as well in the games
// that both have just played.
func (d differential) settle(g *Generation, _ Generation, played []Individual, fresh []Tally) []Individual {
	n := d.Population
	g.Individuals = played[:n:n]
	for i, challenger := range played[n:] {
		if fresh[n+i].Mean() >= fresh[i].Mean() {
			g.Individuals[i] = challenger
		}
	}
	sortByLower(g.Individuals, d.Caution)
	return g.Individuals[:bestFifth(n)]
}
