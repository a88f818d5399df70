package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evolab/stats"
)

// headline says in a line what the run came to: what it was after, of the start
// weights and of the champion, and the champion against the hand-set weights. It
// is "" without a test. Only games from openings of the same length are compared.
func (r *running) headline(ctx context.Context, c champion, e *Evidence) (string, error) {
	if len(e.Test) == 0 {
		return "", nil
	}
	plies := r.config.headlinePlies()
	start, err := r.startMetrics()
	if err != nil {
		return "", err
	}
	var parts []string
	switch {
	case r.config.share() == 1:
		text, err := r.keptHeadline(ctx, c, start)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	case r.config.Objective == RubricObjective:
		parts = append(parts, r.config.pointsHeadline(e, start, plies))
	default:
		parts = append(parts, r.config.mixHeadline(e, start, plies))
	}
	for _, v := range e.Test {
		if v.Opponent == HandName && v.OpeningPlies == plies {
			parts = append(parts, against(v.Opponent, v.Score))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; "), nil
}

// headlinePlies is the opening length of the training if the champion was tested
// from it, so that the start weights can be compared, or the first of the test.
func (c *Config) headlinePlies() int {
	if slices.Contains(c.Test.OpeningPlies, c.Fitness.OpeningPlies) {
		return c.Fitness.OpeningPlies
	}
	return c.Test.OpeningPlies[0]
}

// startMetrics are those of generation 0, which validates the start weights.
func (r *running) startMetrics() (Metrics, error) {
	list, err := ReadLines[Metrics](filepath.Join(r.folder, MetricsFile))
	if err != nil || len(list) == 0 || list[0].Generation != 0 {
		return Metrics{}, err
	}
	return list[0], nil
}

// mixHeadline is about the points won against the opponents of the config.
func (c *Config) mixHeadline(e *Evidence, start Metrics, plies int) string {
	score := e.mixScore(c, plies)
	switch {
	case score == nil:
		return ""
	case start.ValidatedScore == nil || plies != c.Fitness.OpeningPlies:
		return fmt.Sprintf("champion %s of the mix", percent(*score))
	}
	return fmt.Sprintf("start weights %s -> champion %s of the mix", percent(start.ValidatedScore.Value), percent(*score))
}

// pointsHeadline is about the points that a rubric would give.
func (c *Config) pointsHeadline(e *Evidence, start Metrics, plies int) string {
	i := slices.IndexFunc(e.Points, func(p RubricPoints) bool { return p.OpeningPlies == plies })
	if i < 0 {
		return ""
	}
	p := e.Points[i]
	if start.Validated == nil || plies != c.Fitness.OpeningPlies {
		return fmt.Sprintf("champion %.1f of %.0f points of %s", p.Points.Value, p.Max, p.Rubric)
	}
	return fmt.Sprintf("start weights %.1f -> champion %.1f of %.0f points of %s", p.Max*start.Validated.Value, p.Points.Value, p.Max, p.Rubric)
}

// keptHeadline is about the values that are kept in the reporting suite, or,
// where there is none, in that of the training.
func (r *running) keptHeadline(ctx context.Context, c champion, start Metrics) (string, error) {
	exam, name := &r.exams.report, "the reporting suite"
	if len(exam.Entries) == 0 {
		exam, name, start = &r.exams.train, "the training suite", Metrics{}
	}
	kept, err := r.accuracy(ctx, r.weights(c.individual.Genome, ""), exam)
	switch {
	case err != nil:
		return "", err
	case start.Accuracy == nil:
		return fmt.Sprintf("champion keeps %s of the values of %s", percent(kept.Value), name), nil
	}
	return fmt.Sprintf("start weights keep %s -> champion %s of the values of %s", percent(start.Accuracy.Value), percent(kept.Value), name), nil
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
