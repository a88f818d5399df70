package evolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"evolab/game"
	"evolab/internal/float"
	"evolab/search/cputime"
)

// strategy is what distinguishes one sampling optimiser from another. All it
// knows is in the recorded generation, or follows from it: so a resumed run
// equals the undisturbed one.
type strategy interface {
	// players returns who plays in generation g.Index+1; those with a tally play
	// again and add to it. Before generation 0 the index is -1 and the individuals
	// are the start's, without games.
	players(g Generation, rng *rand.Rand) ([]Individual, error)

	// settle makes the next generation from the players, each with all its games so
	// far, and from their fresh tallies, in the same order. It sets Individuals, best
	// first, Sigma and State, and returns the individuals that may enter the hall of
	// fame.
	settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual
}

// matches says whom the players of a generation meet.
type matches interface {
	// play plays a generation of so many units and returns the fresh tallies of the players.
	play(ctx context.Context, g *Generation, s Scorer, players []Individual, units int) ([]Tally, error)
	// playRest plays the pairs of a budget that do not make a unit.
	playRest(ctx context.Context, g *Generation, s Scorer, players []Individual, units, pairs int) error
}

// samePairs lets all players meet the opponents from the same openings. A unit is a pair
// of each.
type samePairs struct{ *Shared }

func (samePairs) play(ctx context.Context, g *Generation, s Scorer, players []Individual, units int) ([]Tally, error) {
	return g.play(ctx, s, players, 0, units)
}

func (m samePairs) playRest(ctx context.Context, g *Generation, s Scorer, players []Individual, units, pairs int) error {
	return g.playOn(ctx, s, players, m.Caution, units, pairs)
}

// generator is the source of a generation's draws. Seeding every generation on
// its own makes a resumed run equal to an undisturbed one.
func generator(seed uint64, generation int) *rand.Rand {
	return rand.New(rand.NewSource(int64(game.Mix(seed, uint64(generation)))))
}

// sampler drives a strategy.
type sampler struct {
	Shared
	cost     Cost
	strategy strategy
	matches  matches // nil: all play the same pairs
	// latest gives the hall of fame to the newest individuals, whatever they
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
	for !s.over(current) {
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
			return Generation{}, errors.New("checkpoint: no individuals")
		}
		current := c.clone()
		s.hall.members = current.HallOfFame
		s.continueAfter(s.cost, &current, start.Grown)
		return current, c.validate(len(c.Individuals))
	}
	if err := start.validate(s.Population); err != nil {
		return Generation{}, err
	}
	g := Generation{Index: -1, Games: start.Games}
	rng := generator(s.seed, 0)
	const nearby = .4 // in each weight, from a given start: the GA's default of sigma
	for slot := range s.Population {
		g.Individuals = append(g.Individuals, newIndividual(0, slot, start.genomeOf(&s.Shared, slot, nearby, rng)))
	}
	return g, s.plan(s.cost, &g, nil)
}

func (s *sampler) next(ctx context.Context, before Generation) (Generation, error) {
	g := Generation{Index: before.Index + 1, Games: before.Games}
	turn := s.turnAfter(s.cost, before)
	stop := cputime.Count(ctx) // a model takes its time, too
	played, err := s.strategy.players(before, generator(s.seed, g.Index))
	stop()
	if err != nil {
		return g, err
	}
	if turn.Close {
		played = played[:1]
	}
	var meet matches = samePairs{&s.Shared}
	if s.matches != nil {
		meet = s.matches
	}
	fresh, err := meet.play(ctx, &g, s.scorer, played, turn.Units)
	if err == nil {
		err = s.plan(s.cost, &g, before.Next)
	}
	if rest := s.remainder(g); err == nil && rest > 0 {
		err = meet.playRest(ctx, &g, s.scorer, played, turn.Units, rest)
	}
	if err != nil {
		return g, err
	}
	if elites := s.strategy.settle(&g, before, played, fresh); s.latest {
		s.hall.members = distinct(append(cloneAll(elites), s.hall.members...), s.HallOfFame)
	} else {
		s.hall.admit(played, elites)
	}
	g.HallOfFame = s.hall.members
	g.summarize()
	return g, nil
}

// bestFifth is how many of a population may enter the hall of fame.
func bestFifth(population int) int { return max(population/5, 1) }

// checkState reports a checkpoint whose state is not as long as it must be.
func (g Generation) checkState(want int) error {
	if len(g.State) != want {
		return fmt.Errorf("checkpoint: generation %d: length of the state: %d (expected: %d)", g.Index, len(g.State), want)
	}
	return nil
}

// Some optimisers move one vector, the centre, by the results of its neighbours.
// The centre plays too, as the first individual of each generation, and is their
// answer: it is steadier than the best of its neighbours.

// centredCost is what it costs to move a vector by the given number of neighbours.
func (s *Shared) centredCost(neighbours int) Cost {
	return Cost{Units: s.Pairs, Rounds: 1, Openings: 1, Start: 1, Step: 1 + neighbours, Close: 1}
}

// centred returns who plays: the centre, then its neighbours.
func (s *Shared) centred(generation int, centre Genome, neighbours []Genome) []Individual {
	list := []Individual{newIndividual(generation, 0, s.place(centre))}
	for _, g := range neighbours {
		list = append(list, newIndividual(generation, len(list), s.place(g)))
	}
	return list
}

// settleCentre records the players as they stand, the centre first.
func settleCentre(g *Generation, played []Individual) []Individual {
	g.Individuals = played
	return played[:1]
}

// gaussianVector draws a vector of independent standard normal numbers.
func gaussianVector(n int, rng *rand.Rand) Genome {
	v := make(Genome, n)
	for i := range v {
		v[i] = normal(rng)
	}
	return v
}

func shifted(g Genome, factor float64, direction Genome) Genome {
	sum := slices.Clone(g)
	float.AddScaled(sum, factor, direction)
	return sum
}
