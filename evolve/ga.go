package evolve

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evolab/internal/float"
)

// GA is a generational genetic algorithm with elites. Generation 0 is the
// start; in each later one the elites stay and play again, and the others are
// children of parents chosen by tournament from the whole previous generation.
type GA struct {
	Shared       `key:"-"`
	Population   int       `key:"population" doc:"candidates in a generation" unit:"candidates" range:"4..10000" default:"40"`
	Elites       int       `key:"elites" doc:"the best, who stay and play again" unit:"candidates" range:"0..population-1" default:"4"`
	Tournament   int       `key:"tournament" doc:"contestants from whom a parent is chosen" unit:"candidates" range:"1..population-1" default:"4"`
	Crossover    Crossover `key:"crossover" doc:"how two parents have children"`
	MutationRate float64   `key:"mutation_rate" doc:"how often a gene of a child changes" unit:"probability per gene" range:"0..1" default:".3"`
	Sigma        float64   `key:"sigma" doc:"size of a change in generation 1" unit:"standard deviation" range:">0..10" default:".4"`
	SigmaEnd     float64   `key:"sigma_end" doc:"the same in the last generation; geometric in between" unit:"standard deviation" range:">0..sigma" default:".02"`
}

// Crossover makes child = a + t (b - a) of the parents a and b.
type Crossover struct {
	Rate  float64 `key:"rate" doc:"how often a couple mixes; otherwise the children are copies" unit:"probability per couple" range:"0..1" default:".9"`
	Blend float64 `key:"blend" doc:"child = a + t (b - a) with t uniform in [-blend, 1 + blend]" unit:"distances of the parents" range:"0..2" default:"0"`
}

// Run implements Optimizer. A checkpoint at or after the last generation ends
// at once: there is nothing left to do.
func (ga *GA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	if err := start.validate(ga.Population); err != nil {
		return err
	}
	run := &gaRun{GA: ga, ctx: ctx, seed: start.Seed, scorer: s, observe: observe, hall: hall{size: ga.HallOfFame, caution: ga.Caution}}
	if start.Checkpoint != nil {
		run.current = start.Checkpoint.clone()
		run.hall.members = run.current.HallOfFame
		run.continueAfter(run.Cost(), &run.current, start.Grown)
		return run.evolve()
	}
	run.current = Generation{Index: -1, Games: start.Games}
	if err := run.plan(run.Cost(), &run.current, nil); err != nil {
		return err
	}
	rng := generator(start.Seed, 0)
	var pop []Individual
	for slot := range ga.Population {
		pop = append(pop, newIndividual(0, slot, start.genomeOf(&ga.Shared, slot, ga.Sigma, rng)))
	}
	if err := run.complete(Generation{Games: start.Games, Individuals: pop}); err != nil {
		return err
	}
	return run.evolve()
}

// sigmaAt returns the standard deviation of the mutations that make the given
// generation, from 1 on; last is the last generation.
func (ga *GA) sigmaAt(generation, last int) float64 {
	if last < 2 {
		return ga.Sigma
	}
	t := float64(generation-1) / float64(last-1)
	return ga.Sigma * float.Pow(ga.SigmaEnd/ga.Sigma, t)
}

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

// genomeOf returns what a slot of generation 0 holds; sigma is the standard
// deviation of the noise in each weight before normalising.
func (s Start) genomeOf(of *Shared, slot int, sigma float64, rng *rand.Rand) Genome {
	if slot < len(s.Genomes) {
		return of.whole(of.place(s.Genomes[slot]))
	}
	if !s.Near {
		return of.random(len(s.Genomes[0]), rng)
	}
	g := of.place(s.Genomes[0])
	gaussian{rate: 1, sigma: sigma, of: of}.apply(g, rng)
	return of.whole(of.place(g))
}

// evolve lets eaopt call Apply for each generation that is left.
func (run *gaRun) evolve() error {
	if run.over(run.current) {
		return nil
	}
	config := eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(run.Population),
		NGenerations: math.MaxUint32, // EarlyStop ends it
		HofSize:      1,              // eaopt wants one; ours is run.hall
		Model:        run,
		RNG:          generator(run.seed, run.current.Index),
		EarlyStop:    func(*eaopt.GA) bool { return run.over(run.current) },
	}
	ga, err := config.NewGA()
	if err != nil {
		return err
	}
	next := 0
	return ga.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return run.toEaopt(run.current.Individuals[next-1], 0).Genome
	})
}

// Apply implements eaopt.Model: it makes, scores and reports one generation.
func (run *gaRun) Apply(pop *eaopt.Population) error {
	g := Generation{Index: run.current.Index + 1, Games: run.current.Games}
	g.Sigma = run.sigmaAt(g.Index, run.turnAfter(run.Cost(), run.current).Last)
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
		pop.Individuals[i] = run.toEaopt(individual, g.Sigma)
	}
	return nil
}

// complete scores the individuals of a generation stage by stage, ranks them, makes the
// generation the current one and reports it.
func (run *gaRun) complete(g Generation) error {
	turn, first := run.turnAfter(run.Cost(), run.current), 0
	for _, st := range run.stages(turn.Units) {
		first = st.first + st.pairs
		players := g.Individuals[:st.players]
		if _, err := g.play(run.ctx, run.scorer, players, st.first, st.pairs); err != nil {
			return err
		}
		slices.SortStableFunc(players, func(a, b Individual) int { return cmp.Compare(b.Tally.Mean(), a.Tally.Mean()) })
	}
	if err := run.plan(run.Cost(), &g, run.current.Next); err != nil {
		return err
	}
	if rest := run.remainder(g); rest > 0 {
		if err := g.playOn(run.ctx, run.scorer, g.Individuals, run.Caution, first, rest); err != nil {
			return err
		}
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

// stage is one round of successive halving: the best players meet the openings
// first..first+pairs-1.
type stage struct{ first, pairs, players int }

// stages plans a generation. Round 0 gives everybody the same number of pairs; round
// r gives 2^r times as many to the best 1/2^r, so that each round costs about
// the same (Karnin, Koren and Somekh, "Almost optimal exploration in
// multi-armed bandits", 2013).
func (ga *GA) stages(pairs int) []stage {
	var plan []stage
	first := 0
	for r := range ga.Rounds {
		players := (ga.Population + 1<<r - 1) >> r
		plan = append(plan, stage{first, pairs, max(players, ga.Elites)})
		first, pairs = first+pairs, 2*pairs
	}
	return plan
}

// Cost implements Optimizer.
func (ga *GA) Cost() Cost {
	c := Cost{Units: ga.Pairs / ga.Rounds, Rounds: ga.Rounds, Openings: 1}
	for _, st := range ga.stages(1) {
		c.Step += st.pairs * st.players
	}
	c.Start = c.Step
	return c
}

// blend is the BLX crossover with a draw per gene: child = a + t(b-a), t
// uniform in [-reach, 1+reach] (Eshelman and Schaffer, "Real-coded genetic
// algorithms and interval-schemata", 1993).
type blend struct{ reach float64 }

func (x blend) draw(rng *rand.Rand) float64 {
	return float64((1+2*x.reach)*rng.Float64()) - x.reach
}

// gaussian adds noise to each gene with the given probability. Of the whole numbers half
// are drawn anew, and the others change by half a part at least. eaopt's own mutation
// multiplies, which leaves a zero weight zero for ever.
type gaussian struct {
	rate, sigma float64
	of          *Shared
}

func (m gaussian) apply(g Genome, rng *rand.Rand) {
	for i := range g {
		if rng.Float64() >= m.rate {
			continue
		}
		sigma := m.sigma
		if n := m.of.values(i); n > 0 {
			if rng.Intn(2) == 0 {
				g[i] = LevelGene(rng.Intn(n), n)
				continue
			}
			sigma = max(sigma, 1/float64(n))
		}
		g[i] += float64(sigma * normal(rng))
	}
}

// chromosome is a Genome as eaopt handles it.
type chromosome struct {
	genes   Genome
	cross   blend
	mutate  gaussian
	cost    float64 // minus the fitness: eaopt minimises
	unknown bool    // changed since the cost was measured
}

// Evaluate implements eaopt.Genome. It plays no games: they are played for whole
// generations at a time.
func (c *chromosome) Evaluate() (float64, error) {
	if c.unknown {
		return 0, errors.New("fitness of a genome that has not played")
	}
	return c.cost, nil
}

// Mutate implements eaopt.Genome.
func (c *chromosome) Mutate(rng *rand.Rand) {
	c.mutate.apply(c.genes, rng)
	c.unknown = true
}

// Crossover implements eaopt.Genome; both chromosomes become children.
func (c *chromosome) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	other := mate.(*chromosome)
	a, b := c.genes, other.genes
	for i := range a {
		d := b[i] - a[i]
		a[i] += float64(c.cross.draw(rng) * d)
		b[i] -= float64(c.cross.draw(rng) * d)
	}
	c.unknown, other.unknown = true, true
}

// Clone implements eaopt.Genome.
func (c *chromosome) Clone() eaopt.Genome {
	clone := *c
	clone.genes = slices.Clone(c.genes)
	return &clone
}

// breed returns the genomes of n children, n at most len(parents). The
// children leave eaopt as bare genomes, so no parent's fitness can stick to
// them.
func (ga *GA) breed(n int, parents []Individual, sigma float64, rng *rand.Rand) ([]Genome, error) {
	pool := eaopt.Population{RNG: rng}
	for _, p := range parents {
		pool.Individuals = append(pool.Individuals, ga.toEaopt(p, sigma))
	}
	generational := eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: uint(ga.Tournament)},
		CrossRate: ga.Crossover.Rate,
		MutRate:   1, // who mutates is decided gene by gene
	}
	if err := generational.Apply(&pool); err != nil {
		return nil, err
	}
	var children []Genome
	for _, child := range pool.Individuals[:n] {
		children = append(children, ga.whole(ga.place(child.Genome.(*chromosome).genes)))
	}
	return children, nil
}

func (ga *GA) toEaopt(i Individual, sigma float64) eaopt.Individual {
	cost := -i.Tally.Mean()
	return eaopt.Individual{
		ID:        i.ID,
		Fitness:   cost,
		Evaluated: true,
		Genome: &chromosome{
			genes:  i.Genome,
			cost:   cost,
			cross:  blend{ga.Crossover.Blend},
			mutate: gaussian{ga.MutationRate, sigma, &ga.Shared},
		},
	}
}
