package evolve

import (
	"errors"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// blend is the BLX crossover with a draw per gene: child = a + t(b-a), t
// uniform in [-reach, 1+reach] (Eshelman and Schaffer, "Real-coded genetic
// algorithms and interval-schemata", 1993).
type blend struct{ reach float64 }

func (x blend) draw(rng *rand.Rand) float64 {
	return -x.reach + (1+2*x.reach)*rng.Float64()
}

// gaussian adds noise to each gene with the given probability. eaopt's own
// mutation multiplies, which leaves a zero weight zero for ever.
type gaussian struct{ rate, sigma float64 }

func (m gaussian) apply(g Genome, rng *rand.Rand) {
	for i := range g {
		if rng.Float64() < m.rate {
			g[i] += m.sigma * rng.NormFloat64()
		}
	}
}

// chromosome is a Genome as eaopt handles it.
type chromosome struct {
	genes   Genome
	cross   blend
	mutate  gaussian
	cost    float64 // minus the fitness: eaopt minimises
	unknown bool    // changed since the cost was measured
}

// Evaluate implements eaopt.Genome. It plays no games: they are played for whole
// generations at a time.
func (c *chromosome) Evaluate() (float64, error) {
	if c.unknown {
		return 0, errors.New("evolve: fitness of a genome that has not played")
	}
	return c.cost, nil
}

// Mutate implements eaopt.Genome.
func (c *chromosome) Mutate(rng *rand.Rand) {
	c.mutate.apply(c.genes, rng)
	c.unknown = true
}

// Crossover implements eaopt.Genome; both chromosomes become children.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	other := mate.(*chromosome)
	a, b := c.genes, other.genes
	for i := range a {
		d := b[i] - a[i]
		a[i] += c.cross.draw(rng) * d
		b[i] -= c.cross.draw(rng) * d
	}
	c.unknown, other.unknown = true, true
}

// Clone implements eaopt.Genome.
func (c *chromosome) Clone() eaopt.Genome {
	clone := *c
	clone.genes = slices.Clone(c.genes)
	return &clone
}

// breed returns the genomes of n children, n at most len(parents). The
// children leave eaopt as bare genomes, so no parent's fitness can stick to
// them.
func (ga *GA) breed(n int, parents []Individual, sigma float64, rng *rand.Rand) ([]Genome, error) {
	pool := eaopt.Population{RNG: rng}
	for _, p := range parents {
		pool.Individuals = append(pool.Individuals, ga.adapted(p, sigma))
	}
	generational := eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: uint(ga.Tournament)},
		CrossRate: ga.Crossover.Rate,
		MutRate:   1, // who mutates is decided gene by gene
	}
	if err := generational.Apply(&pool); err != nil {
		return nil, err
	}
	var children []Genome
	for _, child := range pool.Individuals[:n] {
		children = append(children, ga.place(child.Genome.(*chromosome).genes))
	}
	return children, nil
}

// adapted wraps a scored individual for eaopt.
func (ga *GA) adapted(i Individual, sigma float64) eaopt.Individual {
	cost := -i.Tally.Mean()
	return eaopt.Individual{
		ID:        i.ID,
		Fitness:   cost,
		Evaluated: true,
		Genome: &chromosome{
			genes:  i.Genome,
			cost:   cost,
			cross:  blend{ga.Crossover.Blend},
			mutate: gaussian{ga.MutationRate, sigma},
		},
	}
}
