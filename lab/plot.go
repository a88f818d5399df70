package lab

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/lab/term"
	"evolab/plots"
)

type plotFlags struct {
	plots.Style
	formats string
	sweep   string
}

func plotCommand(a *app) *cobra.Command {
	var f plotFlags
	c := &cobra.Command{
		Use: "plot RUN...", Short: "Draw the figures of runs again", Args: runsOrSweep,
		Long: "Draw each run's learning curve, claimed against validated fitness, weights, win rates and scores against each\n" +
			"opponent into its folder plots/, and the curves of several runs, means over seeds where a setting has several, into\n" +
			"one figure with a panel for each game, runs/overlay.svg (png, pdf).\n" +
			"With --sweep, instead of runs, draw what the cells of a sweep say about its settings: the importance of each, slices,\n" +
			"parallel coordinates, and a contour of the two most important ones, as runs/SWEEP-importance.svg and so on.\n" +
			"Text and lines print at the same size in figures of any size.",
		RunE: func(c *cobra.Command, args []string) error { return a.plot(c, &f, args) },
	}
	c.Flags().StringVar(&f.formats, "formats", "svg,png,pdf", "file formats: svg, png, pdf")
	c.Flags().StringVar(&f.sweep, "sweep", "", sweepDoc)
	bind(c, &f)
	return a.inRuns(c)
}

// kinds returns the file formats, and checks the style before the first figure.
func (f *plotFlags) kinds(c *cobra.Command) ([]string, error) {
	kinds := strings.Split(f.formats, ",")
	for _, k := range kinds {
		if k != "svg" && k != "png" && k != "pdf" {
			refused := config.Refuse("--formats", f.formats, []string{"svg", "png", "pdf"})
			refused.List = "svg, png, pdf, separated by commas"
			return nil, badInput(refused, "as in --formats svg,pdf")
		}
	}
	if !slices.Contains(kinds, "png") {
		if err := refuseIdle(c, "where PNG is among the --formats", "dpi"); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

func (a *app) plot(c *cobra.Command, f *plotFlags, args []string) error {
	kinds, err := f.kinds(c)
	if err != nil {
		return err
	}
	if f.sweep != "" {
		return a.plotSweep(c.Context(), f, kinds)
	}
	runs, err := a.readRuns(args)
	if err != nil {
		return err
	}
	progress := term.NewBar(a.err, len(runs), "run")
	defer progress.Close()
	progress.Describe("drawing")
	for _, r := range runs {
		files, err := r.Draw(kinds, f.Style)
		progress.Add(1)
		if errors.Is(err, plots.ErrStyle) {
			return badInput(err, "change --width, --height or --dpi")
		}
		if err != nil {
			return err
		}
		a.warnOfLosses(r)
		if len(files) == 0 {
			return badInput(fmt.Errorf("run %s has nothing to draw: no generation and no champion can be read", r.Name()), "evolve show describes the run")
		}
		if err := a.printPaths(files...); err != nil {
			return err
		}
	}
	if len(runs) == 1 {
		return nil
	}
	return a.plotTogether(runs, kinds, f.Style)
}

// plotTogether draws the curves of several runs in one figure.
func (a *app) plotTogether(runs []*run.Run, kinds []string, style plots.Style) error {
	a.warnOfCompared(runs)
	if err := a.makeRuns(); err != nil {
		return err
	}
	for _, kind := range kinds {
		path := filepath.Join(a.runs(), "overlay."+kind)
		if err := drawOverlay(runs, path, style); err != nil {
			return err
		}
		if err := a.printPaths(path); err != nil {
			return err
		}
	}
	return nil
}

// warnOfCompared warns that runs of several games are not compared, and of repeats.
func (a *app) warnOfCompared(runs []*run.Run) {
	for _, warning := range run.RepeatWarnings(runs) {
		fmt.Fprintln(a.err, "warning: "+term.OneLine(warning))
	}
	games := run.ByGame(runs)
	if len(games) == 1 {
		return
	}
	var names []string
	for _, list := range games {
		names = append(names, list[0].GameName())
	}
	fmt.Fprintf(a.err, "warning: the runs are of different games (%s), whose fitness cannot be compared: each is shown by itself\n", strings.Join(names, ", "))
}

// drawOverlay draws the curves of runs in one figure.
func drawOverlay(runs []*run.Run, path string, style plots.Style) error {
	figure, err := run.Overlay(runs, run.CurveView{})
	if err != nil {
		return badInput(err, "--plot '' compares without a figure")
	}
	return badInput(plots.Save(figure, path, style), "the name of a file that ends in .svg, .png or .pdf")
}
