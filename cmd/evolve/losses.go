package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"evolab/experiments/notebook"
	"evolab/experiments/report"
)

// shownLosses is how many damages of one run are named one by one.
const shownLosses = 20

// warnOfLosses says on standard error what could not be read of a run.
func (a *app) warnOfLosses(runs ...*notebook.Report) {
	for _, r := range runs {
		if len(r.Losses) == 0 {
			continue
		}
		fmt.Fprintf(a.err, "warning: the record of %s is damaged; what can be read is shown\n", oneLine(r.Run))
		for _, l := range r.Losses[:min(shownLosses, len(r.Losses))] {
			fmt.Fprintf(a.err, "  %s\n", oneLine(inPlainWords(fmt.Sprint(l))))
		}
		if more := len(r.Losses) - shownLosses; more > 0 {
			fmt.Fprintf(a.err, "  and %d more, which evolve show --format json lists\n", more)
		}
	}
}

// unreadable is the error of a run of which nothing can be read.
func unreadable(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, report.ErrNothing):
		return badInput(err, "evolve resume goes on with a run that was cut off")
	}
	return badInput(err, "evolve doctor --runs looks for what is wrong with runs")
}

// noChampion is the error of a run whose champion is wanted and cannot be read.
func noChampion(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return badInput(err, "the run has no champion: did it finish?")
	}
	return badInput(err, "evolve doctor --runs looks for what is wrong with runs")
}
