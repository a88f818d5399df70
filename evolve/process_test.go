package evolve

import (
	"math"
	"math/rand"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// measured is a process that knows some random points: values that a group shares an
// error in.
func measured(n, dimension int, rng *rand.Rand) *process {
	p := &process{length: .8}
	luck := map[int]float64{}
	for i := range n {
		m := point{genome: gaussianVector(dimension, rng).Normalized(), noise: .002, group: i / 5}
		if i%5 == 0 {
			luck[m.group] = .03 * normal(rng)
		}
		m.value = .5 + .3*m.genome[0] + luck[m.group] + .04*normal(rng)
		p.add(m)
	}
	p.fit()
	return p
}

// The factor, which grows by a row for each point, solves the same equations as gonum.
func TestProcessSolvesItsEquations(t *testing.T) {
	p := measured(60, 4, rand.New(rand.NewSource(1)))
	n := len(p.points)
	k, values := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, a := range p.points {
		values.SetVec(i, a.value-p.base)
		for j, b := range p.points[:i+1] {
			c := p.covariance(a.genome, b.genome)
			if a.group == b.group {
				c += a.noise * commonLuck / (1 - commonLuck)
			}
			if i == j {
				c += a.noise
			}
			k.SetSym(i, j, c)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(k) {
		t.Fatal("the covariance is not positive definite")
	}
	var want mat.VecDense
	if err := factor.SolveVecTo(&want, values); err != nil {
		t.Fatal(err)
	}
	for i, w := range p.weights {
		if math.Abs(w-want.AtVec(i)) > 1e-9 {
			t.Errorf("weight %d: %v (expected: %v)", i, w, want.AtVec(i))
		}
	}
}

// Predictions follow what was measured, and not the luck of a generation.
func TestProcessPredicts(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	p := measured(300, 3, rng)
	worst := 0.
	for range 100 {
		g := gaussianVector(3, rng).Normalized()
		worst = max(worst, math.Abs(p.predict(g)-(.5+.3*g[0])))
	}
	if worst > .05 {
		t.Errorf("a prediction misses by %.3f", worst)
	}
}

func TestProcessGradient(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	p := measured(40, 3, rng)
	g := gaussianVector(3, rng).Normalized()
	slope := p.gradient(g)
	for i := range g {
		const h = 1e-5
		step := make(Genome, len(g))
		step[i] = h
		want := p.length * p.length * (p.predict(shifted(g, 1, step)) - p.predict(shifted(g, -1, step))) / (2 * h)
		if math.Abs(slope[i]-want) > 1e-6 {
			t.Errorf("slope %d: %v (expected: %v)", i, slope[i], want)
		}
	}
}
