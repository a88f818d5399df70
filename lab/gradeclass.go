package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"evolab/course/class"
	"evolab/course/rubric"
	"evolab/experiments/report"
)

// classFlags are the flags for grading many submissions.
type classFlags struct {
	out    string
	games  int
	jobs   int
	resume bool
}

func (f *classFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.out, "out", "", "grade a class: each folder and source file in CLASS_FOLDER is a submission; write the results into this folder")
	c.Flags().IntVar(&f.games, "games", 0, "with --out: games per opponent, if fewer than the rubric's, as a rehearsal")
	allow(c, "games", "an even number from 2", func() bool { return f.games >= 2 && f.games%2 == 0 })
	c.Flags().IntVar(&f.jobs, "jobs", 0, "with --out: games and examinations at a time on this machine (default: one per core); with --workers, examinations")
	allow(c, "jobs", "1..4096", func() bool { return f.jobs >= 1 && f.jobs <= 4096 })
	c.Flags().BoolVar(&f.resume, "resume", false, "with --out: continue, and play only the missing games")
}

// check refuses flags that belong to the other kind of grading.
func (f *classFlags) check(c *cobra.Command) error {
	if f.out == "" && !c.Flags().Changed("out") {
		return idle(c, "with --out", "games", "jobs", "resume")
	}
	if f.jobs > 0 && !c.Flags().Changed("workers") {
		if err := c.Flags().Set("workers", strconv.Itoa(f.jobs)); err != nil {
			return err
		}
	}
	return errors.Join(outFolder(c, "out"), idle(c, "without --out", "scale", "games-out", "format"))
}

// travels refuses grants of this machine if submissions are played on others.
func (f *gradeFlags) travels() error {
	if g := f.confine.grants; f.many.on() && len(g.Mounts)+len(g.Env) > 0 {
		return badInput(errors.New("evolve: --mount and --pass-env are about this machine, and submissions travel to workers"), "without --listen and --cluster all games are played here")
	}
	return nil
}

// gradeClass grades the submissions of a folder.
func (a *app) gradeClass(ctx context.Context, f *gradeFlags, folder string) (err error) {
	grading, err := f.grading()
	if err != nil {
		return err
	}
	grading.Games = f.class.games
	if err := cmp.Or(f.travels(), f.confine.opening(a)); err != nil {
		return err
	}
	place, err := f.many.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer place.close(&err)
	watch := &classWatch{stages{app: a}}
	made, err := class.Grade(ctx, class.Options{
		Folder: folder, Out: f.class.out, Grading: *grading, Resume: f.class.resume, Jobs: cmp.Or(f.class.jobs, f.workers), Hands: place.hands,
		Programs: f.confine.programs(a), Confinement: a.confined().Level.String(), Pool: place.pool, Watch: watch,
		Replay: func(title string, games []class.Replayed) ([]byte, error) { return classReplay(grading, title, games) },
	})
	watch.end()
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("evolve: interrupted; the results cover the finished games"), "to continue: the same command with --resume"}
	case errors.Is(err, class.ErrThere):
		return badInput(err, "--resume continues it; or name another folder")
	case errors.Is(err, class.ErrOther), errors.Is(err, class.ErrInside):
		return badInput(err, "name another folder with --out")
	case errors.Is(err, class.ErrNobody):
		return badInput(err, "without --out, grade is for one agent")
	case err != nil:
		return err
	}
	for _, warning := range place.warn() {
		fmt.Fprintf(a.err, "warning: %s\n", oneLine(warning))
	}
	return a.classDone(f, made)
}

// classReplay is the page of a submission's lost games.
func classReplay(grading *rubric.Grading, title string, games []class.Replayed) ([]byte, error) {
	lost := make([]report.Lost, len(games))
	for i, g := range games {
		lost[i] = report.Lost{Game: grading.Game, Variant: g.Line.Variant, Line: g.Line, Loss: g.Loss}
	}
	return report.LostHTML(title, lost)
}

// classDone says where the results are, and how many have none.
func (a *app) classDone(f *gradeFlags, made *class.Class) error {
	graded, open := 0, 0
	for _, s := range made.Submissions {
		if s.Playable() {
			graded++
			continue
		}
		if s.Status == class.Partly {
			open++
		}
		fmt.Fprintf(a.err, "%s: %s: %s\n", oneLine(s.Name), s.Status, oneLine(s.Problem))
	}
	fmt.Fprintf(a.err, "%d of %d submissions graded\n", graded, len(made.Submissions))
	at := func(name string) string { return filepath.Join(f.class.out, name) }
	err := a.printPaths(at(class.GradebookFile), at(class.TimingFile), at("index.html"))
	if err == nil && open > 0 {
		err = &exitError{exitFailed, fmt.Errorf("evolve: %d submissions have void games", open), "the same command with --resume plays those again"}
	}
	return err
}

// classWatch shows the progress of a class.
type classWatch struct{ stages }

func (w *classWatch) Expect(left, all int, expected time.Duration) {
	w.end()
	text := fmt.Sprintf("%d games", left)
	if left < all {
		text += fmt.Sprintf(" of %d are missing", all)
	}
	fmt.Fprintf(w.err, "%s, expected to take about %s\n", text, roughly(expected))
}
