package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/notebook"
)

func plotCommand(a *app) *cobra.Command {
	var formats string
	c := &cobra.Command{
		Use: "plot RUN...", Short: "Draw the figures of runs again", Args: cobra.MinimumNArgs(1),
		Long: "Draw the learning curve, claimed against validated fitness, the weights, the win rates and the scores\n" +
			"against each opponent of each run into its folder plots/; of several runs also their curves in one figure,\n" +
			"runs/overlay.svg (png, pdf).",
		RunE: func(_ *cobra.Command, args []string) error {
			kinds := strings.Split(formats, ",")
			for _, k := range kinds {
				if k != "svg" && k != "png" && k != "pdf" {
					return badInput(fmt.Errorf("evolve: --formats %q (allowed: svg, png, pdf, split by commas)", formats), "")
				}
			}
			runs, err := readRuns(args)
			if err != nil {
				return err
			}
			for _, r := range runs {
				files, err := r.Contents().Draw(kinds)
				if err != nil {
					return err
				}
				r.NoteLosses()
				a.warnOfLosses(r)
				if len(files) == 0 {
					return badInput(fmt.Errorf("evolve: run %s has nothing to draw: no generation and no champion can be read", r.Run), "evolve show tells of the run")
				}
				fmt.Fprintln(a.out, strings.Join(files, "\n"))
			}
			if len(runs) > 1 {
				return a.plotTogether(runs, kinds)
			}
			return nil
		},
	}
	c.Flags().StringVar(&formats, "formats", "svg,png,pdf", "file formats: svg, png, pdf")
	return c
}

// plotTogether draws the curves of several runs in one figure.
func (a *app) plotTogether(runs []*notebook.Report, kinds []string) error {
	a.warnOfGames(runs)
	for _, kind := range kinds {
		path := filepath.Join(runsFolder, "overlay."+kind)
		drawn, err := drawOverlays(runs, path)
		if err != nil {
			return err
		}
		for _, file := range drawn {
			fmt.Fprintln(a.out, file)
		}
	}
	return nil
}
