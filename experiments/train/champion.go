package train

import (
	"context"
	"math"
	"slices"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/stats"
)

// champion is the final candidate of a run.
type champion struct {
	individual evolve.Individual
	chosen     *run.Mix
	matches    []run.MatchLine // by which it was chosen
}

// choose plays the best of the hall of fame again, on games that took no part in
// their selection, and returns the one that does best there.
func (r *running) choose(ctx context.Context, hall []evolve.Individual) (champion, error) {
	best, bestFitness := champion{}, math.Inf(-1)
	var matches []run.MatchLine
	for _, candidate := range hall[:r.candidates(hall)] {
		weights := r.weightsOf(candidate, "")
		games := r.measurement(experiment.ChooseSeed, r.config.Fitness.OpeningPlies)
		m, err := r.measureMix(ctx, weights, r.config.Validation.CandidateGames, games,
			func() (stats.Estimate, error) { return r.accuracy(ctx, weights, &r.suites.train) })
		if err != nil {
			return best, err
		}
		if m.Fitness.Value > bestFitness {
			best, bestFitness = champion{individual: candidate, chosen: &m.Mix}, m.Fitness.Value
		}
		matches = append(matches, matchLines(run.ChooseMatch, r.plan.Generations, candidate.ID, m.met)...)
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
	defer func() {
		for _, o := range opponents[len(r.opponents):] {
			o.agent.Close()
		}
	}()
	r.options.Watch.Stage("testing the champion", len(opponents)*len(r.config.Test.OpeningPlies)*r.config.Test.Games)
	var list []versus
	weights := r.weightsOf(c.individual, "")
	phases := newReach(&weights)
	for _, plies := range r.config.Test.OpeningPlies {
		for i, o := range opponents {
			games := r.measurement(experiment.TestSeed, plies)
			games.index, games.keep, games.reach = uint64(i), 4, phases
			v, err := r.measure(ctx, weights, o, r.config.Test.Games, games)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// yardsticks are the opponents of the final test.
func (s *setup) yardsticks() ([]opponent, error) {
	list := slices.Clone(s.opponents)
	add := func(name, spec string, w features.Weights) error {
		a, err := s.player(w)
		if err == nil {
			list = append(list, opponent{name: name, spec: spec, agent: a})
		}
		return err
	}
	err := add(run.StartName, s.playerSpec("frozen", run.StartFile), s.startWeights(s.config.Start))
	if err == nil && s.tuned == nil { // no weights of features are a program's
		err = add(run.HandName, s.playerSpec("hand", ""), s.game.Info().Hand)
	}
	return list, err
}
