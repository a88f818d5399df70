package evolve

import (
	"context"
	"fmt"
	"math/rand"

	"evolab/game"
)

// strategy is what tells one sampling optimiser from another. All it knows is
// in the recorded generation, and what it keeps between its calls can be told
// from that: so a run that is taken up again is the undisturbed run.
type strategy interface {
	// players returns who plays in generation g.Index+1; those that bring a
	// tally along play again and add to it. Before generation 0 the index is -1
	// and the individuals are the start's, without games.
	players(g Generation, rng *rand.Rand) ([]Individual, error)

	// settle makes the next generation of the players, each with all its games
	// so far, and of their fresh tallies alone, in the same order. It sets
	// Individuals, best first, Sigma and State, and returns the individuals
	// that may enter the hall of fame.
	settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual
}

// nearby is how far, in each weight, the first candidates lie from a given start:
// the GA's default of sigma.
const nearby = .4

// sampler drives a strategy.
type sampler struct {
	Shared
	strategy strategy
	// latest lets the newest individuals have the hall of fame, whatever they
	// scored: for strategies whose answer is steadier than its measurement.
	latest  bool
	scorer  Scorer
	observe func(Generation) error
	seed    uint64
	hall    hall
}

// run implements Optimizer.Run for an optimiser.
func (s *sampler) run(ctx context.Context, start Start) error {
	s.seed = start.Seed
	s.hall = hall{size: s.HallOfFame, caution: s.Caution}
	current, err := s.begin(start)
	if err != nil {
		return err
	}
	for current.Index < s.Generations {
		if current, err = s.next(ctx, current); err != nil {
			return err
		}
		if err := s.observe(current.clone()); err != nil {
			return err
		}
	}
	return nil
}

// begin returns the checkpoint, or what comes before generation 0.
func (s *sampler) begin(start Start) (Generation, error) {
	if c := start.Checkpoint; c != nil {
		if len(c.Individuals) == 0 {
			return Generation{}, errEmptyCheckpoint
		}
		current := c.clone()
		s.hall.members = current.HallOfFame
		return current, c.validate(len(c.Individuals))
	}
	if err := start.validate(s.Population); err != nil {
		return Generation{}, err
	}
	g := Generation{Index: -1}
	rng := s.rng(0)
	for slot := range s.Population {
		g.Individuals = append(g.Individuals, newIndividual(0, slot, start.genome(slot, nearby, rng)))
	}
	return g, nil
}

// rng returns the generator of one generation.
func (s *sampler) rng(generation int) *rand.Rand {
	return rand.New(rand.NewSource(int64(game.Mix(s.seed, uint64(generation)))))
}

// next plays a generation.
func (s *sampler) next(ctx context.Context, before Generation) (Generation, error) {
	g := Generation{Index: before.Index + 1, Games: before.Games}
	played, err := s.strategy.players(before, s.rng(g.Index))
	if err != nil {
		return g, err
	}
	r := Request{Generation: g.Index, Pairs: s.Pairs}
	for _, p := range played {
		r.Genomes = append(r.Genomes, p.Genome)
	}
	fresh, err := scored(ctx, s.scorer, r)
	if err != nil {
		return g, err
	}
	for i, t := range fresh {
		played[i].Tally = played[i].Tally.Add(t)
		g.Games += t.Games()
	}
	elites := s.strategy.settle(&g, before, played, fresh)
	s.enter(played, elites)
	g.HallOfFame = s.hall.members
	g.summarize()
	return g, nil
}

// enter lets elites into the hall of fame.
func (s *sampler) enter(played, elites []Individual) {
	if !s.latest {
		s.hall.admit(played, elites)
		return
	}
	members := distinct(append(cloned(elites), s.hall.members...), s.HallOfFame)
	s.hall.members = members
}

// checkState reports a checkpoint whose state is not as long as it must be.
func (g Generation) checkState(want int) error {
	if len(g.State) != want {
		return fmt.Errorf("evolve: checkpoint: generation %d: a state of %d numbers, %d expected", g.Index, len(g.State), want)
	}
	return nil
}
