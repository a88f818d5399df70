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

// CMAES is the covariance matrix adaptation evolution strategy (Hansen, "The CMA evolution
// strategy: a tutorial", 2016). Its answer is the mean of the distribution, which is steadier
// than the best of the samples. In a box it learns from the samples as they were placed there,
// for those have played.
//
// A test holds it against pycma, which needs as many generations. gonum's CmaEsChol is not used:
// its step size is inverted (it does not multiply the samples), and its arithmetic differs from
// processor to processor.
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
			return nil, fmt.Errorf("cma-es: generation %d: %w", g.Index+1, err)
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
		c.confine()
	}
	c.samples = make([]Genome, c.Population)
	c.model.widths = c.widths()
	for i := range c.samples {
		c.samples[i] = c.model.sample()
		if c.Box {
			c.samples[i] = c.place(c.samples[i])
		}
		if norm := float.Norm(c.samples[i]); math.IsNaN(norm) || math.IsInf(norm, 0) || norm == 0 {
			return errDegenerate
		}
	}
	return nil
}

// confine keeps the distribution where it can tell genomes apart: the mean has length 1, or lies
// in the box, whose corners are all that a wider distribution samples.
func (c *covariance) confine() {
	d := c.model
	if !c.Box {
		if length := float.Norm(d.mean); length > 0 {
			scale(d.mean, 1/length)
			d.sigma /= length
		}
		return
	}
	d.mean = c.place(d.mean)
	for i := range d.covariance {
		d.sigma = min(d.sigma, 1/math.Sqrt(d.covariance[i][i]))
	}
	for i, n := range c.Levels {
		if n > 1 {
			d.mean[i] = max(LevelGene(0, n), min(LevelGene(n-1, n), d.mean[i]))
		}
	}
}

// widths are how much wider than the distribution whole numbers are sampled, so that the value of
// the mean is left with a probability of 1/(dimension * population) at least on either side: CMA-ES
// with margin (Hamano, Saito, Nomura and Shirakawa, "CMA-ES with margin", 2022), whose affine map
// also shifts the mean; here the mean stays between the middles of the first and last value.
func (c *covariance) widths() Genome {
	d := c.model
	widths := make(Genome, len(d.mean))
	z := normalTail(.5 / float64(len(d.mean)*c.Population))
	for i := range widths {
		widths[i] = 1
		if i < len(c.Levels) && c.Levels[i] > 1 {
			half := 1 / float64(c.Levels[i])
			widths[i] = max(1, half/(z*d.sigma*math.Sqrt(d.covariance[i][i])))
		}
	}
	return widths
}

// normalTail returns the number that a standard normal one exceeds with probability p < .5, to
// 3e-3 (Hastings, "Approximations for digital computers", 1955; Abramowitz and Stegun 26.2.22).
func normalTail(p float64) float64 {
	t := math.Sqrt(-2 * float.Log(p))
	return t - (2.30753+float64(.27061*t))/(1+float64(.99229*t)+float64(.04481*t*t))
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
