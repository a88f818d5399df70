package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/stats"
)

// objective is what a run maximises; each one has a file.
type objective interface {
	// score is the fitness of the candidates of a request, from 0 to 1.
	score(ctx context.Context, s *scorer, r evolve.Request) ([]evolve.Tally, error)
	// fitness is that of weights on games that train nobody: results are against each
	// opponent, and accuracy measures that on a suite.
	fitness(results []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error)
	// headline compares the start weights and the champion.
	headline(ctx context.Context, r *running, c champion, e *run.Evidence, start run.Metrics) (string, error)
}

// goalOf is the config's objective.
func goalOf(c *experiment.Config) (objective, error) {
	switch {
	case c.Objective == experiment.RubricObjective:
		return newRubricGoal(c)
	case c.AccuracyShare() == 1:
		return accuracyGoal{}, nil
	}
	return mixGoal{share: c.AccuracyShare()}, nil
}

// tallyOf is what an optimiser learns about a candidate's games.
func tallyOf(r stats.Result) evolve.Tally {
	return evolve.Tally{Pairs: r.Pairs.Pairs(), WDL: r.Total(), Sum: r.Sum, SumSquares: r.SumSquares}
}

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

// rubricGoal is the expected points of a grading, as a share of the most.
type rubricGoal struct {
	rows []experiment.RubricOpponent // in the order of the config's opponents
}

func newRubricGoal(c *experiment.Config) (o rubricGoal, err error) {
	r := c.FindRubric()
	if r == nil {
		return o, fmt.Errorf("train: no rubric %q", c.Rubric)
	}
	for _, met := range c.Opponents {
		i := slices.IndexFunc(r.Opponents, func(row experiment.RubricOpponent) bool { return row.Agent == met.Agent })
		if i < 0 {
			return o, fmt.Errorf("train: %s is not an opponent of %s", met.Agent, r.Name)
		}
		o.rows = append(o.rows, r.Opponents[i])
	}
	return o, nil
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

// suites are those of a run: positions with proven values, on which a candidate's
// moves are right or wrong whatever an opponent does.
type suites struct {
	train  suite.Suite // a part of the fitness
	report suite.Suite // only for reports; shares no position with train
}

// readSuites reads the suites that a config names.
func readSuites(c *experiment.Config, g agent.Game) (e suites, err error) {
	if e.train, err = experiment.ReadSuite(c.Accuracy.Train, suite.Training, c, g); err != nil {
		return e, fmt.Errorf("train: accuracy.train: %w", err)
	}
	if e.report, err = experiment.ReadSuite(c.Accuracy.Report, suite.Reporting, c, g); err != nil {
		return e, fmt.Errorf("train: accuracy.report: %w", err)
	}
	return e, nil
}

// answers reports for which of the given entries of a suite weights keep the exact
// value. The draws depend on the seed and the entry.
func (s *setup) answers(ctx context.Context, w features.Weights, of *suite.Suite, entries []int, seed uint64) ([]bool, error) {
	ready, err := s.player(w)
	if err != nil {
		return nil, err
	}
	defer ready.Close()
	right := make([]bool, len(entries))
	for i, k := range entries {
		if right[i], err = s.keeps(ctx, ready, &of.Entries[k], game.Mix(seed, uint64(k))); err != nil {
			return nil, err
		}
	}
	return right, nil
}

func (s *setup) keeps(ctx context.Context, ready agent.Agent, e *suite.Entry, seed uint64) (bool, error) {
	b, err := s.game.Board(s.config.Variant, e.Position)
	if err != nil {
		return false, err
	}
	player, err := ready.Player(seed)
	if err != nil {
		return false, err
	}
	defer player.Close()
	choice, err := player.Choose(ctx, b, agent.Clock{})
	return err == nil && slices.Contains(e.Moves, b.FormatMove(choice.Move)), err
}

// accuracy is the share of a suite's values that weights keep.
func (s *setup) accuracy(ctx context.Context, w features.Weights, of *suite.Suite) (stats.Estimate, error) {
	all := make([]int, len(of.Entries))
	for i := range all {
		all[i] = i
	}
	right, err := s.answers(ctx, w, of, all, game.Mix(s.config.Seed, experiment.AccuracySeed))
	var n stats.WDL
	for _, yes := range right {
		if yes {
			n.Wins++
		} else {
			n.Losses++
		}
	}
	return n.Rate(), err
}

// examine asks each genome about two positions of the training suite per pair of
// games, the same ones for all, and returns which answers are right; it calls done
// with the number of each genome's answers.
func (s *scorer) examine(ctx context.Context, r evolve.Request, done func(answers int)) ([][]bool, error) {
	answers := make([][]bool, len(r.Genomes))
	entries := s.questions(r)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(s.workers)
	for i, g := range r.Genomes {
		group.Go(func() (err error) {
			answers[i], err = s.answers(inner, s.weights(g, ""), &s.suites.train, entries, game.Mix(s.config.Seed, experiment.AccuracySeed, uint64(r.Generation)))
			done(len(answers[i]))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return answers, nil
}

// questions are the suite's entries for the pairs of a request: each generation
// gets another stretch of the suite.
func (s *scorer) questions(r evolve.Request) []int {
	n := len(s.suites.train.Entries)
	from := game.NewRand(game.Mix(s.config.Seed, experiment.AccuracySeed, uint64(r.Generation), 1))
	at := from.Intn(n) + 2*r.FirstPair
	list := make([]int, 2*r.Pairs)
	for i := range list {
		list[i] = (at + i) % n
	}
	return list
}
