package evolve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"

	"evolab/game"
	"evolab/internal/float"
)

// CMAES is the covariance matrix adaptation evolution strategy with an update of the
// covariance's Cholesky factor (Krause, Arbones and Igel, "CMA-ES with optimal
// covariance update and storage complexity", 2016). The centre is the weighted mean of
// the better half of the generation before.
//
// gonum's CmaEsChol, from which it is derived and with which a test compares it, is not
// used: its arithmetic differs from processor to processor.
type CMAES struct {
	Shared `key:"-"`
	Sigma  float64 `key:"sigma" doc:"width of the first samples; it adapts itself" unit:"standard deviation of a weight" range:".000001..10" default:".5"`
}

// Cost implements Optimizer.
func (c *CMAES) Cost() Cost { return c.centredCost(c.Population) }

// Run implements Optimizer.
func (c *CMAES) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	strategy := &covariance{CMAES: c, seed: start.Seed}
	return (&sampler{Shared: c.Shared, cost: c.Cost(), strategy: strategy, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// covariance keeps the start vector and the fitness of every sample so far in the
// state: a distribution that learns the same again draws the same samples again.
type covariance struct {
	*CMAES
	seed    uint64
	model   *distribution
	told    int      // samples whose fitness the model knows; a resumed run tells a new one all of them
	samples []Genome // that it has drawn
}

func (c *covariance) players(g Generation, _ *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return c.centred(0, g.Individuals[0].Genome, nil), nil
	}
	dimension := len(g.Individuals[0].Genome)
	samples := g.Index * c.Population
	if c.Budget != nil { // a generation in which the vector played alone had none
		samples = min(samples, (len(g.State)-dimension)/c.Population*c.Population)
	}
	if err := g.checkState(dimension + samples); err != nil {
		return nil, err
	}
	centre, fitness := Genome(g.State[:dimension]), g.State[dimension:]
	for c.model == nil || c.told < len(fitness) {
		if err := c.advance(centre, fitness); err != nil {
			return nil, fmt.Errorf("evolve: cma-es: generation %d: %w", g.Index+1, err)
		}
	}
	return c.centred(g.Index+1, c.model.mean, c.samples), nil
}

// advance begins the model, or tells it about one more generation.
func (c *covariance) advance(start Genome, fitness []float64) error {
	if c.model == nil {
		c.model = newDistribution(start, c.Sigma, c.Population, randv2.New(randv2.NewPCG(game.Mix(c.seed, 0), game.Mix(c.seed, 1))))
	} else {
		c.model.learn(c.samples, fitness[c.told:c.told+c.Population])
		c.told += c.Population
	}
	c.samples = make([]Genome, c.Population)
	for i := range c.samples {
		c.samples[i] = c.model.sample()
		if norm := float.Norm(c.samples[i]); math.IsNaN(norm) || math.IsInf(norm, 0) || norm == 0 {
			return errDegenerate
		}
	}
	return nil
}

// errDegenerate is the error of samples that have shrunk to a point, or flown apart.
var errDegenerate = errors.New("the samples' distribution has degenerated (fewer generations avoid it)")

func (c *covariance) settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual {
	g.State = append([]float64(nil), before.State...)
	if g.Index == 0 {
		g.State = append(g.State, played[0].Genome...)
	} else {
		g.Sigma = c.Sigma
	}
	for _, t := range fresh[1:] {
		g.State = append(g.State, t.Mean())
	}
	return settleCentre(g, played)
}
