package train

import (
	"context"
	"math/rand"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
)

// BenchmarkTraining plays games of the default experiment on one core, with
// candidates as in its generations.
//
//	go test ./experiments/train -run '^$' -bench Training -cpuprofile cpu.out
func BenchmarkTraining(b *testing.B) {
	c, err := experiment.Load("../ga.yaml", nil)
	if err != nil {
		b.Fatal(err)
	}
	s, err := newSetup(c, agent.Programs{})
	if err != nil {
		b.Fatal(err)
	}
	scorer := newScorer(s, arena.Cores{Workers: 1}, 1, func(int) {})
	r := evolve.Request{Pairs: 40}
	rng := rand.New(rand.NewSource(1))
	for range 10 {
		g := make(evolve.Genome, len(s.start))
		for i, w := range s.start.Normalized() {
			g[i] = w + .3*rng.NormFloat64()
		}
		r.Genomes = append(r.Genomes, g)
	}
	games := 0
	for b.Loop() {
		if _, err := scorer.Score(context.Background(), r); err != nil {
			b.Fatal(err)
		}
		r.Generation++
		games += 2 * r.Pairs * len(r.Genomes)
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
