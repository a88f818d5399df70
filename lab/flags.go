package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/arena"
	"evolab/internal/config"
)

// checkedValue is the value of a flag that refuses what its command cannot use.
type checkedValue struct {
	pflag.Value
	name, allowed string
	ok            func() bool
}

func (v checkedValue) Set(text string) error {
	if err := v.Value.Set(text); err != nil {
		return err
	}
	if v.ok() {
		return nil
	}
	refused := &config.Refused{Message: "--" + v.name + " " + v.Value.String(), List: v.allowed}
	if v.Type() == "string" {
		refused = config.Refuse("--"+v.name, v.Value.String(), strings.Split(v.allowed, ", "))
	}
	return badInput(fmt.Errorf("evolve: %w", refused), "")
}

// allow makes a flag refuse values; allowed describes the others.
func allow(c *cobra.Command, name, allowed string, ok func() bool) {
	f := c.Flags().Lookup(name)
	f.Value = checkedValue{f.Value, name, allowed, ok}
}

// limitNumber makes a flag refuse numbers that are too small or too large.
func limitNumber[N int | float64](c *cobra.Command, name string, value *N, least, most N) {
	allow(c, name, fmt.Sprintf("%v..%v", least, most), func() bool { return *value >= least && *value <= most })
}

// oneOf adds a flag for one of a few words; the first is the default.
func oneOf(c *cobra.Command, value *string, name, usage string, words ...string) {
	c.Flags().StringVar(value, name, words[0], usage)
	allow(c, name, strings.Join(words, ", "), func() bool { return slices.Contains(words, *value) })
	completeFlag(c, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// formats adds --format; without words it chooses between text and JSON.
func (a *app) formats(c *cobra.Command, words ...string) {
	if words == nil {
		words = []string{"text", "json"}
	}
	last := len(words) - 1
	var format string
	oneOf(c, &format, "format", strings.Join(words[:last], ", ")+" or "+words[last], words...)
	c.PreRun = func(*cobra.Command, []string) { a.format = format } // only the command that runs sets it
}

// seconds is the value of a flag for CPU time.
type seconds struct {
	*time.Duration
	name string
}

func (s seconds) String() string { return strconv.FormatFloat(s.Seconds(), 'g', -1, 64) }
func (s seconds) Type() string   { return "float64" }

func (s seconds) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return err
	}
	if math.IsNaN(x) || x < 0 || x > 1e6 {
		return badInput(fmt.Errorf("evolve: --%s %g (allowed: seconds of CPU, or 0 for no limit)", s.name, x), "")
	}
	if *s.Duration = time.Duration(x * float64(time.Second)); x > 0 {
		*s.Duration = max(*s.Duration, 1) // less than a nanosecond is not the same as no limit
	}
	return nil
}

func addSeconds(c *cobra.Command, value *time.Duration, name, usage string) {
	c.Flags().Var(seconds{value, name}, name, usage)
}

// addLimits adds the flags for clocks; more is appended to their descriptions.
func addLimits(c *cobra.Command, l *arena.Limits, more string) {
	addSeconds(c, &l.Move, "move-time", "seconds of CPU for a move"+more)
	addSeconds(c, &l.Game, "game-time", "seconds of CPU for a game and side"+more)
}

// maxGames is far more than any statistics need, and few enough to be listed
// in memory.
const maxGames = 10_000_000

func addWorkers(c *cobra.Command, workers *int) {
	c.Flags().IntVar(workers, "workers", 0, "games at a time (default: one per core)")
	allow(c, "workers", "1..4096, or 0 for one per core", func() bool { return *workers >= 0 && *workers <= 4096 })
}

func addKeep(c *cobra.Command, keep *bool) {
	c.Flags().BoolVar(keep, "keep", false, "keep the scratch folders of programs, and print their paths")
}

// flagError rewrites pflag's errors: it says what was expected, or which flag is
// similar to an unknown one.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var refused *exitError
	var number *strconv.NumError
	switch {
	case errors.As(err, &refused):
		return refused
	case !errors.As(err, &invalid) || !errors.As(err, &number):
		return errors.New(unknownFlag(c, err.Error()))
	}
	expected := map[string]string{"bool": "true or false", "float64": "a number"}[invalid.GetFlag().Value.Type()]
	switch {
	case errors.Is(number, strconv.ErrRange):
		expected = "a smaller number"
	case expected == "":
		expected = "a whole number, such as 200"
	}
	return fmt.Errorf("evolve: --%s %q (expected: %s)", invalid.GetFlag().Name, invalid.GetValue(), expected)
}

// refuseIdle refuses flags that were given but have no effect; where says when they do.
func refuseIdle(c *cobra.Command, where string, names ...string) error {
	for _, name := range names {
		if c.Flags().Changed(name) {
			return badInput(fmt.Errorf("evolve: --%s would do nothing (it counts %s)", name, where), "leave it out")
		}
	}
	return nil
}

// outFile checks, before the work begins, that a flag's file can be written. A
// flag that was not given is fine.
func outFile(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	return creatable("--"+name, path)
}

// outFolder does the same for a folder, which may not exist yet.
func outFolder(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	return folderFits("--"+name, path)
}

// folderFits checks that a folder is there or can be made: no part of its path is
// a file.
func folderFits(what, path string) error {
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return badInput(fmt.Errorf("evolve: %s %q: %q is a file", what, path, dir), "name a folder")
		case err == nil || dir == filepath.Dir(dir):
			return nil
		}
	}
}

// outPath refuses an empty name, which was perhaps a variable of the shell.
func outPath(c *cobra.Command, name string) (string, error) {
	flag := c.Flags().Lookup(name)
	path := flag.Value.String()
	if flag.Changed && path == "" {
		return "", badInput(fmt.Errorf("evolve: --%s is empty", name), "give it a name, or leave it out")
	}
	return path, nil
}

// creatable checks, before the work begins, that a file can be written.
func creatable(flag, path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badInput(fmt.Errorf("evolve: %s %q is a folder", flag, path), "name a file")
	}
	info, err := os.Stat(filepath.Dir(path))
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: filepath.Dir(path), Err: errors.New("not a folder")}
	}
	if err != nil {
		return badInput(fmt.Errorf("evolve: %s: %w", flag, err), "the folder has to exist")
	}
	return nil
}
