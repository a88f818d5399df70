package train

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/game"
	"evolab/stats"
)

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
