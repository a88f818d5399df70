package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/stats"
)

// headline sums up the run in a line: the objective's value for the start weights
// and the champion, and the champion against the hand-set weights. It is "" without
// a test, and compares only games from openings of the same length.
func (r *running) headline(ctx context.Context, c champion, e *run.Evidence) (string, error) {
	if len(e.Test) == 0 {
		return "", nil
	}
	plies := headlinePlies(r.config)
	start, err := r.startMetrics()
	if err != nil {
		return "", err
	}
	came, err := r.goal.headline(ctx, r, c, e, start)
	if err != nil {
		return "", err
	}
	parts := []string{came}
	for _, v := range e.Test {
		if v.Opponent == run.HandName && v.OpeningPlies == plies {
			parts = append(parts, against(v.Opponent, v.Score))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; "), nil
}

// headlinePlies is the training's opening length if the champion was tested from it,
// as the start weights were, or else the first of the test.
func headlinePlies(c *experiment.Config) int {
	if slices.Contains(c.Test.OpeningPlies, c.Fitness.OpeningPlies) {
		return c.Fitness.OpeningPlies
	}
	return c.Test.OpeningPlies[0]
}

// startMetrics are those of generation 0, which validates the start weights.
func (r *running) startMetrics() (run.Metrics, error) {
	list, err := run.ReadLines[run.Metrics](filepath.Join(r.folder, run.MetricsFile))
	if err != nil || len(list) == 0 || list[0].Generation != 0 {
		return run.Metrics{}, err
	}
	return list[0], nil
}

// against says what a score proves.
func against(opponent string, score stats.Estimate) string {
	verb := "even with"
	switch {
	case score.Low > .5:
		verb = "beats"
	case score.High < .5:
		verb = "loses to"
	}
	return fmt.Sprintf("%s %s %s", verb, opponent, score.Percent())
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
