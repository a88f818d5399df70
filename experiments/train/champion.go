package train

import (
	"context"
	"fmt"
	"math"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/record"
	"evolab/features"
	"evolab/stats"
)

// champion is the candidate that a run ends with.
type champion struct {
	individual evolve.Individual
	chosen     *record.Mix
	matches    []record.MatchLine // by which it was chosen
}

// choose lets the best of the hall of fame play again, on games that took no
// part in their selection, and returns the one that does best there.
func (r *running) choose(ctx context.Context, hall []evolve.Individual) (champion, error) {
	best, bestFitness := champion{}, math.Inf(-1)
	var matches []record.MatchLine
	for _, candidate := range hall[:min(len(hall), r.config.Validation.Candidates)] {
		weights := r.weights(candidate.Genome, "")
		m, err := r.measureMix(ctx, weights, r.config.Validation.CandidateGames,
			measurement{purpose: experiment.ChooseSeed, openingPlies: r.config.Fitness.OpeningPlies, workers: r.options.Workers, played: r.options.Watch.Played,
				kept: func() (stats.Estimate, error) { return r.accuracy(ctx, weights, &r.exams.train) }})
		if err != nil {
			return best, err
		}
		if m.Fitness.Value > bestFitness {
			best, bestFitness = champion{individual: candidate, chosen: &m.Mix}, m.Fitness.Value
		}
		matches = append(matches, matchLines(record.ChooseMatch, r.plan.Generations, candidate.ID, m.met)...)
	}
	best.matches = matches
	return best, nil
}

// test plays the final games of a champion: against every opponent, the start
// weights and the hand-set weights, from each opening length.
func (r *running) test(ctx context.Context, c champion) ([]versus, error) {
	opponents, err := r.yardsticks()
	if err != nil {
		return nil, err
	}
	r.options.Watch.Stage("testing the champion", len(opponents)*len(r.config.Test.OpeningPlies)*r.config.Test.Games)
	var list []versus
	for _, plies := range r.config.Test.OpeningPlies {
		for i, o := range opponents {
			v, err := r.measure(ctx, r.weights(c.individual.Genome, ""), o, r.config.Test.Games,
				measurement{purpose: experiment.TestSeed, index: uint64(i), openingPlies: plies, workers: r.options.Workers, keep: keptGames, played: r.options.Watch.Played})
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// keptGames of each match of the test are kept with their moves.
const keptGames = 4

// yardsticks are the opponents of the final test.
func (s *setup) yardsticks() ([]opponent, error) {
	list := append([]opponent(nil), s.opponents...)
	for _, y := range []struct {
		name, spec string
		weights    features.Weights
	}{
		{record.StartName, s.playerSpec("frozen", record.StartFile), s.weights(s.start, s.config.Start)},
		{record.HandName, s.playerSpec("hand", ""), s.game.Info().Hand},
	} {
		a, err := s.player(y.weights)
		if err != nil {
			return nil, err
		}
		list = append(list, opponent{name: y.name, spec: y.spec, agent: a})
	}
	return list, nil
}

// writeChampion writes the champion with what is known of it.
func (r *running) writeChampion(c champion, e record.Evidence) error {
	w := r.weights(c.individual.Genome, fmt.Sprintf("%s of experiment %s, seed %d, individual %s",
		r.config.Optimizer, r.config.Name, r.config.Seed, c.individual.ID))
	return record.WriteChampion(r.folder, w, e)
}
