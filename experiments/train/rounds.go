package train

import (
	"context"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/selfplay"
)

// rounds is the learner that fits evaluations to positions. In each round the
// best evaluation so far plays against itself, another one is fitted to the
// positions, and games between the two decide which of them stays.
type rounds struct {
	*running
	fitter   learn.Fitter
	settings *experiment.SelfPlay
	game     agent.Learning
	design   features.Design
	best     evolve.Individual
}

func (l *rounds) learn(ctx context.Context, r *running) error {
	l.running = r
	l.design = r.design(nil)
	var err error
	if l.game, err = r.setup.game.Learning(r.config.Variant); err != nil {
		return err
	}
	if err := r.makeFolders(run.RoundsFolder, run.PositionsFolder); err != nil {
		return err
	}
	return r.eachRound(ctx, l.begin, l.round)
}

// begin observes generation 0, the start weights, or restores the state of an
// interrupted run.
func (l *rounds) begin(ctx context.Context) error {
	if l.any {
		l.best = l.last.Individuals[0]
		return l.restoreRounds()
	}
	if err := l.observeStart(ctx); err != nil {
		return err
	}
	l.best = l.last.Individuals[0]
	return nil
}

// round plays, fits, and decides between the evaluation of the round and the best
// one before.
func (l *rounds) round(ctx context.Context, n int) error {
	if err := l.play(ctx, n); err != nil {
		return err
	}
	w, about, err := l.fit(ctx, n)
	if err != nil {
		return err
	}
	i := evolve.Individual{ID: roundID(n), Born: n, Genome: l.layout.Genome(w)}
	l.made[i.ID] = w
	met, err := l.versus(ctx, n, w)
	if err != nil {
		return err
	}
	lines, err := l.measured(ctx, n, &i)
	if err != nil {
		return err
	}
	about.Before, about.Kept = met.Score, met.Score.Value > .5
	ranked, hall := []evolve.Individual{l.best, i}, l.last.HallOfFame
	if about.Kept {
		ranked = []evolve.Individual{i, l.best}
		hall = l.admit(i)
	}
	g := generationOf(n, ranked, hall)
	g.Games = l.last.Games + l.settings.Games + met.Games + i.Tally.Games()
	m := run.NewMetrics(g)
	m.Round = &about
	if err := l.observe(ctx, g, m, append(lines, matchLines(run.TrainMatch, n, i.ID, []versus{met})...)); err != nil {
		return err
	}
	l.best = ranked[0]
	return run.ForgetPositions(l.folder, l.settings.FirstAfter(n))
}

// play plays the games of a round, or those that are missing.
func (l *rounds) play(ctx context.Context, n int) error {
	plan := selfplay.Plan{
		Seed: game.Mix(l.config.Seed, experiment.SelfPlaySeed, uint64(n)), Games: l.settings.Games,
		Opening: [2]int(l.settings.OpeningPlies), Detour: [2]int(l.settings.Detour), Workers: l.options.Workers, Played: l.options.Watch.Played,
	}
	w := l.weightsOf(l.best, "")
	return l.game.Play(ctx, w, l.settings.NodesOf(n), l.scaleOf(w), plan, run.PositionsFile(l.folder, n))
}

// versus plays a round's evaluation against the best one before.
func (l *rounds) versus(ctx context.Context, n int, w features.Weights) (versus, error) {
	games := l.measurement(experiment.RoundSeed, l.config.Fitness.OpeningPlies)
	games.index = uint64(n)
	return l.rivalry(ctx, w, l.best, l.settings.MatchGames, games)
}
