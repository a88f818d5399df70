package evolve

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"evolab/game"
)

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
		Src: rand.NewPCG(game.Mix(c.seed, 0), game.Mix(c.seed, 1)),
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
