package evolve

import (
	"math"
	randv2 "math/rand/v2"
	"slices"
	"testing"
)

// pycma 4.5.0 with a population of 12 needs this many generations, median of 21 seeds, until the
// mean has a value below 1e-10.
func TestDistributionConvergesAsPycma(t *testing.T) {
	tests := []struct {
		name       string
		dimension  int
		start      float64
		sigma      float64
		value      func(Genome) float64
		generation int // pycma's
	}{
		{"sphere", 4, .5, .5, sphere, 60},
		{"sphere", 10, .5, .5, sphere, 137},
		{"ellipsoid", 4, .5, .5, ellipsoid, 103},
		{"ellipsoid", 10, .5, .5, ellipsoid, 353},
		{"rosenbrock", 4, 0, .1, rosenbrock, 122},
		{"rosenbrock", 10, 0, .1, rosenbrock, 446},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var needed []int
			for seed := range uint64(21) {
				needed = append(needed, generations(test.value, slices.Repeat(Genome{test.start}, test.dimension), test.sigma, seed))
			}
			slices.Sort(needed)
			median := needed[len(needed)/2]
			t.Logf("%d dimensions: %d generations (%d..%d), pycma %d", test.dimension, median, needed[0], needed[len(needed)-1], test.generation)
			if ratio := float64(median) / float64(test.generation); ratio > 1.15 {
				t.Errorf("%d generations (pycma: %d)", median, test.generation)
			}
		})
	}
}

// generations is how many the mean needs to a value below 1e-10.
func generations(value func(Genome) float64, start Genome, sigma float64, seed uint64) int {
	const population, most = 12, 5000
	d := newDistribution(start, sigma, population, randv2.New(randv2.NewPCG(seed, 1)))
	for g := range most {
		if value(d.mean) < 1e-10 {
			return g
		}
		samples, fitness := make([]Genome, population), make([]float64, population)
		for i := range samples {
			samples[i] = d.sample()
			fitness[i] = -value(samples[i])
		}
		d.learn(samples, fitness)
	}
	return most
}

func sphere(x Genome) float64 { return dot(x, x) }

func ellipsoid(x Genome) (sum float64) {
	for i, v := range x {
		sum += math.Pow(10, 6*float64(i)/float64(len(x)-1)) * v * v
	}
	return sum
}

func rosenbrock(x Genome) (sum float64) {
	for i := range len(x) - 1 {
		a, b := x[i+1]-x[i]*x[i], 1-x[i]
		sum += 100*a*a + b*b
	}
	return sum
}

func TestEigen(t *testing.T) {
	matrix := []Genome{{4, 1, -2}, {1, 3, .5}, {-2, .5, 5}}
	values, vectors := eigen(matrix)
	for k, v := range vectors {
		for i, row := range matrix {
			if got, want := dot(row, v), values[k]*v[i]; math.Abs(got-want) > 1e-12 {
				t.Errorf("vector %d, coordinate %d: %v (expected: %v)", k, i, got, want)
			}
		}
		if length := dot(v, v); math.Abs(length-1) > 1e-12 {
			t.Errorf("vector %d: squared length %v", k, length)
		}
	}
}
