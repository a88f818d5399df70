package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments"
)

func plotCommand(a *app) *cobra.Command {
	var formats string
	c := &cobra.Command{
		Use: "plot RUN...", Short: "Draw the figures of runs again", Args: cobra.MinimumNArgs(1),
		Long: "Draw the learning curve, claimed against validated fitness, the weights, the win rates and\nthe scores against each opponent of each run into its folder plots/.",
		RunE: func(_ *cobra.Command, args []string) error {
			kinds := strings.Split(formats, ",")
			for _, k := range kinds {
				if k != "svg" && k != "png" && k != "pdf" {
					return badInput(fmt.Errorf("evolve: --formats %q (allowed: svg, png, pdf, split by commas)", formats), "")
				}
			}
			for _, text := range args {
				folder, err := findRun(text)
				if err != nil {
					return err
				}
				files, err := experiments.Draw(folder, kinds)
				if err != nil {
					return err
				}
				fmt.Fprintln(a.out, strings.Join(files, "\n"))
			}
			return nil
		},
	}
	c.Flags().StringVar(&formats, "formats", "svg,png,pdf", "file formats: svg, png, pdf")
	return c
}
