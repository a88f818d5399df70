package train

import (
	"context"
	"fmt"
	"slices"

	"evolab/course/rubric"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/stats"
)

// rubricGoal is the expected points of a grading, as a share of the most.
type rubricGoal struct {
	rows []rubric.Opponent // what beating each of the opponents is worth
}

func newRubricGoal(c *experiment.Config) rubricGoal {
	var o rubricGoal
	rows := c.Rows()
	for _, met := range c.Opponents {
		i := slices.IndexFunc(rows, func(row rubric.Opponent) bool { return row.Agent == met.Agent })
		o.rows = append(o.rows, rows[i]) // sameOpponents has checked this
	}
	return o
}

func (o rubricGoal) score(ctx context.Context, s *scorer, r evolve.Request) ([]evolve.Tally, error) {
	list, err := s.play(ctx, r)
	tallies := make([]evolve.Tally, len(list))
	for i, p := range list {
		tallies[i] = tallyOf(p.all)
		tallies[i].Sum, tallies[i].SumSquares = o.sums(p.met)
	}
	return tallies, err
}

func (o rubricGoal) fitness(met []stats.Result, _ func() (stats.Estimate, error)) (stats.Estimate, error) {
	sum, squares := o.sums(met)
	return stats.Mean(sum, squares, together(met).Pairs.Pairs()), nil
}

// sums is the fitness under a rubric, as the sum over all pairs and the sum of
// squares: the expected points of a grading in which each game is won as often
// as here, as a share of the most points. It rises smoothly with the win rates,
// where the points jump.
//
// The squares give the sum the variance that it has (the delta method: a pair
// counts with the slope of the points at the opponent's win rate, and with the
// reciprocal of the opponent's part of the pairs). An opponent that was not met
// gives no points.
func (o rubricGoal) sums(met []stats.Result) (sum, squares float64) {
	all := float64(together(met).Pairs.Pairs())
	mean, variance, most := 0.0, 0.0, 0.0
	for i, row := range o.rows {
		most += row.Scale.Max()
		n := float64(met[i].Pairs.Pairs())
		if n == 0 {
			continue
		}
		rate, spread := met[i].WonShare()
		slope := row.Scale.Slope(rate, row.Games)
		mean += row.Scale.Expected(rate, row.Games)
		variance += all / n * slope * slope * spread
	}
	mean, variance = min(1, mean/most), variance/(most*most)
	return all * mean, all * (mean*mean + variance)
}

// headline is about the points that the rubric would give.
func (o rubricGoal) headline(_ context.Context, r *running, _ champion, e *run.Evidence, start run.Metrics) (string, error) {
	plies := headlinePlies(r.config)
	i := slices.IndexFunc(e.Points, func(p run.RubricPoints) bool { return p.OpeningPlies == plies })
	if i < 0 {
		return "", nil
	}
	p := e.Points[i]
	if start.Validated == nil || plies != r.config.Fitness.OpeningPlies {
		return fmt.Sprintf("champion %.1f of %.0f points of %s", p.Points.Value, p.Max, p.Rubric), nil
	}
	return fmt.Sprintf("%s %.1f -> champion %.1f of %.0f points of %s", r.config.StartNoun(), p.Max*start.Validated.Value, p.Points.Value, p.Max, p.Rubric), nil
}
