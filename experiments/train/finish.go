package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"evolab/arena"
	"evolab/internal/files"
	"evolab/plots"
)

// finish chooses, tests and writes the champion, and draws the figures.
func (r *running) finish(ctx context.Context) (Done, error) {
	done := Done{Folder: r.folder, Training: r.trained, Workers: r.options.Workers}
	if !r.any {
		return done, ErrNoChampion
	}
	c, test, err := r.crown(ctx)
	if err != nil {
		return done, err
	}
	progress, err := r.progress(ctx)
	if err != nil && ctx.Err() == nil {
		return done, err
	}
	done.Interrupted = ctx.Err() != nil
	look := r.config.Player.Look()
	done.Evidence = Evidence{
		Experiment: r.config.Name, Seed: r.config.Seed, Generation: c.individual.Born, Games: r.last.Games,
		Depth: look.Depth, Nodes: look.Nodes, Claimed: c.individual.Tally.Mean(), Chosen: c.chosen, Test: test, Points: r.config.predicted(matchLines(TestMatch, r.last.Index, c.individual.ID, test)),
	}
	for _, p := range done.Evidence.Points {
		r.options.Watch.Note(fmt.Sprintf("%s from %d random opening plies: %.1f [%.1f, %.1f] of %.0f points expected of a grading",
			p.Rubric, p.OpeningPlies, p.Points.Value, p.Points.Low, p.Points.High, p.Max))
	}
	done.Weights = r.weights(c.individual.Genome, "")
	if done.Interrupted {
		err = r.forgetTest()
	} else if done.Headline, err = r.headline(ctx, c, &done.Evidence); err == nil {
		err = r.keepMatches(c, test, progress)
	}
	if err == nil {
		err = r.writeChampion(r.folder, c, done.Evidence)
	}
	if err != nil {
		return done, err
	}
	r.options.Watch.Stage("drawing the figures", 0)
	contents, err := readContents(r.folder, r.config.Optimizer)
	if err == nil {
		_, err = contents.Draw(nil, plots.Style{})
	}
	return done, err
}

// forgetTest removes what a run that has grown since shows of its earlier
// champion.
func (r *running) forgetTest() error {
	return errors.Join(os.RemoveAll(filepath.Join(r.folder, GamesFolder)), os.RemoveAll(filepath.Join(r.folder, PlotsFolder)))
}

// crown chooses and tests the champion; after an interruption it is the best
// of the hall of fame as it stands.
func (r *running) crown(ctx context.Context) (champion, []Versus, error) {
	unproven := champion{individual: r.last.HallOfFame[0]}
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	candidates := min(len(r.last.HallOfFame), r.config.Validation.Candidates)
	r.options.Watch.Stage(fmt.Sprintf("choosing among the best %d", candidates), candidates*2*max(1, r.config.Validation.CandidateGames/2))
	c, err := r.choose(ctx, r.last.HallOfFame)
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
func (r *running) keepMatches(c champion, test []Versus, progress []MatchLine) (err error) {
	f, err := openLines(filepath.Join(r.folder, MatchesFile), r.record.files[MatchesFile].size)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	list := slices.Concat(c.matches, matchLines(TestMatch, r.last.Index, c.individual.ID, test), progress)
	lines, err := encodeLines(list...)
	if err == nil {
		err = f.append(lines)
	}
	if err == nil {
		err = f.sync()
	}
	if err != nil {
		return err
	}
	return r.keepGames(test)
}

// keepGames writes some games of the champion.
func (r *running) keepGames(test []Versus) error {
	var lines []arena.Line
	for _, v := range test {
		lines = append(lines, v.games...)
	}
	for i := range lines {
		lines[i].Game, lines[i].Pair = i, i/2
		lines[i].CPU = [2]float64{} // the only figures that differ when they are played again
	}
	text, err := encodeLines(lines...)
	if err != nil {
		return err
	}
	folder := filepath.Join(r.folder, GamesFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return files.Replace(filepath.Join(folder, TestGamesFile), text)
}
