package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/search/cputime"
	"evolab/stats"
)

// train runs the learner and records its generations, from the checkpoint if
// there is one. An interruption is not an error.
func (r *running) train(ctx context.Context) (err error) {
	text, err := r.setup.config.YAML()
	if err != nil {
		return err
	}
	r.configText = string(text)
	if r.record, err = run.OpenRecorder(r.folder, r.sizes); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.record.Close()) }()
	r.generationStart, r.generationCPU = time.Now(), r.meter.Used()
	training, end := clock(ctx, r.options.Clock.Training)
	defer end()
	r.stopTraining = end
	err = learnerOf(r.setup).learn(cputime.With(training, r.meter), r)
	if failed := r.recording.wait(); failed != nil {
		return failed
	}
	if err == nil {
		r.notePlayed()
	}
	if errors.Is(err, context.Canceled) {
		if ctx.Err() == nil && r.hasGeneration {
			r.cut = append(r.cut, fmt.Sprintf("the search ended after generation %d of %d", r.last.Index, r.setup.plan.Generations))
		}
		return nil
	}
	return err
}

// learner is what makes weights, generation by generation.
type learner interface {
	// learn works from the last generation on, and observes each one.
	learn(ctx context.Context, r *running) error
}

func learnerOf(s *setup) learner {
	if f := s.config.Fitter(); f != nil {
		return &selfPlayLearner{fitter: f, settings: &s.config.SelfPlay}
	}
	if rule := s.config.Rule(); rule != nil {
		return &practiceLearner{rule: rule, settings: &s.config.Practice}
	}
	return evolution{}
}

// evolution is the learner that runs an optimiser.
type evolution struct{}

func (evolution) learn(ctx context.Context, r *running) error {
	if !r.hasGeneration {
		if err := r.practiseStart(ctx); err != nil {
			return err
		}
	}
	start := evolve.Start{
		Seed: r.setup.config.Seed, Genomes: []evolve.Genome{r.setup.start}, Near: r.setup.config.Start != "random", Games: r.warm.games,
	}
	if r.hasGeneration {
		start.Checkpoint = &r.last
		if err := r.restoreArchive(); err != nil {
			return err
		}
	}
	start.Grown = r.grown
	optimizer, shared := r.setup.config.Optimize()
	shared.Budget = r.budget(optimizer.Cost())
	optimizer.Share(shared)
	err := optimizer.Run(ctx, start, r.scorer, func(g evolve.Generation) error {
		m := run.NewMetrics(g)
		if g.Index == 0 {
			m.Practice = r.warm.practice
		}
		return r.observe(ctx, g, m, r.setup.trainLines(g.Index, r.scorer.takeResults()))
	})
	if cost := optimizer.Cost(); errors.Is(err, evolve.ErrBudget) {
		games := cost.LeastGames(shared.Budget.Least)
		return r.tooSmall(games, (r.trainedCPU()-r.warm.cpu)/time.Duration(2*cost.Start*shared.Budget.Least))
	}
	return err
}

func (r *running) restoreArchive() error {
	if r.setup.config.Archive.Share == 0 {
		return nil
	}
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(r.folder, run.MetricsFile))
	for _, m := range metrics {
		r.scorer.archive.add(m.Generation, m.Weights)
	}
	return err
}

// observe begins to record a generation, and validates its best individual before if
// that is due.
func (r *running) observe(ctx context.Context, g evolve.Generation, m run.Metrics, matches []run.MatchLine) error {
	trained, trainedCPU := time.Since(r.generationStart), r.meter.Used()
	if g.Index == 0 {
		r.startCPU = r.trainedCPU()
	}
	last := r.isLast(g)
	m.Parameters = r.setup.config.ByName(m.Weights)
	if every := r.setup.config.Validation.Every; g.Index%every == 0 || last {
		v, player, err := r.validate(ctx, g)
		if err != nil {
			return err
		}
		m.Validated, m.ValidatedScore, m.Accuracy = &v.Fitness, &v.Score, r.validatedAccuracy
		matches = append(matches, matchLines(run.ValidateMatch, g.Index, player, v.matches)...)
	}
	if err := r.recording.wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // whoever has ended the run has seen its last generation
		return err
	}
	t := r.timing(g, trained, trainedCPU)
	r.trained += trained
	r.trainedBefore += trainedCPU - r.generationCPU
	c := r.checkpoint(g)
	r.recording.begin(g.Index, func() error {
		r.options.beforeRecording(g.Index)
		err := r.record.Generation(g, r.setup.config.Selection.LowerBound, m, t, matches)
		if err == nil {
			err = c.Write(r.folder, r.record)
		}
		if err == nil {
			r.options.Observer.Generation(m, t)
		}
		return err
	}, r.stopTraining)
	r.scorer.archive.add(g.Index, m.Weights)
	r.last, r.hasGeneration, r.over = g, true, last
	r.generationStart, r.generationCPU = time.Now(), r.meter.Used()
	return nil
}

// timing is what a generation took: trained until its validation, which began at
// trainedCPU.
func (r *running) timing(g evolve.Generation, trained, trainedCPU time.Duration) run.Timing {
	played, now := g.Games-r.last.Games, r.meter.Used()
	return run.Timing{
		Generation: g.Index, Seconds: r.seconds(),
		CPU: (now - r.generationCPU).Seconds(), ValidationCPU: (now - trainedCPU).Seconds(),
		Games: played, GamesPerSecond: float64(played) / trained.Seconds(), Workers: r.localWorkers(), Players: r.pool.takeCounts(),
	}
}

// validate plays the same games in every generation, so that the curve shows the
// weights and not the luck of the openings. A best individual that stays the best
// does not play them again, and then has no matches. Generation 0 validates the
// start weights.
func (r *running) validate(ctx context.Context, g evolve.Generation) (m mix, player string, err error) {
	best := g.Individuals[0]
	if g.Index == 0 {
		best = evolve.Individual{ID: run.StartName, Genome: r.setup.start}
	}
	genome, player := best.Genome, best.ID
	if r.setup.config.Rule() == nil && genome.Equal(r.validatedGenome) { // practice makes new weights in each round
		m := r.validated
		m.matches = nil
		return m, player, r.validateAccuracy(ctx, best)
	}
	r.validatedAccuracy = nil
	if err := r.validateAccuracy(ctx, best); err != nil {
		return m, player, err
	}
	games := r.matchPlan(experiment.ValidateSeed, r.setup.config.Fitness.OpeningPlies)
	games.played = nil // they are not part of the training's progress
	m, err = r.setup.playMix(ctx, r.setup.weightsOf(best, ""), r.setup.config.Validation.Games, games, func() (stats.Estimate, error) { return *r.validatedAccuracy, nil })
	if err == nil {
		r.validated, r.validatedGenome = m, genome
	}
	return m, player, err
}

// validateAccuracy measures an individual on the reporting suite, if there is one and
// it has not been measured.
func (r *running) validateAccuracy(ctx context.Context, i evolve.Individual) error {
	if len(r.setup.suites.reporting.Entries) == 0 || r.validatedAccuracy != nil {
		return nil
	}
	e, err := r.setup.accuracy(ctx, r.setup.weightsOf(i, ""), &r.setup.suites.reporting)
	if err == nil {
		r.validatedAccuracy = &e
	}
	return err
}

func (r *running) checkpoint(g evolve.Generation) run.Checkpoint {
	c := run.Checkpoint{Config: r.configText, Generation: g, Seconds: r.seconds(), Trained: r.trained.Seconds(), CPU: r.trainedBefore.Seconds(), StartCPU: r.startCPU.Seconds()}
	if r.validatedGenome != nil {
		validated := r.validated.Mix // the next validation may change it before it is written
		c.Validated, c.ValidatedAs = &validated, r.validatedGenome
	}
	return c
}

// matchLines are the records of matches of one player.
func matchLines(purpose string, generation int, player string, matches []versus) []run.MatchLine {
	var lines []run.MatchLine
	for _, v := range matches {
		lines = append(lines, run.MatchLine{
			Purpose: purpose, Generation: generation, Player: player, Opponent: v.Opponent, OpeningPlies: v.OpeningPlies,
			Games: v.Games, Score: v.Score, AsFirst: v.result.AsFirst, AsSecond: v.result.AsSecond,
		})
	}
	return lines
}

// trainLines are the records of what all candidates of a generation did.
func (s *setup) trainLines(generation int, results []stats.Result) []run.MatchLine {
	var lines []run.MatchLine
	for i, o := range append(slices.Clone(s.opponents), opponent{name: ArchiveName}) {
		all := results[i].Total()
		if all.Games() == 0 {
			continue
		}
		score := all.Score()
		lines = append(lines, run.MatchLine{
			Purpose: run.TrainMatch, Generation: generation, Player: run.AllPlayers, Opponent: o.name, OpeningPlies: s.config.Fitness.OpeningPlies,
			Games: all.Games(), Score: stats.Estimate{Value: score, Low: score, High: score}, AsFirst: results[i].AsFirst, AsSecond: results[i].AsSecond,
		})
	}
	return lines
}
