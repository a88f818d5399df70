package evolve_test

import (
	"math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
)

// The reason why OES is our own: eaopt's moves all weights by one amount. When
// this fails, it was put right and can be used.
func TestEaoptsOESMovesAllWeightsAlike(t *testing.T) {
	oes, err := eaopt.NewOES(20, 10, .1, .1, false, rand.New(rand.NewSource(1)))
	if err != nil {
		t.Fatal(err)
	}
	centre := []float64{0, 0, 0}
	_, _, err = oes.Minimize(func(x []float64) float64 { return x[0] - x[1] }, centre)
	if err != nil || centre[0] == 0 || centre[0] != centre[1] || centre[1] != centre[2] {
		t.Errorf("centre %v, error %v: the weights move on their own", centre, err)
	}
}

// The reason why PSO is our own: the next place of eaopt's particles does not
// depend on the scale of the problem. At rest in the best place of all, a
// particle is thrown to a distance of about 1.
func TestEaoptsParticlesForgetWhereTheyAre(t *testing.T) {
	pso, err := eaopt.NewSPSO(1, 1, 0, 1e-6, .5, false, rand.New(rand.NewSource(1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := pso.Minimize(func([]float64) float64 { return 0 }, 2); err != nil {
		t.Fatal(err)
	}
	p := pso.GA.Populations[0].Individuals[0].Genome.(*eaopt.Particle)
	p.Mutate(rand.New(rand.NewSource(2)))
	if moved := p.CurrentX[0]*p.CurrentX[0] + p.CurrentX[1]*p.CurrentX[1]; moved < .1 {
		t.Errorf("a particle at rest moved by %v", moved)
	}
}
