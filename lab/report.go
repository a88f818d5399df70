package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evolab/course/rubric"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/lab/term"
)

type reportFlags struct {
	report.Options
	out      string
	markdown string
	sweep    string
}

func reportCommand(a *app) *cobra.Command {
	f := reportFlags{Options: report.DefaultOptions()}
	c := &cobra.Command{
		Use: "report RUN...", Short: "Write one HTML file about a run, or about several side by side", Args: runsOrSweep,
		Long: "Write one self-contained HTML file: config, learning curve, results, weights, ablation and games to\nstep through. The curves of several runs share a figure. " +
			"For a damaged run,\nit shows what can be read and lists what cannot. Of the runs of a sweep, it shows which settings matter, too.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			names, err := args, error(nil)
			if f.sweep != "" {
				names, err = a.namesOfSweep(c.Context(), f.sweep)
			}
			if err != nil {
				return err
			}
			return a.report(c.Context(), &f, names)
		},
	}
	c.Flags().StringVar(&f.out, "out", "", "the HTML file (default: report.html in the run's folder; of several runs: report.html)")
	c.Flags().StringVar(&f.sweep, "sweep", "", sweepDoc)
	c.Flags().StringVar(&f.markdown, "markdown", "", "write Markdown and figures into this folder instead")
	bind(c, &f)
	return a.inRuns(saves(c))
}

func (a *app) report(ctx context.Context, f *reportFlags, names []string) error {
	watch := &term.Progress{Out: a.err}
	defer watch.End()
	f.Progress, f.Games, f.Rubrics = watch, a.games, rubric.Objectives()
	var runs []*report.Run
	for i, text := range names {
		if len(names) > 1 {
			watch.Prefix = fmt.Sprintf("%d/%d  %s", i+1, len(names), term.OneLine(text))
			a.remark("%s\n", watch.Prefix)
		}
		folder, err := a.findRun(text)
		if err != nil {
			return err
		}
		run, err := report.Read(ctx, folder, f.Options)
		if err != nil {
			return unreadable(err)
		}
		a.warnOfLosses(run.Run)
		runs = append(runs, run)
	}
	watch.Begin("writing the report", 0, "")
	list := make([]*run.Run, len(runs))
	for i, r := range runs {
		list[i] = r.Run
	}
	a.warnOfCompared(list)
	return a.writeReport(f, runs)
}

func (f *reportFlags) check(c *cobra.Command) error {
	if f.out != "" && f.markdown != "" {
		return badInput(errors.New("both --out and --markdown (allowed: one of them)"), "--out names a page for a browser, --markdown a folder; two commands write both")
	}
	if err := outFile(c, "out"); err != nil {
		return err
	}
	return outFolder(c, "markdown")
}

// writeReport writes the report and prints the names of its files.
func (a *app) writeReport(f *reportFlags, runs []*report.Run) error {
	if f.markdown != "" {
		written, err := report.Markdown(f.markdown, runs)
		if err != nil {
			return err
		}
		return a.printPaths(written...)
	}
	path := f.out
	if path == "" {
		path = run.ReportFile
		if len(runs) == 1 {
			path = filepath.Join(runs[0].Folder, path)
		}
	}
	page, err := report.HTML(runs)
	if err != nil {
		return err
	}
	if err := files.Replace(path, page); err != nil {
		return err
	}
	return a.printPaths(path)
}
