package main

import (
	"context"
	"fmt"

	"evolab/experiments/notebook"
)

// doctorRuns tells what is wrong with runs; the exit code is 1 if anything is.
func (a *app) doctorRuns(ctx context.Context, f *formatFlag, args []string) error {
	json, err := f.json()
	if err != nil {
		return err
	}
	checked := a.busy("checking the records")
	list, err := a.checkRuns(ctx, args)
	checked()
	if err != nil {
		return err
	}
	for _, found := range list {
		if json {
			err = a.printJSON(found)
		} else {
			_, err = fmt.Fprintf(a.out, "%s: %s\n", oneLine(found.Run), oneLine(inPlainWords(found.Problem)))
			if found.Repair != "" {
				fmt.Fprintf(a.out, "  -> %s\n", oneLine(found.Repair))
			}
		}
		if err != nil {
			return err
		}
	}
	if len(list) > 0 {
		return &exitError{exitFailed, errSilent, ""}
	}
	if !json {
		_, err = fmt.Fprintln(a.out, "all runs are as they should be")
	}
	return err
}

func (a *app) checkRuns(ctx context.Context, args []string) ([]notebook.Finding, error) {
	if len(args) == 0 {
		return notebook.Check(ctx, a.runs())
	}
	folders, err := a.findRuns(args)
	if err != nil {
		return nil, err
	}
	var list []notebook.Finding
	for _, folder := range folders {
		list = append(list, notebook.CheckRun(folder)...)
	}
	return list, nil
}
