package evolve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"evolab/game"
)

// CMAES is the covariance matrix adaptation evolution strategy of gonum's
// optimize (Krause, Arbones and Igel, "CMA-ES with optimal covariance
// update and storage complexity", 2016). The centre is the weighted mean of the
// better half of the generation before.
type CMAES struct {
	Shared `key:"-"`
	Sigma  float64 `key:"sigma" doc:"width of the first samples; it adapts itself" unit:"standard deviation of a weight" range:".000001..10" default:".5"`
}

// Cost implements Optimizer.
func (c *CMAES) Cost() Cost { return c.centredCost(c.Population) }

// Run implements Optimizer.
func (c *CMAES) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	strategy := &covariance{CMAES: c, seed: start.Seed}
	defer strategy.close()
	return (&sampler{Shared: c.Shared, cost: c.Cost(), strategy: strategy, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// covariance keeps the start vector and the fitness of every sample so far in the
// state. gonum's method can't be saved, but it is deterministic: told the same
// again, it asks for the same samples again.
type covariance struct {
	*CMAES
	seed    uint64
	method  *dialogue
	told    int      // samples whose fitness the method knows; a resumed run tells a new method all of them
	mean    Genome   // of the better half of the previous samples
	samples []Genome // that it asks for
}

func (c *covariance) close() {
	if c.method != nil {
		c.method.end()
		c.method = nil
	}
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
	for c.method == nil || c.told < len(fitness) {
		if err := c.advance(centre, fitness); err != nil {
			return nil, fmt.Errorf("evolve: cma-es: generation %d: %w", g.Index+1, err)
		}
	}
	if c.told > 0 {
		centre = c.mean
	}
	return c.centred(g.Index+1, centre, c.samples), nil
}

// advance begins the method, or tells it about one more generation.
func (c *covariance) advance(start Genome, fitness []float64) error {
	if c.method == nil {
		c.method = newDialogue(c.newMethod(len(start)), start, c.Population)
	} else {
		news := fitness[c.told : c.told+c.Population]
		c.mean = recombine(c.samples, news)
		if err := c.method.tell(news); err != nil {
			return err
		}
		c.told += c.Population
	}
	c.samples = c.method.ask()
	for _, g := range c.samples {
		if norm := floats.Norm(g, 2); math.IsNaN(norm) || math.IsInf(norm, 0) || norm == 0 {
			return errDegenerate
		}
	}
	return nil
}

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

// recombine returns the mean of the better half of the samples, with the weights of
// the method (Hansen, "The CMA evolution strategy: a tutorial", 2016, eq. 49).
func recombine(samples []Genome, fitness []float64) Genome {
	order := make([]int, len(fitness)) // the best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	weights := make([]float64, len(samples)/2)
	for i := range weights {
		weights[i] = math.Log(float64(len(weights))+.5) - math.Log(float64(i+1))
	}
	floats.Scale(1/floats.Sum(weights), weights)
	mean := make(Genome, len(samples[0]))
	for i, w := range weights {
		floats.AddScaled(mean, w, samples[order[i]])
	}
	return mean
}

// newMethod sets up gonum's CMA-ES. It draws its samples from the covariance
// matrix alone and leaves out the step size, so the width of the first samples
// goes into the matrix.
func (c *covariance) newMethod(dimension int) *optimize.CmaEsChol {
	wide := mat.NewDiagDense(dimension, nil)
	for i := range dimension {
		wide.SetDiag(i, c.Sigma*c.Sigma)
	}
	var first mat.Cholesky
	first.Factorize(wide)
	return &optimize.CmaEsChol{
		InitStepSize: 1, Population: c.Population, InitCholesky: &first,
		StopLogDet: math.NaN(), ForgetBest: true,
		Src: randv2.NewPCG(game.Mix(c.seed, 0), game.Mix(c.seed, 1)),
	}
}

// dialogue talks to one of gonum's methods, generation by generation.
type dialogue struct {
	asked chan optimize.Task
	told  chan optimize.Task
	tasks []optimize.Task
}

func newDialogue(m *optimize.CmaEsChol, start []float64, population int) *dialogue {
	d := &dialogue{asked: make(chan optimize.Task, population), told: make(chan optimize.Task, population)}
	d.tasks = make([]optimize.Task, m.Init(len(start), population))
	for i := range d.tasks {
		d.tasks[i] = optimize.Task{ID: i, Location: &optimize.Location{X: slices.Clone(start)}}
	}
	go m.Run(d.asked, d.told, d.tasks)
	return d
}

// ask returns the samples whose fitness the method wants, in its order.
func (d *dialogue) ask() []Genome {
	samples := make([]Genome, len(d.tasks))
	for range d.tasks {
		t := <-d.asked
		d.tasks[t.ID] = t
		samples[t.ID] = slices.Clone(Genome(t.X))
	}
	return samples
}

// errDegenerate is the error of samples that have shrunk to a point, or flown apart.
var errDegenerate = errors.New("the samples' distribution has degenerated (fewer generations avoid it)")

// tell answers with a fitness for each sample; gonum minimises.
func (d *dialogue) tell(fitness []float64) error {
	for i, f := range fitness {
		d.tasks[i].F = -f
		d.told <- d.tasks[i]
	}
	end := <-d.asked
	if end.Op != optimize.MajorIteration {
		return errDegenerate
	}
	d.told <- end // it wants this confirmed
	return nil
}

// end lets the method stop.
func (d *dialogue) end() {
	d.told <- optimize.Task{Op: optimize.PostIteration}
	close(d.told)
	for range d.asked {
	}
}
