package train

import (
	"context"
	"fmt"
	"slices"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/float"
	"evolab/stats"
)

// objective is what a run maximises.
type objective interface {
	// needs says what the candidates of a request have to do: play its games, answer
	// questions of the training suite, or both.
	needs() (games, answers bool)
	// tally is the fitness of a candidate, from 0 to 1, summed up over its pairs.
	tally(p *performance) evolve.Tally
	// fitness is that of weights on games that train nobody: results are against each
	// opponent, and accuracy measures that on a suite.
	fitness(results []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error)
	// headline compares the start weights and the champion.
	headline(ctx context.Context, r *running, c champion, e *run.Evidence, start run.Metrics) (string, error)
}

func objectiveOf(c *experiment.Config) (objective, error) {
	switch {
	case c.Objective == experiment.RubricObjective:
		return newRubricObjective(c)
	case c.AccuracyShare() == 1:
		return accuracyObjective{}, nil
	}
	return mixObjective{share: c.AccuracyShare()}, nil
}

// tallyOf is what an optimiser learns about a candidate's games.
func tallyOf(r stats.Result) evolve.Tally {
	return evolve.Tally{Pairs: r.Pairs.Pairs(), WDL: r.Total(), Sum: r.Sum, SumSquares: r.SumSquares}
}

// mixObjective is the mean fitness of the games, with accuracy on a suite as a share.
type mixObjective struct{ share float64 }

func (o mixObjective) needs() (games, answers bool) { return true, o.share > 0 }

func (o mixObjective) tally(p *performance) evolve.Tally {
	t := tallyOf(p.all)
	if o.share == 0 {
		return t
	}
	t.Sum, t.SumSquares = 0, 0
	for pair, games := range p.pairFitness {
		f := float64(o.share*rightOf(p.right, pair)) + float64((1-o.share)*games)
		t.Sum += f
		t.SumSquares += float64(f * f)
	}
	return t
}

func (o mixObjective) fitness(results []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error) {
	games := sumResults(results).Fitness()
	if o.share == 0 {
		return games, nil
	}
	a, err := accuracy()
	return blended(games, a, o.share), err
}

// blended is a fitness with a share of accuracy. The two are measured apart, so
// their errors add up as squares.
func blended(fitness, accuracy stats.Estimate, share float64) stats.Estimate {
	value := float64((1-share)*fitness.Value) + float64(share*accuracy.Value)
	low := float.Hypot((1-share)*(fitness.Value-fitness.Low), share*(accuracy.Value-accuracy.Low))
	high := float.Hypot((1-share)*(fitness.High-fitness.Value), share*(accuracy.High-accuracy.Value))
	return stats.Estimate{Value: value, Low: max(0, value-low), High: min(1, value+high)}
}

func sumResults(results []stats.Result) stats.Result {
	var all stats.Result
	for _, r := range results {
		all = all.Plus(r)
	}
	return all
}

// headline is about the points won against the opponents of the config.
func (o mixObjective) headline(_ context.Context, r *running, _ champion, e *run.Evidence, start run.Metrics) (string, error) {
	plies := headlinePlies(r.setup.config)
	score := e.MixScoreFrom(r.setup.config, plies)
	switch {
	case e.Gain != nil:
		return r.gainText(e.Gain), nil
	case score == nil:
		return "", nil
	case start.ValidatedScore == nil || plies != r.setup.config.Fitness.OpeningPlies:
		return fmt.Sprintf("champion %s of the mix", percent(*score)), nil
	}
	return fmt.Sprintf("%s %s -> champion %s of the mix", r.setup.config.StartNoun(), percent(start.ValidatedScore.Value), percent(*score)), nil
}

// rubricObjective is the expected points of a grading, as a share of the most.
type rubricObjective struct {
	rows []experiment.RubricOpponent // in the order of the config's opponents
}

func newRubricObjective(c *experiment.Config) (o rubricObjective, err error) {
	r := c.FindRubric()
	if r == nil {
		return o, fmt.Errorf("no rubric %q", c.Rubric)
	}
	for _, opponent := range c.Opponents {
		i := slices.IndexFunc(r.Opponents, func(row experiment.RubricOpponent) bool { return row.Agent == opponent.Agent })
		if i < 0 {
			return o, fmt.Errorf("%s is not an opponent of %s", opponent.Agent, r.Name)
		}
		o.rows = append(o.rows, r.Opponents[i])
	}
	return o, nil
}

func (rubricObjective) needs() (games, answers bool) { return true, false }

func (o rubricObjective) tally(p *performance) evolve.Tally {
	t := tallyOf(p.all)
	t.Sum, t.SumSquares = o.sums(p.against)
	return t
}

func (o rubricObjective) fitness(results []stats.Result, _ func() (stats.Estimate, error)) (stats.Estimate, error) {
	sum, squares := o.sums(results)
	return stats.Mean(sum, squares, sumResults(results).Pairs.Pairs()), nil
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
func (o rubricObjective) sums(results []stats.Result) (sum, squares float64) {
	all := float64(sumResults(results).Pairs.Pairs())
	mean, variance, most := 0.0, 0.0, 0.0
	for i, row := range o.rows {
		most += row.Scale.Max()
		n := float64(results[i].Pairs.Pairs())
		if n == 0 {
			continue
		}
		rate, spread := results[i].WonShare()
		slope := row.Scale.Slope(rate, row.Games)
		mean += row.Scale.Expected(rate, row.Games)
		variance += float64(all / n * slope * slope * spread)
	}
	mean, variance = min(1, mean/most), variance/(most*most)
	return float64(all * mean), float64(all * (float64(mean*mean) + variance))
}

// headline is about the points that the rubric would give.
func (o rubricObjective) headline(_ context.Context, r *running, _ champion, e *run.Evidence, start run.Metrics) (string, error) {
	plies := headlinePlies(r.setup.config)
	i := slices.IndexFunc(e.Points, func(p run.RubricPoints) bool { return p.OpeningPlies == plies })
	if i < 0 {
		return "", nil
	}
	p := e.Points[i]
	if start.Validated == nil || plies != r.setup.config.Fitness.OpeningPlies {
		return fmt.Sprintf("champion %.1f of %.0f points of %s", p.Points.Value, p.Max, p.Rubric), nil
	}
	return fmt.Sprintf("%s %.1f -> champion %.1f of %.0f points of %s", r.setup.config.StartNoun(), p.Max*start.Validated.Value, p.Points.Value, p.Max, p.Rubric), nil
}

// accuracyObjective is accuracy on the training suite, without any games.
type accuracyObjective struct{}

func (accuracyObjective) needs() (games, answers bool) { return false, true }

// tally counts two answers as a pair of games, won or lost.
func (accuracyObjective) tally(p *performance) evolve.Tally {
	var all stats.Result
	for pair := range len(p.right) / 2 {
		all.AddPair(halfPoints(p.right[2*pair]), halfPoints(p.right[2*pair+1]), rightOf(p.right, pair))
	}
	return tallyOf(all)
}

// halfPoints are those of a game that is won or lost.
func halfPoints(won bool) int {
	if won {
		return 2
	}
	return 0
}

// rightOf is the share of right answers among the two that go with a pair.
func rightOf(right []bool, pair int) float64 {
	return float64(float64(halfPoints(right[2*pair])+halfPoints(right[2*pair+1])) / 4)
}

func (accuracyObjective) fitness(_ []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error) {
	return accuracy()
}

// headline is about accuracy on the reporting suite, or on the training suite if
// there is none.
func (accuracyObjective) headline(ctx context.Context, r *running, c champion, _ *run.Evidence, start run.Metrics) (string, error) {
	of, name := &r.setup.suites.reporting, "the reporting suite"
	if len(of.Entries) == 0 {
		of, name, start = &r.setup.suites.training, "the training suite", run.Metrics{}
	}
	accuracy, err := r.setup.accuracy(ctx, r.setup.weightsOf(c.individual, ""), of)
	switch {
	case err != nil:
		return "", err
	case start.Accuracy == nil:
		return fmt.Sprintf("champion keeps %s of the values of %s", percent(accuracy.Value), name), nil
	}
	return fmt.Sprintf("start weights keep %s -> champion %s of the values of %s", percent(start.Accuracy.Value), percent(accuracy.Value), name), nil
}
