package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/agent"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1 // the work failed, or a check did not hold
	exitBadInput    = 2
	exitInterrupted = 130
)

// exitError is an error with an exit code and perhaps a hint on what to do.
type exitError struct {
	code int
	err  error
	hint string
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// badInput marks an error as the caller's; nil stays nil.
func badInput(err error, hint string) error {
	if err == nil {
		return nil
	}
	var known *exitError
	if errors.As(err, &known) {
		return err
	}
	return &exitError{exitBadInput, err, hint}
}

// hintOf is the hint of an error, "" if it has none.
func hintOf(err error) string {
	var known *exitError
	if errors.As(err, &known) {
		return known.hint
	}
	return ""
}

// errSilent ends a command that has already written its messages.
var errSilent = errors.New("part of the input was bad")

// abridged leaves out the middle of very long lines, which quote bad input.
func abridged(text string) string {
	const longestLine, shownEnd = 2000, 200 // bytes
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if n := len(line); n > longestLine {
			line = fmt.Sprintf("%s... (%s left out) ...%s", line[:shownEnd], quantity.Of(n-2*shownEnd, "byte"), line[n-shownEnd:])
			lines[i] = strings.ToValidUTF8(line, "?")
		}
	}
	return strings.Join(lines, "\n")
}

// message words an error for people. The problems of a config begin with their
// places, as editors expect.
func message(err error) string {
	if errors.Is(err, context.Canceled) {
		return "evolve: interrupted"
	}
	var problems *config.Error
	if errors.As(err, &problems) {
		return strings.TrimRight(problems.Error(), "\n")
	}
	return "evolve: " + strings.Replace(once(wording.Of(err)), wording.MissingFile, wording.MissingFile+nearFile(err), 1)
}

// once leaves out lines that are there already: a file that cannot be written says so to
// whoever writes it, and again to whoever closes it.
func once(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// noRoom adds to the error of a full disk how to continue what it has ended. Other errors
// stay as they are.
func noRoom(err error, again string) error {
	var known *exitError
	if errors.As(err, &known) || !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return &exitError{exitFailed, err, "make room on the disk; " + again}
}

// nearFile asks for the file beside a missing one that was probably meant.
func nearFile(err error) string {
	var at *fs.PathError
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &at) || at.Op == "mkdir" { // that was to be made
		return ""
	}
	return config.DidYouMean(at.Path, filesBeside(at.Path, ""))
}

// filesBeside lists the files in the folder of a path whose names end so.
func filesBeside(path, suffix string) []string {
	const most = 1000
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(most)
	var list []string
	dir, _ := filepath.Split(path)
	for _, name := range names {
		if strings.HasSuffix(name, suffix) && !strings.HasPrefix(name, ".") {
			list = append(list, dir+name)
		}
	}
	slices.Sort(list)
	return list
}

// complain writes an error for people and returns the exit code.
func complain(w io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	if agent.Unusable(err) {
		err = badInput(err, "evolve doctor PROGRAM looks at the rest of it")
	}
	var known *exitError
	errors.As(err, &known)
	if !errors.Is(err, errSilent) {
		fmt.Fprintln(w, abridged(message(err)))
	}
	var runner *agent.RunnerError
	if errors.As(err, &runner) && runner.Output != "" {
		fmt.Fprintf(w, "the command's last lines:\n%s\n", runner.Output)
	}
	if known != nil && known.hint != "" {
		fmt.Fprintln(w, "hint:", strings.ReplaceAll(known.hint, "\n", " "))
	}
	switch {
	case known != nil:
		return known.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailed
}

// The parts of a value that is a list.
var (
	settingPart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*=[^,]+$`) })
	countPart   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+$`) })
)

// partsHint finds arguments that belong to the value before them, as in "--sprt elo0=0
// elo1=5", "--wdl 1 2 3" or "hand:depth=1 nodes=5", and writes them with commas; empty if
// there are none.
func partsHint(c *cobra.Command, args []string) string {
	joined := ""
	join := func(name, value string, rest []string) {
		parts := strings.Split(strings.TrimSuffix(value, ","), ",")
		last := parts[len(parts)-1]
		if _, settings, named := strings.Cut(last, ":"); named {
			last = settings
		}
		for _, form := range []*regexp.Regexp{settingPart(), countPart()} {
			if !form.MatchString(last) {
				continue
			}
			for _, part := range rest {
				if part = strings.TrimSuffix(part, ","); form.MatchString(part) {
					parts = append(parts, part)
				}
			}
		}
		if list := strings.Join(parts, ","); joined == "" && len(list) > len(value) {
			joined = "a comma and no blank stands between the parts of a value: " + name + list
		}
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" {
			join("--"+f.Name+" ", f.Value.String(), args)
		}
	})
	for i, agent := range args {
		if strings.Contains(agent, ":") {
			join("", agent, args[i+1:])
		}
	}
	return joined
}

// unknownFlag adds the most similar flag of a command to the error of an unknown
// one, which may have a single dash, as those of other match runners have.
func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	name, text := unknown.GetSpecifiedName(), "there is no flag --"+unknown.GetSpecifiedName()
	if dashed := unknown.GetSpecifiedShortnames(); dashed != "" {
		text = fmt.Sprintf("there is no flag -%s (in -%s)", name, dashed)
		if len(dashed) > 1 {
			name = dashed
		}
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	near := config.Nearest(name, known)
	if slices.Contains(known, name) {
		near = name
	}
	if near != "" {
		text += ", did you mean --" + near + "?"
	}
	return errors.New(text)
}
