package lab

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evolab/course/rubric"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/lab/term"
)

func resumeCommand(a *app) *cobra.Command {
	var f workerFlags
	var confine confineFlags
	var clustering clusterFlags
	c := &cobra.Command{
		Use:   "resume RUN [generations=N]",
		Short: "Continue a run that was interrupted or killed",
		Long: "Continue a run from its last checkpoint: it ends in the same bytes as if it had never been interrupted.\n" +
			"With generations=N a run, finished or not, gets more generations; sigma then falls over all of them.\n" +
			"RUN is a run's name, a unique prefix of it, its folder, or last.",
		Args: arguments(1, anyNumber),
		RunE: func(c *cobra.Command, args []string) (err error) {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			venue, err := clustering.open(c.Context(), a, confine.level())
			if err != nil {
				return err
			}
			defer venue.close(&err)
			watch := &runWatcher{app: a}
			done, err := train.Resume(c.Context(), folder, train.Options{
				Overrides: args[1:], Workers: venue.threads, Pool: venue.pool, Aside: venue.aside, Warn: venue.warn, Observer: watch, Progress: watch, Programs: confine.programs(a), Games: a.games, Rubrics: rubric.Objectives(), Formats: a.figures,
			})
			watch.end()
			return a.resumed(done, err)
		},
	}
	bind(c, &f)
	confine.add(c)
	clustering.add(c, &f.Workers)
	return a.inRuns(saves(c))
}

func (a *app) resumed(done train.Done, err error) error {
	name := filepath.Base(done.Folder)
	var problems *config.Error
	switch {
	case errors.Is(err, train.ErrFinished):
		_, err := fmt.Fprintf(a.out, "%s\nthe run has finished: there is nothing left to do\n", term.OneLine(name))
		return err
	case errors.Is(err, files.ErrLocked):
		return badInput(fmt.Errorf("%s is running: %w", name, err), "evolve runs shows how it is doing")
	case errors.Is(err, train.ErrChanged):
		return badInput(err, "only generations, training_games or training_cpu may grow; evolve run starts an experiment with another config")
	case errors.Is(err, train.ErrNotResumable):
		return badInput(err, "evolve run starts its experiment anew")
	case errors.As(err, &problems):
		return badInput(err, "the config is "+filepath.Join(done.Folder, run.ConfigFile))
	}
	return a.ended(done, changedRecord(err), a.nextStep)
}
