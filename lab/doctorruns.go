package lab

import (
	"context"
	"fmt"

	"evolab/experiments/run"
)

// doctorRuns reports what is wrong with runs; the exit code is 1 if anything is.
func (a *app) doctorRuns(ctx context.Context, args []string) error {
	done := a.busy("checking the records")
	list, err := a.findings(ctx, args)
	done()
	if err != nil {
		return err
	}
	for _, found := range list {
		text := fmt.Sprintf("%s: %s\n", oneLine(found.Run), oneLine(inPlainWords(found.Problem)))
		if found.Repair != "" {
			text += fmt.Sprintf("  -> %s\n", oneLine(found.Repair))
		}
		if err := a.print(found, "%s", text); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		return &exitError{exitFailed, errSilent, ""}
	}
	if !a.json() {
		_, err = fmt.Fprintln(a.out, "all runs are intact")
	}
	return err
}

// findings are the problems of some runs and tournaments, or of all.
func (a *app) findings(ctx context.Context, args []string) ([]run.Finding, error) {
	if len(args) == 0 {
		list, err := run.Check(ctx, a.games, a.runs())
		if err == nil {
			var played []run.Finding
			played, err = run.CheckTournaments(ctx, tournamentsRoot)
			list = append(list, played...)
		}
		return list, err
	}
	var list []run.Finding
	for _, arg := range args {
		if run.IsTournament(arg) {
			list = append(list, run.CheckFolder(arg)...)
			continue
		}
		folder, err := a.findRun(arg)
		if err != nil {
			return nil, err
		}
		list = append(list, run.CheckRun(a.games, folder)...)
	}
	return list, nil
}
