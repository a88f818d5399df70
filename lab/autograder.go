package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/course/autograder"
	"evolab/course/rubric"
	"evolab/host"
	"evolab/internal/files"
	"evolab/lab/term"
)

// autograderFlags are those for systems that grade each submission as it is handed in.
type autograderFlags struct {
	Autograder string `key:"autograder" doc:"make an autograder to upload to Gradescope, which grades by this rubric or course" allowed:"a file that ends in .zip"`
	Program    string `key:"program" doc:"with --autograder: the evolve that grades, a static build for linux/amd64" derived:"this program"`
	Results    string `key:"results" doc:"CLASS is one submission: write its points, verdict and page into this file, as Gradescope reads it" allowed:"a file that ends in .json"`
}

// check refuses flags that belong to another kind of grading, and files that cannot be
// written.
func (f *autograderFlags) check(c *cobra.Command) error {
	for name, end := range map[string]string{"autograder": ".zip", "results": ".json"} {
		path := c.Flags().Lookup(name).Value.String()
		if err := outFile(c, name); err != nil {
			return err
		}
		if path != "" && !strings.EqualFold(filepath.Ext(path), end) {
			return badInput(fmt.Errorf("--%s %q does not end in %s", name, path, end), "name a file that does")
		}
	}
	switch {
	case f.Autograder != "":
		return refuseIdle(c, "without --autograder", "out", "resume", "roster", "deadline", "attempts", "only", "rejudge", "overrides", "private", "results", "jobs", "workers", "listen", "cluster", "key", "mount")
	case f.Results != "":
		return errors.Join(refuseIdle(c, "with --autograder", "program"), refuseIdle(c, "for a class", "roster", "deadline", "attempts", "only", "rejudge", "overrides", "private", "resume"))
	}
	return refuseIdle(c, "with --autograder", "program")
}

// passedOn are the flags of grade that an autograder's own grade gets.
var passedOn = []string{"games", "seed", "move-time", "game-time", "no-archives", "require-confinement"}

func (a *app) makeAutograder(c *cobra.Command, f *gradeFlags) error {
	grading, err := f.grading()
	if err != nil {
		return err
	}
	path := f.autograder.Autograder
	if _, err := os.Lstat(path); err == nil {
		return badInput(fmt.Errorf("--autograder %q is there already", path), "remove it, or name another file")
	}
	r := &grading.Rubric
	full := r.Full()
	archive := autograder.Archive{Program: f.autograder.Program, Course: &full, Rubric: r.Name}
	for _, name := range passedOn {
		if flag := c.Flags().Lookup(name); flag.Changed {
			archive.Flags = append(archive.Flags, "--"+name+"="+flag.Value.String())
		}
	}
	if !c.Flags().Changed("require-confinement") { // whatever the machine has: the results say it
		archive.Flags = append(archive.Flags, "--require-confinement="+host.None.String())
	}
	if archive.Program == "" {
		if archive.Program, err = os.Executable(); err != nil {
			return err
		}
	}
	data, err := archive.Make()
	if err != nil {
		return badInput(err, "releases are static: --program FILE takes the evolve of one for linux/amd64, or what CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -o FILE ./cmd/evolve makes")
	}
	if err := files.Create(path, data); err != nil {
		return err
	}
	a.remark("%s: set the autograder's points to %s\n", r.Name, rubric.FormatPoints(r.Max()))
	return a.printPaths(path)
}

// gradeSubmission grades one submission as a class of one, and writes its results.
func (a *app) gradeSubmission(ctx context.Context, f *gradeFlags, path string) error {
	if f.class.Out == "" {
		dir, lock, err := host.TempDir("class")
		if err != nil {
			return err
		}
		defer func() {
			_ = host.Remove(dir) // after an error the next command removes it
			_ = lock.Close()
		}()
		f.class.Out = filepath.Join(dir, "results")
	}
	made, err := a.gradeAll(ctx, f, path)
	if err != nil {
		return err
	}
	results, err := autograder.ResultsOf(made, a.confined())
	var blameless *autograder.ErrBlameless
	if errors.As(err, &blameless) {
		return &exitError{exitFailed, fmt.Errorf("%s: %s", blameless.Verdict, blameless.Text), "nobody loses points by that: there are no results; repair the machine and grade again"}
	}
	if err != nil {
		return err
	}
	data, err := results.Encode()
	if err != nil {
		return err
	}
	if err := files.Replace(f.autograder.Results, data); err != nil {
		return err
	}
	e := &results.Extra
	why := ""
	if e.Reason != "" {
		why = "; " + term.OneLine(e.Reason)
	}
	fmt.Fprintf(a.err, "%s: %s points%s\n", e.Verdict, rubric.FormatPoints(results.Score), why)
	for _, what := range e.Unconfined {
		fmt.Fprintf(a.err, "not enforced here: %s\n", what)
	}
	return a.printPaths(f.autograder.Results)
}

// enabled reports whether one submission is graded, here or elsewhere.
func (f *autograderFlags) enabled() bool { return f.Autograder != "" || f.Results != "" }
