package lab

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/internal/provenance"
)

func gamesCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "games", Short: "List the games", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, g := range a.games {
				info := g.Info()
				a.print(struct {
					Game     string   `json:"game"`
					Variants []string `json:"variants"`
					Doc      string   `json:"doc"`
				}{info.Name, info.Variants, info.Doc}, "%-12s %s (variants: %s)\n", info.Name, info.Doc, strings.Join(info.Variants, ", "))
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

func featuresCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "features [GAME]", Short: "List a game's evaluation features", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := a.findGame(append(args, defaultGame)[0])
			if err != nil {
				return err
			}
			for _, f := range g.Info().Features {
				a.print(struct {
					Feature string  `json:"feature"`
					Scale   float64 `json:"scale"`
					Doc     string  `json:"doc"`
				}{f.Name, f.Scale, f.Doc}, "%-20s %s (scale %g)\n", f.Name, f.Doc, f.Scale)
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

func agentsCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "agents [GAME]", Short: "List the agents and their settings", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, game := range args {
				if _, err := a.findGame(game); err != nil {
					return err
				}
			}
			for _, k := range append(agent.Kinds(), agent.PathDoc()) {
				settings, text := map[string]string{}, fmt.Sprintf("%-12s %s\n", k.Name, k.Doc)
				for _, p := range k.Params {
					settings[p.Key] = p.Doc
					text += fmt.Sprintf("    %-10s %s\n", p.Key, p.Doc)
				}
				a.print(struct {
					Agent    string            `json:"agent"`
					Doc      string            `json:"doc"`
					Settings map[string]string `json:"settings"`
				}{k.Name, k.Doc, settings}, "%s", text)
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

func versionCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "version", Short: "Print the version, the commit and the build settings", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			build, _ := provenance.ReadBuild()
			return a.print(struct {
				provenance.Build
				Go     string `json:"go"`
				System string `json:"system"`
			}{build, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, "%s\n", strings.Join(provenance.Versions(), "\n"))
		},
	}
	a.formats(c)
	return c
}
