package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/learn/td"
)

func runCommand(a *app) *cobra.Command {
	var workers int
	var seed uint64
	var confine confineFlags
	var many clusterFlags
	c := &cobra.Command{
		Use:   "run CONFIG [key.path=value ...]",
		Short: "Run an experiment: from a config to a tuned agent",
		Long: "Run an experiment in a new folder below runs/, whose name is the first line of the output.\n" +
			"CONFIG is a file, or the name of an example that comes with the program, such as quick or ga.\n" +
			"Settings after it override the file, as in seed=7 or ga.population=30.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			overrides := args[1:]
			if c.Flags().Changed("seed") {
				var err error
				if overrides, err = seedOverride(overrides, seed); err != nil {
					return err
				}
			}
			return a.runExperiment(c.Context(), args[0], overrides, train.Options{Programs: confine.programs(a), Formats: a.figures}, &many, confine.level())
		},
	}
	addWorkers(c, &workers)
	many.add(c, &workers)
	confine.add(c)
	c.Flags().Uint64Var(&seed, "seed", 0, "the same as seed=N")
	return a.inRuns(saves(c))
}

// seedOverride adds the seed of the flag; a different one among the overrides is
// bad input.
func seedOverride(overrides []string, seed uint64) ([]string, error) {
	want := fmt.Sprintf("seed=%d", seed)
	for _, o := range overrides {
		if strings.HasPrefix(o, "seed=") && o != want {
			return nil, badInput(fmt.Errorf("evolve: --seed %d and %s differ", seed, o), "give one of them")
		}
	}
	return append(overrides[:len(overrides):len(overrides)], want), nil
}

func (a *app) runExperiment(ctx context.Context, path string, overrides []string, o train.Options, many *clusterFlags, require string) (err error) {
	config := &experiment.Config{Games: a.games}
	text, err := readConfig(path)
	if err == nil {
		err = experiment.ParseInto(config, path, text, overrides, experiment.CheckNames)
	}
	if err != nil {
		return misread(path, err, keysHint, experimentKind)
	}
	place, err := many.open(ctx, a, require)
	if err != nil {
		return err
	}
	defer place.close(&err)
	watch := &runWatcher{app: a}
	o.Root, o.File, o.Overrides, o.Watch = a.runs(), path, overrides, watch
	o.Workers, o.Pool, o.Aside = place.threads, place.pool, place.aside
	done, err := train.Run(ctx, config, o)
	watch.end()
	return a.ended(done, err)
}

// ended prints the result of a run, or says how to continue it.
func (a *app) ended(done train.Done, err error) error {
	again := "evolve resume " + filepath.Base(done.Folder) + " continues it"
	var known *exitError
	switch {
	case errors.As(err, &known): // it says what to do
		return err
	case errors.Is(err, train.ErrNoChampion):
		return &exitError{exitInterrupted, err, again}
	case errors.Is(err, syscall.ENOSPC) && done.Folder != "":
		return &exitError{exitFailed, err, "make room on the disk; " + again}
	case errors.Is(err, td.ErrDiverged):
		return &exitError{exitFailed, err, "a new run with smaller steps helps: td.core_step and td.step, or those of qlearning"}
	case err != nil && done.Folder != "":
		return &exitError{exitFailed, err, "once that is fixed, " + again}
	case err != nil:
		return err
	}
	a.printDone(done)
	if done.Interrupted {
		return &exitError{exitInterrupted, errors.New("evolve: interrupted; the champion so far and its figures are in " + done.Folder), again}
	}
	return nil
}
