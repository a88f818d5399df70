package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/internal/config"
	"evolab/lab/term"
	"evolab/plots"
)

const sweepDoc = "all runs of the sweep of this name, instead of naming runs"

func runsOrSweep(c *cobra.Command, args []string) error {
	if !c.Flags().Changed("sweep") {
		return arguments(1, anyNumber)(c, args)
	}
	if name, _ := c.Flags().GetString("sweep"); name == "" {
		return badInput(errors.New("--sweep is empty (expected: the name of a sweep)"), "evolve runs --format json lists the sweep of each run")
	}
	if len(args) > 0 {
		return badInput(fmt.Errorf("both --sweep and %q (allowed: runs, or the sweep that has them)", args[0]), "leave out one of them")
	}
	return nil
}

// cellsOfSweep are the runs of a sweep, those of each game together.
func (a *app) cellsOfSweep(ctx context.Context, name string) ([]*sweep.Group, error) {
	all, err := run.List(ctx, a.runs())
	if err != nil {
		return nil, err
	}
	var own []*sweep.Group
	var names []string
	for _, g := range sweep.Groups(all, sweep.ReadPlans(a.runs())) {
		names = append(names, g.Sweep)
		if g.Sweep == name {
			own = append(own, g)
		}
	}
	if own == nil {
		return nil, badInput(fmt.Errorf("no run in %s is a cell of a sweep %q%s", term.OneLine(a.runsPath()), name, config.DidYouMean(name, names)), "evolve sweep CONFIG runs a sweep, which is called as its config's file")
	}
	return own, nil
}

// namesOfSweep are the runs of a sweep that have a generation, the first ones first.
func (a *app) namesOfSweep(ctx context.Context, name string) (names []string, err error) {
	games, err := a.cellsOfSweep(ctx, name)
	for _, g := range games {
		for _, r := range slices.Backward(g.Runs) {
			if r.Generation >= 0 {
				names = append(names, r.Run)
			}
		}
	}
	if err == nil && names == nil {
		err = badInput(fmt.Errorf("no run of the sweep %q has ended a generation", name), "evolve sweep continues it")
	}
	return names, err
}

func (a *app) plotSweep(ctx context.Context, f *plotFlags, kinds []string) error {
	games, err := a.cellsOfSweep(ctx, f.sweep)
	if err != nil {
		return err
	}
	drawn := 0
	for _, g := range games {
		study := sweep.NewStudy(g, "")
		for _, text := range study.Warnings {
			fmt.Fprintf(a.err, "warning: %s\n", term.OneLine(text))
		}
		for _, name := range sweep.StudyFigures() {
			figure, err := study.Figure(name, "", "")
			if err != nil {
				return err
			}
			if figure == nil {
				continue
			}
			parts := []string{f.sweep, name}
			if len(games) > 1 {
				parts = []string{f.sweep, study.Game, name}
			}
			for _, kind := range kinds {
				path := filepath.Join(a.runs(), strings.Join(parts, "-")+"."+kind)
				if err := plots.Save(figure, path, f.Style); err != nil {
					return badInput(err, "change --width, --height or --dpi")
				}
				drawn++
				if err := a.printPaths(path); err != nil {
					return err
				}
			}
		}
	}
	if drawn == 0 {
		return badInput(fmt.Errorf("the sweep %q has nothing to draw: no results yet, or no setting that differs", f.sweep), "evolve sweep continues it")
	}
	return nil
}
