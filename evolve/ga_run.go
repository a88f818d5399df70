package evolve

import (
	"cmp"
	"context"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// gaRun is a GA at work, and the model that eaopt drives. Its own current
// generation is the truth; eaopt's copy of the population is rebuilt from it,
// because eaopt sorts unstably and never scores an individual again.
type gaRun struct {
	*GA
	ctx     context.Context // eaopt's Apply does not take one
	seed    uint64
	scorer  Scorer
	observe func(Generation) error
	current Generation
	hall    hall
}

// genome returns what a slot of generation 0 holds; sigma is the standard
// deviation of the noise in each weight before normalising.
func (s Start) genome(of *Shared, slot int, sigma float64, rng *rand.Rand) Genome {
	if slot < len(s.Genomes) {
		return of.place(s.Genomes[slot])
	}
	if !s.Near {
		return of.random(len(s.Genomes[0]), rng)
	}
	g := of.place(s.Genomes[0])
	gaussian{rate: 1, sigma: sigma}.apply(g, rng)
	return of.place(g)
}

// evolve lets eaopt call Apply for each generation that is left.
func (run *gaRun) evolve() error {
	left := run.Generations - run.current.Index
	if left <= 0 {
		return nil
	}
	config := eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(run.Population),
		NGenerations: uint(left),
		HofSize:      1, // eaopt wants one; ours is run.hall
		Model:        run,
		RNG:          generator(run.seed, run.current.Index),
	}
	ga, err := config.NewGA()
	if err != nil {
		return err
	}
	next := 0
	return ga.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return run.adapted(run.current.Individuals[next-1], 0).Genome
	})
}

// Apply implements eaopt.Model: it makes, scores and reports one generation.
func (run *gaRun) Apply(pop *eaopt.Population) error {
	g := Generation{Index: run.current.Index + 1, Games: run.current.Games}
	g.Sigma = run.sigmaAt(g.Index)
	g.Individuals = distinct(run.current.Individuals, run.Elites)
	if !run.Pool {
		for i := range g.Individuals {
			g.Individuals[i].Tally = Tally{}
		}
	}
	pop.RNG = generator(run.seed, g.Index)
	children, err := run.breed(run.Population-len(g.Individuals), run.current.Individuals, g.Sigma, pop.RNG)
	if err != nil {
		return err
	}
	for _, genome := range children {
		g.Individuals = append(g.Individuals, newIndividual(g.Index, len(g.Individuals), genome))
	}
	if err := run.complete(g); err != nil {
		return err
	}
	for i, individual := range run.current.Individuals {
		pop.Individuals[i] = run.adapted(individual, g.Sigma)
	}
	return nil
}

// complete scores the individuals of a generation stage by stage, ranks them, makes the
// generation the current one and reports it.
func (run *gaRun) complete(g Generation) error {
	for _, st := range run.stages() {
		players := g.Individuals[:st.players]
		if _, err := g.play(run.ctx, run.scorer, players, st.first, st.pairs); err != nil {
			return err
		}
		slices.SortStableFunc(players, func(a, b Individual) int { return cmp.Compare(b.Tally.Mean(), a.Tally.Mean()) })
	}
	sortByLower(g.Individuals, run.Caution)
	run.hall.admit(g.Individuals, distinct(g.Individuals, max(run.Elites, 1)))
	g.HallOfFame = run.hall.members
	g.summarize()
	run.current = g
	return run.observe(g.clone())
}

// Validate implements eaopt.Model.
func (run *gaRun) Validate() error { return nil }
