package evolve

import (
	"context"
	"math/rand"
	"slices"
)

// PSO is particle swarm optimisation with an inertia weight (Kennedy and
// Eberhart, "Particle swarm optimization", 1995; the constants of Clerc and
// Kennedy, 2002). A particle's best place plays again with each of its
// particle's moves and adds the games to its old ones.
//
// eaopt's SPSO is not used: it draws the next place from a unit vector instead
// of the ball around the centre of gravity, so it forgets where it was; it also
// asks for one value at a time and never evaluates a best place again.
type PSO struct {
	Shared  `key:"-"`
	Inertia float64 `key:"inertia" doc:"part of a particle's velocity that is kept" unit:"share" range:"0..1" default:".7298"`
	Own     float64 `key:"own" doc:"pull of a particle's own best place" unit:"distances" range:"0..4" default:"1.49618"`
	Swarm   float64 `key:"swarm" doc:"pull of the best place of all" unit:"distances" range:"0..4" default:"1.49618"`
}

// Cost implements Optimizer.
func (o *PSO) Cost() Cost {
	return Cost{Units: o.Pairs, Rounds: 1, Start: o.Population, Step: 2 * o.Population}
}

// Run implements Optimizer.
func (o *PSO) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: o.Shared, cost: o.Cost(), strategy: swarm{o}, scorer: s, observe: observe}).run(ctx, start)
}

// swarm keeps the best places as individuals, best first, and in the state for
// each of them, in that order, its particle's place and velocity.
type swarm struct{ *PSO }

// players are the best places and then, in the same order, the particles.
func (o swarm) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	list := cloneAll(g.Individuals)
	if g.Index < 0 {
		return list, nil
	}
	if err := g.checkState(2 * len(list) * len(list[0].Genome)); err != nil {
		return nil, err
	}
	for i := range g.Individuals {
		place, velocity := particle(g, i)
		own, best := g.Individuals[i].Genome, g.Individuals[0].Genome
		for k := range place {
			pull := float64(o.Own*rng.Float64()*(own[k]-place[k])) + float64(o.Swarm*rng.Float64()*(best[k]-place[k]))
			place[k] += float64(o.Inertia*velocity[k]) + pull
		}
		list = append(list, newIndividual(g.Index+1, i, o.place(place)))
	}
	return list, nil
}

// particle is the place and the velocity of the particle of a best place.
func particle(g Generation, i int) (place, velocity Genome) {
	n := len(g.Individuals[0].Genome)
	state := g.State[2*n*i : 2*n*(i+1)]
	return slices.Clone(Genome(state[:n])), Genome(state[n:])
}

// settle keeps the better of a particle's best place and its new one, by the
// games that both have just played. A velocity is the step that was taken.
func (o swarm) settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual {
	type member struct {
		best            Individual
		place, velocity Genome
	}
	n := o.Population
	members := map[string]member{}
	for i, best := range played[:n:n] {
		m := member{best, best.Genome, make(Genome, len(best.Genome))}
		if len(played) > n {
			now := played[n+i]
			m.place = now.Genome
			was, _ := particle(before, i)
			m.velocity = shifted(now.Genome, -1, was)
			if fresh[n+i].Mean() >= fresh[i].Mean() {
				m.best = now
			}
		}
		members[m.best.ID] = m
		g.Individuals = append(g.Individuals, m.best)
	}
	sortByLower(g.Individuals, o.Caution)
	for _, i := range g.Individuals {
		g.State = append(append(g.State, members[i.ID].place...), members[i.ID].velocity...)
	}
	return g.Individuals[:bestFifth(n)]
}
