package train

import (
	"context"
	"fmt"
	"math"

	"evolab/evolve"
	"evolab/experiments/run"
	"evolab/stats"
)

// mixGoal is the mean fitness of the games, with accuracy on a suite as a share.
type mixGoal struct{ share float64 }

func (o mixGoal) score(ctx context.Context, s *scorer, r evolve.Request) ([]evolve.Tally, error) {
	list, err := s.play(ctx, r)
	if err != nil {
		return nil, err
	}
	tallies := make([]evolve.Tally, len(list))
	for i, p := range list {
		tallies[i] = tallyOf(p.all)
	}
	if o.share == 0 {
		return tallies, nil
	}
	answers, err := s.examine(ctx, r, func(int) {}) // the games count as progress
	for i := range answers {
		t := &tallies[i]
		t.Sum, t.SumSquares = 0, 0
		for k, game := range list[i].fitness {
			f := o.share * rightOf(answers[i], k)
			f += (1 - o.share) * game
			t.Sum += f
			t.SumSquares += f * f
		}
	}
	return tallies, err
}

func (o mixGoal) fitness(results []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error) {
	games := together(results).Fitness()
	if o.share == 0 {
		return games, nil
	}
	a, err := accuracy()
	return blended(games, a, o.share), err
}

// blended is a fitness with a share of accuracy. The two are measured apart, so
// their errors add up as squares.
func blended(fitness, accuracy stats.Estimate, share float64) stats.Estimate {
	value := (1-share)*fitness.Value + share*accuracy.Value
	low := math.Hypot((1-share)*(fitness.Value-fitness.Low), share*(accuracy.Value-accuracy.Low))
	high := math.Hypot((1-share)*(fitness.High-fitness.Value), share*(accuracy.High-accuracy.Value))
	return stats.Estimate{Value: value, Low: max(0, value-low), High: min(1, value+high)}
}

// together is the result against all opponents.
func together(results []stats.Result) stats.Result {
	var all stats.Result
	for _, r := range results {
		all = all.Plus(r)
	}
	return all
}

// headline is about the points won against the opponents of the config.
func (o mixGoal) headline(_ context.Context, r *running, _ champion, e *run.Evidence, start run.Metrics) (string, error) {
	plies := headlinePlies(r.config)
	score := e.MixScoreFrom(r.config, plies)
	switch {
	case score == nil:
		return "", nil
	case start.ValidatedScore == nil || plies != r.config.Fitness.OpeningPlies:
		return fmt.Sprintf("champion %s of the mix", percent(*score)), nil
	}
	return fmt.Sprintf("%s %s -> champion %s of the mix", r.config.StartNoun(), percent(start.ValidatedScore.Value), percent(*score)), nil
}
