package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/experiments"
	"evolab/features"
	"evolab/files"
)

func freezeCommand(a *app) *cobra.Command {
	var to string
	var without []string
	c := &cobra.Command{
		Use: "freeze RUN", Short: "Write a run's champion into the agent that is shipped", Args: cobra.ExactArgs(1),
		Long: "Write the weights of a run's champion. Without --to they replace those that the shipped agent embeds,\n" +
			"which needs a checkout of the project; evolve and my_player have to be built again afterwards.",
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("to") && to == "" {
				return badInput(errors.New("evolve: --to is empty"), "name a file; without --to the weights go into the checkout")
			}
			folder, err := findRun(args[0])
			if err != nil {
				return err
			}
			w, evidence, err := experiments.ReadChampion(folder)
			if err == nil && len(evidence.Test) == 0 {
				fmt.Fprintln(a.err, "warning: this champion was not tested: its run was interrupted")
			}
			if err != nil {
				return badInput(err, "the run has no champion: did it finish?")
			}
			config, err := experiments.Load(filepath.Join(folder, experiments.ConfigFile), nil, experiments.CheckNames)
			if err != nil {
				return badInput(err, "the run's own config tells which board its weights are for")
			}
			if len(without) > 0 {
				if w, err = w.Leave(without); err != nil {
					return badInput(err, "evolve report and evolve ablate tell what each feature is worth")
				}
				fmt.Fprintln(a.err, "warning: the run tested its champion with all features: measure this one with evolve match")
			}
			return a.freeze(w, config.Variant, to)
		},
	}
	c.Flags().StringVar(&to, "to", "", "write to this file instead of into the checkout")
	c.Flags().StringSliceVar(&without, "without", nil, "leave out these features, such as a,b, that an ablation has shown to harm")
	return c
}

func (a *app) freeze(w features.Weights, variant, to string) error {
	g, err := agent.FindGame(w.Game)
	if err == nil {
		err = w.Check(g.Info().Name, g.Info().Features)
	}
	if err != nil {
		return badInput(err, "the run was made with other features than this program has")
	}
	hint := ""
	if to == "" {
		root, err := checkout()
		if err != nil {
			return badInput(err, "run it inside a checkout of evolab, or name a file with --to")
		}
		to = filepath.Join(root, "agent", "frozen", g.FrozenFile(variant))
		hint = "build the programs that embed them again: go build -o bin/ ./cmd/evolve ./cmd/my_player\n"
	}
	if err := creatable("--to", to); err != nil {
		return err
	}
	data, err := w.JSON()
	if err != nil {
		return err
	}
	if err := files.Replace(to, data); err != nil {
		return fmt.Errorf("evolve: freeze: %w", err)
	}
	_, err = fmt.Fprintf(a.out, "%s\n%s", to, hint)
	return err
}

// checkout finds the root of a checkout of this project, from the current
// folder upwards.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("evolve: %w", err)
	}
	for {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(data), "module evolab\n") {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("evolve: freeze: not inside a checkout of evolab")
		}
		dir = parent
	}
}
