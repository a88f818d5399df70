package evolve

import (
	"math"
	randv2 "math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// gonum's CMA-ES draws and learns the same.
func TestDistributionLearnsAsGonum(t *testing.T) {
	const dimension, population, generations, sigma = 9, 11, 60, .5
	valley := func(x []float64) (sum float64) {
		for i, v := range x {
			sum += float64(1+i*i) * (v - .3) * (v - .3)
		}
		return sum
	}
	start := make(Genome, dimension)
	own := newDistribution(start, sigma, population, randv2.New(randv2.NewPCG(1, 2)))
	theirs := peer(start, sigma, population, randv2.NewPCG(1, 2))
	for generation := range generations {
		samples, fitness := make([]Genome, population), make([]float64, population)
		tasks := make([]optimize.Task, population)
		for i := range samples {
			samples[i] = own.sample()
			fitness[i] = -valley(samples[i])
			task := <-theirs.asked
			tasks[task.ID] = task
		}
		for i, task := range tasks {
			for k, want := range task.X {
				if got := samples[i][k]; math.Abs(got-want) > 1e-9 {
					t.Fatalf("generation %d, sample %d, coordinate %d: %v (expected: %v)", generation, i, k, got, want)
				}
			}
			task.F = -fitness[i]
			theirs.told <- task
		}
		own.learn(samples, fitness)
		theirs.told <- <-theirs.asked // the end of an iteration is confirmed
	}
}

// dialogue is how gonum's method is asked and told.
type dialogue struct{ asked, told chan optimize.Task }

func peer(start Genome, sigma float64, population int, source randv2.Source) dialogue {
	wide := mat.NewDiagDense(len(start), nil)
	for i := range start {
		wide.SetDiag(i, sigma*sigma)
	}
	var first mat.Cholesky
	first.Factorize(wide)
	m := &optimize.CmaEsChol{InitStepSize: 1, Population: population, InitCholesky: &first, StopLogDet: math.NaN(), ForgetBest: true, Src: source}
	tasks := make([]optimize.Task, m.Init(len(start), population))
	for i := range tasks {
		tasks[i] = optimize.Task{ID: i, Location: &optimize.Location{X: append([]float64(nil), start...)}}
	}
	d := dialogue{make(chan optimize.Task, population), make(chan optimize.Task, population)}
	go m.Run(d.asked, d.told, tasks)
	return d
}
