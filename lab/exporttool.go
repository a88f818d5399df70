package lab

import (
	"fmt"

	"evolab/experiments/bridge/tables"
	"evolab/experiments/bridge/tensorboard"
	"evolab/experiments/run"
)

// exportToTool writes runs in the form of a tool, and prints what was written.
func (a *app) exportToTool(f *exportFlags, runs []*run.Report) error {
	if f.to == "tensorboard" {
		return a.exportEvents(f, runs)
	}
	paths, err := tables.Write(f.out, f.to, runs)
	for _, r := range runs {
		r.NoteLosses() // candidates and games are read here only
	}
	a.warnOfLosses(runs...)
	for _, path := range paths {
		fmt.Fprintln(a.out, path)
	}
	return err
}

// exportEvents writes a file of events for each run.
func (a *app) exportEvents(f *exportFlags, runs []*run.Report) error {
	for _, r := range runs {
		path, err := tensorboard.Write(f.out, r)
		r.NoteLosses() // the candidates are read here only
		a.warnOfLosses(r)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.out, path)
	}
	return nil
}
