package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func gamesCommand(a *app) *cobra.Command {
	var format formatFlag
	c := &cobra.Command{
		Use: "games", Short: "List the games", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			for _, g := range a.games {
				info := g.Info()
				if json {
					err = a.printJSON(struct {
						Game     string   `json:"game"`
						Variants []string `json:"variants"`
						Doc      string   `json:"doc"`
					}{info.Name, info.Variants, info.Doc})
				} else {
					_, err = fmt.Fprintf(a.out, "%-12s %s (variants: %s)\n", info.Name, info.Doc, strings.Join(info.Variants, ", "))
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
