package train

import (
	"context"
	"slices"
	"time"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/float"
	"evolab/learn"
	"evolab/learn/positions"
	"evolab/learn/regression"
	"evolab/learn/selfplay"
	"evolab/search/cputime"
)

// selfPlayLearner is the learner that fits evaluations to positions. In each round the
// best evaluation so far plays against itself, another one is fitted to the
// positions, and games between the two decide which of them stays.
type selfPlayLearner struct {
	run      *running
	setup    *setup // of the run
	fitter   learn.Fitter
	settings *experiment.SelfPlay
	game     agent.Learning
	design   features.Design
	best     evolve.Individual
	overhead time.Duration // CPU time that the last round used after its self-play
}

func (l *selfPlayLearner) learn(ctx context.Context, r *running) error {
	l.run, l.setup = r, r.setup
	l.design = r.setup.design(nil)
	var err error
	if l.game, err = r.setup.game.Learning(r.setup.config.Variant); err != nil {
		return err
	}
	if err := r.makeFolders(run.RoundsFolder, run.PositionsFolder); err != nil {
		return err
	}
	return r.eachRound(ctx, l.begin, l.round)
}

// begin observes generation 0, the start weights, or restores the state of an
// interrupted run.
func (l *selfPlayLearner) begin(ctx context.Context) error {
	if l.run.hasGeneration {
		l.best = l.run.last.Individuals[0]
		return l.run.restoreRounds()
	}
	if err := l.run.observeStart(ctx); err != nil {
		return err
	}
	l.best = l.run.last.Individuals[0]
	return nil
}

// round plays, fits, and decides between the evaluation of the round and the best
// one before.
func (l *selfPlayLearner) round(ctx context.Context, n int) error {
	games, err := l.play(ctx, n)
	if err != nil {
		return err
	}
	played := l.run.trainedCPU()
	w, about, err := l.fit(ctx, n)
	if err != nil {
		return err
	}
	i := evolve.Individual{ID: roundID(n), Born: n, Genome: l.setup.layout.Genome(w)}
	l.setup.roundWeights[i.ID] = w
	match, err := l.playBest(ctx, n, w)
	if err != nil {
		return err
	}
	lines, err := l.run.measureRound(ctx, n, &i)
	if err != nil {
		return err
	}
	l.overhead = l.run.trainedCPU() - played
	about.Before, about.Kept = match.Score, match.Score.Value > .5
	ranked, hall := []evolve.Individual{l.best, i}, l.run.last.HallOfFame
	if about.Kept {
		ranked = []evolve.Individual{i, l.best}
		hall = l.run.hallWith(i)
	}
	g := generationOf(n, ranked, hall)
	g.Games = l.run.last.Games + games + match.Games + i.Tally.Games()
	m := run.NewMetrics(g)
	m.Round = &about
	if err := l.run.observe(ctx, g, m, append(lines, matchLines(run.TrainMatch, n, i.ID, []versus{match})...)); err != nil {
		return err
	}
	if err := l.run.recording.wait(); err != nil {
		return err
	}
	l.best = ranked[0]
	return run.ForgetPositions(l.run.folder, l.settings.FirstAfter(n))
}

// play plays the games of a round, or those that are missing, and returns their number.
func (l *selfPlayLearner) play(ctx context.Context, n int) (int, error) {
	games := l.settings.Games
	if c := l.setup.config; c.TrainingGames > 0 {
		games = c.RoundGames(n, l.run.last.Games)
	}
	plan := selfplay.Plan{
		Seed: game.Mix(l.setup.config.Seed, experiment.SelfPlaySeed, uint64(n)), Games: games,
		Opening: [2]int(l.settings.OpeningPlies), Detour: [2]int(l.settings.Detour), Workers: l.run.options.Workers, Played: l.run.options.Progress.Add,
	}
	w := l.setup.weightsOf(l.best, "")
	file := run.PositionsFile(l.run.folder, n)
	if l.setup.config.TrainingCPU == 0 {
		return games, l.game.Play(ctx, w, l.settings.NodesOf(n), l.scaleOf(w), plan, file)
	}
	// The clock ends the round: what an interrupted one has played is played again.
	if err := files.Remove(file); err != nil {
		return 0, err
	}
	before := l.run.trainedCPU()
	for plan.Games = 0; plan.Games < games; {
		if plan.Games > 0 && l.cpuShare(plan.Games, before) <= 0 { // a fit needs some positions
			break
		}
		plan.Games = min(games, plan.Games+l.settings.LeastGames())
		known := true // at first, Play reports the games that are in the file
		plan.Played = func(n int) {
			if known {
				known = false
				return
			}
			l.run.options.Progress.Add(n)
		}
		if err := l.game.Play(ctx, w, l.settings.NodesOf(n), l.scaleOf(w), plan, file); err != nil {
			return 0, err
		}
	}
	return plan.Games, nil
}

// cpuShare is how much CPU time the self-play of a round may still use if as many rounds
// are played as the budget needs, all about equally large. played is how many games it
// has played, at least one, since before.
func (l *selfPlayLearner) cpuShare(played int, before time.Duration) time.Duration {
	used, own := l.run.trainedCPU()-before, max(l.overhead, l.run.roundReserve())
	left := l.setup.config.CPUBudget() - before
	whole := used/time.Duration(played)*time.Duration(l.settings.Games) + own
	rounds := max(1, (left+whole-1)/whole)
	return left/rounds - own - used
}

// playBest plays a round's evaluation against the best one before.
func (l *selfPlayLearner) playBest(ctx context.Context, n int, w features.Weights) (versus, error) {
	games := l.run.matchPlan(experiment.RoundSeed, l.setup.config.Fitness.OpeningPlies)
	games.index = uint64(n)
	return l.run.playRival(ctx, w, l.best, l.settings.MatchGames, games)
}

// fit fits an evaluation to the positions of the latest rounds.
func (l *selfPlayLearner) fit(ctx context.Context, n int) (features.Weights, run.Round, error) {
	list := l.game.Positions()
	about := run.Round{Nodes: l.settings.NodesOf(n)}
	data, err := l.gather(list, n)
	if err != nil {
		return features.Weights{}, about, err
	}
	in, err := list.Inputs(l.design)
	if err != nil {
		return features.Weights{}, about, err
	}
	data.Inputs = in
	base := func() (learn.Model, error) { return in.Model(l.setup.weightsOf(l.best, "")) }
	defer cputime.Count(ctx)()
	model, report, err := l.fitter.Fit(ctx, data, in.Shape(), base, n, game.Mix(l.setup.config.Seed, experiment.FitSeed, uint64(n)))
	if err != nil {
		return features.Weights{}, about, err
	}
	about.Report, about.Scale = report, data.scales[len(data.scales)-1]
	w := in.Weights(model)
	return w, about, l.run.keepRound(n, w)
}

// gather reads the positions of other programs and of the latest rounds, and
// determines the scale of their scores.
func (l *selfPlayLearner) gather(list agent.Positions, n int) (*labelledPositions, error) {
	paths := slices.Clone(l.settings.Files)
	for k := l.settings.FirstOf(n); k <= n; k++ {
		paths = append(paths, run.PositionsFile(l.run.folder, k))
	}
	data := &labelledPositions{Positions: list}
	for _, path := range paths {
		from := list.Len()
		h, err := list.Add(path)
		if err != nil {
			return nil, err
		}
		if h.Scale == 0 {
			h.Scale = scaleOfResults(list, from)
		}
		data.scales = append(data.scales, h.Scale)
	}
	return data, nil
}

// scaleOfResults estimates the scale of scores from the results of their games:
// for scores of an evaluation that was not fitted to logits.
func scaleOfResults(list agent.Positions, from int) float64 {
	return regression.Scale(list.Len()-from, func(i int) (float64, float64, bool) {
		at := list.Label(from + i)
		return float64(at.Score), resultOf(&at), at.Exact || at.Unscored || at.Detour
	})
}

// scaleOf is the score that corresponds to a logit for weights that were fitted
// to logits, else 0.
func (l *selfPlayLearner) scaleOf(w features.Weights) float64 {
	share := 0.
	at := slices.Index(w.Features, features.PatternsName)
	if at < 0 {
		at = slices.Index(w.Features, features.NetName)
	}
	if at >= 0 {
		share = w.Values[at]
	} else if l.best.Born > 0 {
		share = 1
	}
	if share <= 0 {
		return 0
	}
	return features.Unit * share / float.Norm(w.Values)
}

// labelledPositions are positions with the scales of their scores.
type labelledPositions struct {
	agent.Positions
	agent.Inputs
	scales []float64 // by part
}

// Label implements learn.Data.
func (d *labelledPositions) Label(i int) learn.Label {
	at := d.Positions.Label(i)
	l := learn.Label{Result: resultOf(&at), Exact: at.Exact, Detour: at.Detour, Game: uint64(at.Part)<<32 | uint64(at.Game)}
	if at.Exact {
		l.Result = float64(1+at.Value()) / 2
		return l
	}
	if scale := d.scales[at.Part]; scale > 0 && !at.Unscored {
		l.Logit = float64(at.Score) / scale
	} else {
		l.Unscored = true
	}
	return l
}

func resultOf(at *positions.Label) float64 { return float64(1+at.Result) / 2 }
