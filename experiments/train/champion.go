package train

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/quantity"
	"evolab/plots"
	"evolab/stats"
)

// champion is the final candidate of a run.
type champion struct {
	individual evolve.Individual
	chosen     *run.Mix
	matches    []run.MatchLine // by which it was chosen
}

// finish chooses, tests and writes the champion, and draws the figures.
func (r *running) finish(ctx context.Context) (Done, error) {
	done := Done{Folder: r.folder, Training: r.trained, Workers: r.localWorkers()}
	if !r.hasGeneration {
		return done, ErrNoChampion
	}
	limited, end := clock(ctx, r.options.Clock.End)
	defer end()
	c, test, err := r.selectChampion(limited)
	if err != nil {
		return done, err
	}
	progress, err := r.progress(limited)
	if err != nil && limited.Err() == nil {
		return done, err
	}
	gain, err := r.measureGain(limited, c, test)
	if err != nil && limited.Err() == nil {
		return done, err
	}
	done.Interrupted = limited.Err() != nil
	if !done.Interrupted {
		if test, gain, err = r.testLonger(limited, c, test, gain); err != nil {
			return done, err
		}
		done.Interrupted = ctx.Err() != nil
	}
	done.Generation, done.Cut = r.last.Index, r.cut
	done.Evidence, done.Test = r.evidence(c, test, gain), matchLines(run.TestMatch, r.last.Index, c.individual.ID, test)
	done.Weights = r.setup.weightsOf(c.individual, "")
	if done.Interrupted {
		err = run.RemoveTest(r.folder)
	} else if done.Headline, err = r.headline(ctx, c, &done.Evidence); err == nil {
		err = r.keepMatches(c, test, progress)
	}
	if err == nil {
		source := fmt.Sprintf("%s of experiment %s, seed %d, individual %s", r.setup.config.Method(), r.setup.config.Name, r.setup.config.Seed, c.individual.ID)
		err = run.WriteChampion(r.folder, r.setup.weightsOf(c.individual, source), done.Evidence)
	}
	if err != nil {
		return done, err
	}
	r.options.Progress.Begin("drawing the figures", 0, "")
	read, err := run.ReadLike(r.setup.config, r.folder)
	if err == nil {
		_, err = read.Draw(r.options.Formats, plots.Style{})
	}
	return done, err
}

// evidence is what is known about the champion. Expected points are noted, too.
func (r *running) evidence(c champion, test []versus, gain *run.Gain) run.Evidence {
	look := r.setup.config.Player.Look()
	e := run.Evidence{
		Experiment: r.setup.config.Name, Seed: r.setup.config.Seed, Generation: c.individual.Born, Games: r.last.Games,
		Depth: look.Depth, EndgameDepth: look.Endgame, Nodes: look.Nodes, Claimed: c.individual.Tally.Mean(), Chosen: c.chosen,
		Budget: run.NewBudget(r.setup.config, r.trainedBefore.Seconds()),
		Points: run.ObjectivePoints(r.setup.config, matchLines(run.TestMatch, r.last.Index, c.individual.ID, test)),
	}
	for _, v := range test {
		e.Test = append(e.Test, v.Versus)
	}
	if r.setup.config.Tunes() {
		e.Agent, e.Parameters, e.Depth, e.Gain = r.setup.config.Tuned(), r.setup.config.ByName(c.individual.Genome), 0, gain
	}
	if len(test) > 0 {
		e.Phases = test[0].reach.list()
	}
	for i := range e.Phases {
		if p := &e.Phases[i]; p.Rare() {
			r.options.Progress.Note("warning: " + p.String())
		}
	}
	for _, p := range e.Points {
		r.options.Progress.Note(fmt.Sprintf("%s from %s: %.1f [%.1f, %.1f] of %.0f points expected of a grading",
			p.Rubric, quantity.Of(p.OpeningPlies, "random opening ply"), p.Points.Value, p.Points.Low, p.Points.High, p.Max))
	}
	return e
}

// selectChampion chooses and tests the champion; after an interruption it is the
// best of the hall of fame.
func (r *running) selectChampion(ctx context.Context) (champion, []versus, error) {
	unproven := champion{individual: r.last.HallOfFame[0]}
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	candidates := r.numCandidates(r.last.HallOfFame)
	choose, matches := r.chooseByMix, candidates
	if r.setup.config.Fitter() != nil {
		choose, matches = r.chooseByRoundRobin, candidates*(candidates-1)/2
	}
	c, err := unproven, error(nil)
	if candidates > 1 {
		r.options.Progress.Begin(fmt.Sprintf("choosing among the best %d", candidates), matches*r.games.choice, "game")
		c, err = choose(ctx, r.last.HallOfFame)
	}
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	if err != nil {
		return c, nil, err
	}
	r.options.Progress.Begin("testing the champion", r.testMatches(c)*r.games.wholeTest, "game")
	test, err := r.testChampion(ctx, c)
	if ctx.Err() != nil {
		return c, nil, nil
	}
	return c, test, err
}

// testMatches is how many matches the test of a champion has, those of the start included.
func (r *running) testMatches(c champion) int {
	matches := r.setup.config.TestOpponents() * len(r.setup.config.Test.OpeningPlies)
	if r.setup.tuned != nil && !r.setup.config.Runs() && !c.individual.Genome.Equal(r.setup.start) {
		matches += len(r.setup.opponents) // of the start
	}
	return matches
}

// keepMatches records the games after the last generation.
func (r *running) keepMatches(c champion, test []versus, progress []run.MatchLine) error {
	list := slices.Concat(c.matches, matchLines(run.TestMatch, r.last.Index, c.individual.ID, test), progress)
	if err := run.AppendMatches(r.folder, r.record.Sizes(), list); err != nil {
		return err
	}
	var games []arena.Line
	for _, v := range test {
		if !r.setup.config.Runs() { // its runner alone knows the games
			games = append(games, v.games...)
		}
	}
	return run.WriteTestGames(r.folder, games)
}

// chooseByMix plays the best of the hall of fame again, on games that took no part in
// their selection, and returns the one that does best there.
func (r *running) chooseByMix(ctx context.Context, hall []evolve.Individual) (champion, error) {
	best, bestFitness := champion{}, math.Inf(-1)
	var matches []run.MatchLine
	for _, candidate := range hall[:r.numCandidates(hall)] {
		weights := r.setup.weightsOf(candidate, "")
		games := r.matchPlan(experiment.ChooseSeed, r.setup.config.Fitness.OpeningPlies)
		m, err := r.setup.playMix(ctx, weights, r.games.choice, games,
			func() (stats.Estimate, error) { return r.setup.accuracy(ctx, weights, &r.setup.suites.training) })
		if err != nil {
			return best, err
		}
		if m.Fitness.Value > bestFitness {
			best, bestFitness = champion{individual: candidate, chosen: &m.Mix}, m.Fitness.Value
		}
		matches = append(matches, matchLines(run.ChooseMatch, r.last.Index, candidate.ID, m.matches)...)
	}
	best.matches = matches
	return best, nil
}

// testChampion plays the final games of a champion: against every opponent, the start
// weights and the hand-set weights, from each opening length.
func (r *running) testChampion(ctx context.Context, c champion) ([]versus, error) {
	opponents, err := r.setup.testOpponents()
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, o := range opponents[len(r.setup.opponents):] {
			o.agent.Close()
		}
	}()
	var matches []match
	weights := r.setup.weightsOf(c.individual, "")
	phases := newReach(&weights)
	for _, plies := range r.setup.config.Test.OpeningPlies {
		for i, o := range opponents {
			games := r.matchPlan(experiment.TestSeed, plies)
			games.index, games.keep, games.reach, games.known = uint64(i), 4, phases, r.knownGames(run.ChampionName, i, plies)
			matches = append(matches, match{o, r.games.test, games})
		}
	}
	return r.setup.playMatches(ctx, weights, matches)
}

func (s *setup) testOpponents() ([]opponent, error) {
	list := slices.Clone(s.opponents)
	add := func(name, spec string, w features.Weights) error {
		a, err := s.player(w)
		if err == nil {
			list = append(list, opponent{name: name, spec: spec, agent: a})
		}
		return err
	}
	if s.config.Runs() {
		return list, nil // the start is the opponent
	}
	err := add(run.StartName, s.playerSpec("frozen", run.StartFile), s.startWeights(s.config.Start))
	if err == nil && s.tuned == nil { // no weights of features are a program's
		err = add(run.HandName, s.playerSpec("hand", ""), s.game.Info().Hand)
	}
	return list, err
}

// chooseByRoundRobin plays the best of the hall of fame against each other, on games that
// took no part in their selection, and returns the one that scores best. It judges
// rounds: against an opponent that all of them beat, the better one need not score
// more.
func (r *running) chooseByRoundRobin(ctx context.Context, hall []evolve.Individual) (champion, error) {
	rivals, games := hall[:r.numCandidates(hall)], r.matchPlan(experiment.ChooseSeed, r.setup.config.Fitness.OpeningPlies)
	scores := make([]stats.Result, len(rivals))
	var matches []run.MatchLine
	for i, one := range rivals {
		for j, other := range rivals[:i] {
			games.index = uint64(i*len(rivals) + j)
			v, err := r.playRival(ctx, r.setup.weightsOf(one, ""), other, r.games.choice, games)
			if err != nil {
				return champion{}, err
			}
			scores[i], scores[j] = scores[i].Plus(v.result), scores[j].Plus(swapSides(v.result))
			matches = append(matches, matchLines(run.ChooseMatch, r.last.Index, one.ID, []versus{v})...)
		}
	}
	best := 0
	for i := range rivals {
		if scores[i].Pairs.Mean() > scores[best].Pairs.Mean() {
			best = i
		}
	}
	chosen := &run.Mix{Fitness: scores[best].Fitness(), Score: scores[best].Pairs.Score()}
	return champion{individual: rivals[best], chosen: chosen, matches: matches}, nil
}

func (r *running) playRival(ctx context.Context, w features.Weights, other evolve.Individual, n int, games matchPlan) (versus, error) {
	rival, err := r.setup.player(r.setup.weightsOf(other, ""))
	if err != nil {
		return versus{}, err
	}
	defer rival.Close()
	return r.setup.playMatch(ctx, w, opponent{name: run.GenerationName(other.Born), agent: rival}, n, games)
}

// swapSides is a result from the rival's view. The values of a pair for the two
// sides add up to 1.
func swapSides(r stats.Result) stats.Result {
	s, n := r.Swap(), float64(r.Pairs.Pairs())
	s.Sum, s.SumSquares = n-r.Sum, n-2*r.Sum+r.SumSquares
	return s
}

// numCandidates is how many of the hall of fame play again for the championship.
func (r *running) numCandidates(hall []evolve.Individual) int {
	return min(len(hall), r.setup.config.Validation.Candidates)
}

// landmark is the best candidate of a generation.
type landmark struct {
	generation int
	evolve.Individual
}

// landmarks are the best of evenly spread generations, including the first and the
// last, each candidate once.
func landmarks(metrics []run.Metrics, n int) []landmark {
	var list []landmark
	for i := range n {
		m := metrics[i*(len(metrics)-1)/max(n-1, 1)]
		twin := func(l landmark) bool { return slices.Equal(l.Genome, m.Weights) }
		if !slices.ContainsFunc(list, twin) {
			list = append(list, landmark{m.Generation, evolve.Individual{ID: m.BestID, Genome: m.Weights}})
		}
	}
	return list
}

// progress plays each later landmark of the run against each earlier one, on games of
// their own.
func (r *running) progress(ctx context.Context) ([]run.MatchLine, error) {
	settings := r.setup.config.Progress
	if settings.Champions < 2 || ctx.Err() != nil {
		return nil, nil
	}
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(r.folder, run.MetricsFile))
	if err != nil {
		return nil, err
	}
	list := landmarks(metrics, settings.Champions)
	r.options.Progress.Begin(fmt.Sprintf("a tournament of the best of %s", quantity.Of(len(list), "generation")), len(list)*(len(list)-1)/2*settings.Games, "game")
	var lines []run.MatchLine
	for i, later := range list {
		for j, earlier := range list[:i] {
			rival, err := r.setup.player(r.setup.weightsOf(earlier.Individual, ""))
			if err != nil {
				return nil, err
			}
			games := r.matchPlan(experiment.ProgressSeed, r.setup.config.Fitness.OpeningPlies)
			games.index = uint64(i*len(list) + j)
			v, err := r.setup.playMatch(ctx, r.setup.weightsOf(later.Individual, ""), opponent{name: run.GenerationName(earlier.generation), agent: rival}, settings.Games, games)
			rival.Close()
			if err != nil {
				return nil, err
			}
			lines = append(lines, matchLines(run.ProgressMatch, later.generation, later.ID, []versus{v})...)
		}
	}
	return lines, nil
}

// headline sums up the run in a line: the objective's value for the start weights
// and the champion, and the champion against the hand-set weights. It is "" without
// a test, and compares only games from openings of the same length.
func (r *running) headline(ctx context.Context, c champion, e *run.Evidence) (string, error) {
	if len(e.Test) == 0 {
		return "", nil
	}
	plies := headlinePlies(r.setup.config)
	start, err := r.startMetrics()
	if err != nil {
		return "", err
	}
	gain, err := r.setup.objective.headline(ctx, r, c, e, start)
	if err != nil {
		return "", err
	}
	parts := []string{gain}
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
