package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/record"
	"evolab/features"
	"evolab/internal/files"
)

func freezeCommand(a *app) *cobra.Command {
	var to string
	var without []string
	c := &cobra.Command{
		Use: "freeze RUN", Short: "Write a run's champion into the agent that is shipped", Args: cobra.ExactArgs(1),
		Long: "Write the weights of a run's champion. Without --to they replace those that the shipped agent embeds, in a\n" +
			"checkout of the project; build evolve and my_player again afterwards.",
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("to") && to == "" {
				return badInput(errors.New("evolve: --to is empty"), "name a file; without --to the weights go into the checkout")
			}
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			w, evidence, err := record.ReadChampion(folder)
			if err == nil && len(evidence.Test) == 0 {
				fmt.Fprintln(a.err, "warning: this champion was not tested: its run was interrupted")
			}
			if err != nil {
				return noChampion(err)
			}
			if c.Flags().Changed("without") && len(without) == 0 {
				return badInput(errors.New("evolve: --without is empty"), "name features; without it the champion keeps all of them")
			}
			if len(without) > 0 {
				if w, err = w.Leave(without); err != nil {
					return badInput(err, "evolve report and evolve ablate show what each feature is worth")
				}
				fmt.Fprintln(a.err, "warning: the run tested its champion with all features: measure this one with evolve match")
			}
			if to == "" {
				return a.embed(folder, w)
			}
			return a.freeze(w, to, "")
		},
	}
	c.Flags().StringVar(&to, "to", "", "write to this file instead of into the checkout")
	c.Flags().StringSliceVar(&without, "without", nil, "leave out these features, such as a,b, which an ablation has shown to harm")
	return a.inRuns(c)
}

// embed freezes a run's weights into the checkout; the run's config tells which
// board they are for.
func (a *app) embed(folder string, w features.Weights) error {
	config, err := experiment.Load(filepath.Join(folder, record.ConfigFile), nil, experiment.CheckNames)
	if err != nil {
		return badInput(err, "the run's own config tells which board its weights are for; --to FILE does not need it")
	}
	g, err := agent.FindGame(w.Game)
	if err != nil {
		return badInput(err, "evolve games lists the games")
	}
	if info := g.Info(); w.Variant == "" { // an old run
		w.Variant = info.Variant(config.Variant)
	}
	root, err := checkout()
	if err != nil {
		return badInput(err, "run it inside a checkout of evolab, or name a file with --to")
	}
	return a.freeze(w, filepath.Join(root, "agent", "frozen", g.FrozenFile(config.Variant)),
		"build the programs that embed them again: go build -o bin/ ./cmd/evolve ./cmd/my_player\n")
}

// freeze writes weights to a file and says what to do next.
func (a *app) freeze(w features.Weights, to, next string) error {
	g, err := agent.FindGame(w.Game)
	if err == nil {
		err = w.Check(g.Info().Name, g.Info().Features)
	}
	if err != nil {
		return badInput(err, "the run was made with other features than this program has")
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
	_, err = fmt.Fprintf(a.out, "%s\n%s", to, next)
	return err
}

// checkout finds the root of the checkout around the current folder.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("evolve: %w", err)
	}
	for ; ; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(data), "module evolab\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("evolve: freeze: not inside a checkout of evolab")
		}
	}
}
