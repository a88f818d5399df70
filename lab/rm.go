package lab

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

func rmCommand(a *app) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "rm RUN...", Short: "Remove runs, after asking", Args: arguments(1, anyNumber),
		RunE: func(_ *cobra.Command, args []string) error {
			folders, err := a.findRuns(args)
			if err != nil {
				return err
			}
			if !yes {
				if err := a.confirm(folders); err != nil {
					return err
				}
			}
			for _, folder := range folders {
				if err := run.Remove(folder); errors.Is(err, run.ErrRunning) {
					return badInput(err, "end it first")
				} else if errors.Is(err, run.ErrNoRun) {
					return badInput(err, "evolve runs lists the runs")
				} else if err != nil {
					return err
				}
				fmt.Fprintln(a.out, "removed", term.OneLine(filepath.Base(folder)))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return a.inRuns(c)
}

// confirm asks and returns an error unless the answer is yes.
func (a *app) confirm(folders []string) error {
	for _, folder := range folders {
		fmt.Fprintln(a.err, term.OneLine(folder))
	}
	what := "this run"
	if len(folders) > 1 {
		what = fmt.Sprintf("these %s", quantity.Of(len(folders), "run"))
	}
	fmt.Fprintf(a.err, "remove %s for good? [y/N] ", what)
	answer, err := bufio.NewReader(a.in).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	case "":
		if err != nil {
			return badInput(errors.New("nobody answers, and nothing was removed"), "--yes removes without asking")
		}
	}
	return &exitError{exitFailed, errors.New("nothing was removed"), ""}
}
