package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/internal/sums"
)

// warnOfLosses lists what could not be read of runs.
func (a *app) warnOfLosses(runs ...*run.Report) {
	const most = 20
	for _, r := range runs {
		if len(r.Losses) == 0 {
			continue
		}
		fmt.Fprintf(a.err, "warning: the record of %s is damaged; what can be read is shown\n", oneLine(r.Run))
		for _, l := range r.Losses[:min(most, len(r.Losses))] {
			fmt.Fprintf(a.err, "  %s\n", oneLine(inPlainWords(fmt.Sprint(l))))
		}
		if more := len(r.Losses) - most; more > 0 {
			fmt.Fprintf(a.err, "  and %d more, which evolve show --format json lists\n", more)
		}
	}
}

// warnOfChanges says where a file of a run or a tournament is not what was written.
func (a *app) warnOfChanges(path string) {
	dir, name := filepath.Split(filepath.ToSlash(path))
	for range 2 { // games/test.jsonl is below a run's folder
		changes, err := sums.Check(filepath.FromSlash(dir), func(file string) bool { return file == name })
		if err != nil {
			return // only the file itself is needed
		}
		for _, c := range changes {
			fmt.Fprintf(a.err, "warning: %s:%d: %s\n", oneLine(path), c.Line, c.What)
		}
		parent, last := filepath.Split(strings.TrimSuffix(dir, "/"))
		dir, name = parent, last+"/"+name
	}
}

// unreadable adds a hint to the error of a run that cannot be read.
func unreadable(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, report.ErrNothing):
		return badInput(err, "evolve resume continues a run that was cut off")
	}
	return badInput(err, "evolve doctor --runs checks the records of runs")
}

// noChampion adds a hint to the error of a champion that cannot be read.
func noChampion(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return badInput(err, "the run has no champion: did it finish?")
	}
	return badInput(err, "evolve doctor --runs checks the records of runs")
}
