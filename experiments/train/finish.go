package train

import (
	"context"
	"fmt"
	"slices"

	"evolab/arena"
	"evolab/experiments/run"
	"evolab/plots"
)

// finish chooses, tests and writes the champion, and draws the figures.
func (r *running) finish(ctx context.Context) (Done, error) {
	done := Done{Folder: r.folder, Training: r.trained, Workers: r.playing()}
	if !r.any {
		return done, ErrNoChampion
	}
	c, test, err := r.selectChampion(ctx)
	if err != nil {
		return done, err
	}
	progress, err := r.progress(ctx)
	if err != nil && ctx.Err() == nil {
		return done, err
	}
	done.Interrupted = ctx.Err() != nil
	done.Evidence, done.Test = r.evidence(c, test), matchLines(run.TestMatch, r.last.Index, c.individual.ID, test)
	done.Weights = r.weightsOf(c.individual, "")
	if done.Interrupted {
		err = run.ForgetTest(r.folder)
	} else if done.Headline, err = r.headline(ctx, c, &done.Evidence); err == nil {
		err = r.keepMatches(c, test, progress)
	}
	if err == nil {
		source := fmt.Sprintf("%s of experiment %s, seed %d, individual %s", r.config.Method(), r.config.Name, r.config.Seed, c.individual.ID)
		err = run.WriteChampion(r.folder, r.weightsOf(c.individual, source), done.Evidence)
	}
	if err != nil {
		return done, err
	}
	r.options.Watch.Stage("drawing the figures", 0)
	contents, err := run.ReadContentsWith(r.folder, r.config)
	if err == nil {
		_, err = contents.Draw(r.options.Formats, plots.Style{})
	}
	return done, err
}

// evidence is what is known about the champion. Expected points are noted, too.
func (r *running) evidence(c champion, test []versus) run.Evidence {
	look := r.config.Player.Look()
	e := run.Evidence{
		Experiment: r.config.Name, Seed: r.config.Seed, Generation: c.individual.Born, Games: r.last.Games,
		Depth: look.Depth, EndgameDepth: look.Endgame, Nodes: look.Nodes, Claimed: c.individual.Tally.Mean(), Chosen: c.chosen,
		Points: run.ObjectivePoints(r.config, matchLines(run.TestMatch, r.last.Index, c.individual.ID, test)),
	}
	for _, v := range test {
		e.Test = append(e.Test, v.Versus)
	}
	if r.config.Tunes() {
		e.Agent, e.Parameters, e.Depth = r.config.Agent, r.config.ByName(c.individual.Genome), 0
	}
	if len(test) > 0 {
		e.Phases = test[0].reach.list()
	}
	for i := range e.Phases {
		if p := &e.Phases[i]; p.Rare() {
			r.options.Watch.Note("warning: " + p.String())
		}
	}
	for _, p := range e.Points {
		r.options.Watch.Note(fmt.Sprintf("%s from %d random opening plies: %.1f [%.1f, %.1f] of %.0f points expected of a grading",
			p.Rubric, p.OpeningPlies, p.Points.Value, p.Points.Low, p.Points.High, p.Max))
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
	candidates := r.candidates(r.last.HallOfFame)
	choose, matches := r.choose, candidates
	if r.config.Fitter() != nil {
		choose, matches = r.chooseAmong, candidates*(candidates-1)/2
	}
	r.options.Watch.Stage(fmt.Sprintf("choosing among the best %d", candidates), matches*r.config.Validation.CandidateGames)
	c, err := choose(ctx, r.last.HallOfFame)
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	if err != nil {
		return c, nil, err
	}
	test, err := r.test(ctx, c)
	if ctx.Err() != nil {
		return c, nil, nil
	}
	return c, test, err
}

// keepMatches records the games after the last generation.
func (r *running) keepMatches(c champion, test []versus, progress []run.MatchLine) error {
	list := slices.Concat(c.matches, matchLines(run.TestMatch, r.last.Index, c.individual.ID, test), progress)
	if err := run.AppendMatches(r.folder, r.record.Sizes(), list); err != nil {
		return err
	}
	var games []arena.Line
	for _, v := range test {
		games = append(games, v.games...)
	}
	return run.WriteTestGames(r.folder, games)
}
