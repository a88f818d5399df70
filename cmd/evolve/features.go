package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func featuresCommand(a *app) *cobra.Command {
	var format formatFlag
	c := &cobra.Command{
		Use: "features [GAME]", Short: "List a game's evaluation features", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			name := defaultGame
			if len(args) == 1 {
				name = args[0]
			}
			g, err := a.findGame(name)
			if err != nil {
				return err
			}
			for _, f := range g.Info().Features {
				if json {
					err = a.printJSON(struct {
						Feature string  `json:"feature"`
						Scale   float64 `json:"scale"`
						Doc     string  `json:"doc"`
					}{f.Name, f.Scale, f.Doc})
				} else {
					_, err = fmt.Fprintf(a.out, "%-20s %s (scale %g)\n", f.Name, f.Doc, f.Scale)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	return c
}
