package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/course/doctor"
)

// doctorFlags are the settings of evolve doctor.
type doctorFlags struct {
	formatFlag
	game     string
	rubric   string
	year     int
	moveTime float64
	budget   float64
	// budgetGiven is true if --budget was given.
	budgetGiven bool
	runs        bool
}

func doctorCommand(a *app) *cobra.Command {
	var f doctorFlags
	c := &cobra.Command{
		Use: "doctor PROGRAM...", Short: "Up to a minute of checks on somebody's agent: what a grader would reject",
		Args: func(c *cobra.Command, args []string) error {
			if f.runs {
				return nil
			}
			return cobra.MinimumNArgs(1)(c, args)
		},
		Long: "Check what a grader would reject in an agent: names, build, protocol, legality, time.\n" +
			"PROGRAM is a source file, a folder that holds one and its helper files, or an executable.\n" +
			"The game is told by file names, by the files beside the program and by its source; --game overrides that.\n" +
			"The exit code is 0 if a grader would accept all programs, 1 if not or if it cannot be told,\n" +
			"as when --budget ends the examination; the verdict then names the checks that were not made.\n" +
			"With --runs it looks at the records of runs instead: doctor --runs [RUN...].",
		RunE: func(c *cobra.Command, args []string) error {
			f.budgetGiven = c.Flags().Changed("budget")
			if f.runs {
				return a.doctorRuns(c.Context(), &f.formatFlag, args)
			}
			if err := idle(c, "with --runs only", "dir"); err != nil {
				return err
			}
			return a.doctor(c.Context(), &f, args)
		},
	}
	f.formatFlag.add(c)
	c.Flags().StringVar(&f.game, "game", "", "the game (default: the one that its files are for)")
	c.Flags().StringVar(&f.rubric, "rubric", "", "the rubric that sets the game and the year (evolve rubrics)")
	c.Flags().IntVar(&f.year, "rubric-year", 0, "year of the rubric whose limits hold (littlego: 2021, the default, or 2023)")
	c.Flags().Float64Var(&f.moveTime, "move-time", 0, "seconds of CPU for a move, instead of a year's limits")
	c.Flags().Float64Var(&f.budget, "budget", 0, "seconds of wall time for plies and games; what does not fit is left out (default: as many games as fit into a minute on an idle machine)")
	c.Flags().BoolVar(&f.runs, "runs", false, "check the records of runs (all of them, if none is named)")
	return a.inRuns(saves(c))
}

func (a *app) doctor(ctx context.Context, f *doctorFlags, paths []string) error {
	json, err := f.json()
	if err != nil {
		return err
	}
	list := make([]doctor.Options, len(paths))
	for i, path := range paths {
		if list[i], err = f.options(path); err != nil {
			return err
		}
	}
	accepted := true
	for i, path := range paths {
		if !json {
			a.printHeading(i, path)
		}
		watch := &doctorWatch{app: a, json: json}
		list[i].Found, list[i].Watch = watch.found, watch.played
		r, err := doctor.Examine(ctx, path, list[i])
		watch.close()
		if err != nil {
			return err
		}
		accepted = accepted && r.Verdict == doctor.Accept
		if err := a.printReport(&r, json); err != nil {
			return err
		}
	}
	if !accepted {
		return &exitError{exitFailed, errSilent, ""}
	}
	return nil
}

// options are those for the program at a path, which has to be there.
func (f *doctorFlags) options(path string) (doctor.Options, error) {
	course, year, err := f.course(path)
	if err == nil {
		err = badInput(doctor.Recognise(path, course), programHint)
	}
	if err != nil {
		return doctor.Options{}, err
	}
	o := doctor.Options{Course: course}
	if f.budgetGiven {
		o.Budget = max(1, time.Duration(f.budget*float64(time.Second)))
	}
	if f.budgetGiven && (math.IsNaN(f.budget) || f.budget <= 0 || f.budget > 1e6) {
		return o, badInput(fmt.Errorf("evolve: --budget %g (allowed: seconds, above 0)", f.budget), "")
	}
	if o.Year, err = course.FindYear(year); err != nil {
		return o, badInput(err, "")
	}
	move, err := cpuSeconds("--move-time", f.moveTime)
	if err != nil || move == 0 {
		return o, err
	}
	if year != 0 {
		return o, badInput(errors.New("evolve: --rubric-year and --move-time exclude each other"), "")
	}
	o.Year = doctor.Year{Move: move}
	return o, nil
}

func (a *app) printHeading(i int, path string) {
	if i > 0 {
		fmt.Fprintln(a.out)
	}
	fmt.Fprintln(a.out, path)
}

// printCheck writes a check as soon as it is made; the files that show a
// problem follow, each on a line.
func (a *app) printCheck(c doctor.Check) {
	word := string(c.Status)
	if c.Status == doctor.Fail {
		word = "FAIL"
	}
	fmt.Fprintf(a.out, "%-8s %s: %s\n", word, c.Name, c.Text)
	if c.Input != "" {
		fmt.Fprintf(a.out, "%-8s   input.txt  %s\n%-8s   output.txt %q\n", "", strings.ReplaceAll(c.Input, "\n", "/"), "", c.Output)
	}
}

func (a *app) printReport(r *doctor.Report, json bool) error {
	if json {
		return a.printJSON(r)
	}
	_, err := fmt.Fprintln(a.out, r.Summary())
	return err
}
