package train

import (
	"context"
	"fmt"

	"evolab/evolve"
	"evolab/experiments/run"
	"evolab/stats"
)

// accuracyGoal is accuracy on the training suite, without any games.
type accuracyGoal struct{}

// score counts two answers as a pair of games, won or lost.
func (accuracyGoal) score(ctx context.Context, s *scorer, r evolve.Request) ([]evolve.Tally, error) {
	answers, err := s.examine(ctx, r, s.played)
	tallies := make([]evolve.Tally, len(answers))
	for i, right := range answers {
		var all stats.Result
		for k := range len(right) / 2 {
			all.AddPair(points(right[2*k]), points(right[2*k+1]), rightOf(right, k))
		}
		tallies[i] = tallyOf(all)
	}
	return tallies, err
}

// points are those of a won or lost game, in half points.
func points(won bool) int {
	if won {
		return 2
	}
	return 0
}

// rightOf is the share of right answers among the two that go with a pair.
func rightOf(right []bool, pair int) float64 {
	return float64(points(right[2*pair])+points(right[2*pair+1])) / 4
}

func (accuracyGoal) fitness(_ []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error) {
	return accuracy()
}

// headline is about accuracy on the reporting suite, or on the training suite if
// there is none.
func (accuracyGoal) headline(ctx context.Context, r *running, c champion, _ *run.Evidence, start run.Metrics) (string, error) {
	of, name := &r.suites.report, "the reporting suite"
	if len(of.Entries) == 0 {
		of, name, start = &r.suites.train, "the training suite", run.Metrics{}
	}
	accuracy, err := r.accuracy(ctx, r.weightsOf(c.individual, ""), of)
	switch {
	case err != nil:
		return "", err
	case start.Accuracy == nil:
		return fmt.Sprintf("champion keeps %s of the values of %s", percent(accuracy.Value), name), nil
	}
	return fmt.Sprintf("start weights keep %s -> champion %s of the values of %s", percent(start.Accuracy.Value), percent(accuracy.Value), name), nil
}
