package train

import (
	"context"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/stats"
)

// chooseAmong plays the best of the hall of fame against each other, on games that
// took no part in their selection, and returns the one that scores best. It judges
// rounds: against an opponent that all of them beat, the better one need not score
// more. A single candidate plays nobody.
func (r *running) chooseAmong(ctx context.Context, hall []evolve.Individual) (champion, error) {
	rivals, games := hall[:r.candidates(hall)], r.measurement(experiment.ChooseSeed, r.config.Fitness.OpeningPlies)
	scores := make([]stats.Result, len(rivals))
	var matches []run.MatchLine
	for i, one := range rivals {
		for j, other := range rivals[:i] {
			games.index = uint64(i*len(rivals) + j)
			v, err := r.rivalry(ctx, r.weightsOf(one, ""), other, r.config.Validation.CandidateGames, games)
			if err != nil {
				return champion{}, err
			}
			scores[i], scores[j] = scores[i].Plus(v.met), scores[j].Plus(mirrored(v.met))
			matches = append(matches, matchLines(run.ChooseMatch, r.plan.Generations, one.ID, []versus{v})...)
		}
	}
	best := 0
	for i := range rivals {
		if scores[i].Pairs.Mean() > scores[best].Pairs.Mean() {
			best = i
		}
	}
	c := champion{individual: rivals[best], matches: matches}
	if len(rivals) > 1 {
		c.chosen = &run.Mix{Fitness: scores[best].Fitness(), Score: scores[best].Pairs.Score()}
	}
	return c, nil
}

// rivalry plays weights against a candidate.
func (r *running) rivalry(ctx context.Context, w features.Weights, other evolve.Individual, n int, games measurement) (versus, error) {
	rival, err := r.player(r.weightsOf(other, ""))
	if err != nil {
		return versus{}, err
	}
	defer rival.Close()
	return r.measure(ctx, w, opponent{name: run.GenerationName(other.Born), agent: rival}, n, games)
}

// mirrored is a result from the rival's view. The values of a pair for the two
// sides add up to 1.
func mirrored(r stats.Result) stats.Result {
	s, n := r.Swap(), float64(r.Pairs.Pairs())
	s.Sum, s.SumSquares = n-r.Sum, n-2*r.Sum+r.SumSquares
	return s
}

// candidates is how many of the hall of fame play again for the championship.
func (r *running) candidates(hall []evolve.Individual) int {
	return min(len(hall), r.config.Validation.Candidates)
}
