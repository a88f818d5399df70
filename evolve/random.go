package evolve

import (
	"context"
	"math/rand"
)

// Random is random search: every generation draws new directions, and the best
// fifth stays and plays again. Other optimisers should beat it.
type Random struct {
	Shared `key:"-"`
}

// Cost implements Optimizer.
func (r *Random) Cost() Cost {
	return Cost{Units: r.Pairs, Rounds: 1, Openings: 1, Start: r.Population, Step: r.Population}
}

// Run implements Optimizer.
func (r *Random) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: r.Shared, cost: r.Cost(), strategy: randomSearch{r}, scorer: s, observe: observe}).run(ctx, start)
}

type randomSearch struct{ *Random }

func (r randomSearch) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return g.Individuals, nil
	}
	list := cloneAll(g.Individuals[:bestFifth(r.Population)])
	for slot := len(list); slot < r.Population; slot++ {
		list = append(list, newIndividual(g.Index+1, slot, r.random(len(list[0].Genome), rng)))
	}
	return list, nil
}

func (r randomSearch) settle(g *Generation, _ Generation, played []Individual, _ []Tally) []Individual {
	g.Individuals = played
	sortByLower(g.Individuals, r.Caution)
	return g.Individuals[:bestFifth(r.Population)]
}
