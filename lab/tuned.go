package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

// tuned is somebody's program with the values that a run has found for its parameters.
type tuned struct {
	spec  agent.Spec
	runs  bool // a match runner plays: there is no spec
	given agent.TunedParameters
}

// readTuned reads how the program of a run gets its parameters. The program need not be
// there.
func readTuned(folder string, w features.Weights) (t tuned, err error) {
	c := &experiment.Config{}
	if err := experiment.LoadInto(c, filepath.Join(folder, run.ConfigFile), nil); err != nil {
		return t, err
	}
	t.given, t.runs = c.TunedParameters(w), c.Runs()
	if !t.runs {
		t.spec, err = agent.ParseSpec(c.Agent)
	}
	return t, err
}

// file is the file in which the program finds its parameters, and what belongs there:
// other entries stay.
func (t *tuned) file() (path string, text []byte, err error) {
	dir, err := t.spec.ProgramFolder()
	if err != nil {
		return "", nil, fmt.Errorf("the program %s: %w", t.spec, err)
	}
	path = filepath.Join(dir, agent.ParametersFile)
	before, err := files.ReadText(path, 1<<20)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return path, nil, err
	}
	return path, t.given.JSON(before), nil
}

// write returns that, and writes it if it is proven to be better.
func (t *tuned) write(proven bool) (path string, text []byte, err error) {
	if path, text, err = t.file(); err != nil || !proven {
		return path, text, err
	}
	if err := files.Replace(path, text); err != nil {
		return path, text, err
	}
	return path, text, nil
}

// text is what the program has to find: the lines of weights.json or of its environment,
// or its command.
func (t *tuned) text() string {
	if t.runs {
		var lines strings.Builder
		for i, name := range t.given.Names {
			fmt.Fprintf(&lines, "%s=%s\n", name, quantity.Plain(t.given.Values[i]))
		}
		return lines.String()
	}
	switch t.given.Pass {
	case agent.PassEnv:
		return strings.Join(t.given.Variables(), "\n") + "\n"
	case agent.PassSet:
		return strings.Join(t.given.Lines(), "\n") + "\n"
	case agent.PassArgs:
		command, err := t.given.Command(t.spec.Setting("cmd"))
		if err != nil {
			return err.Error() + "\n"
		}
		return command + "\n"
	}
	return string(t.given.JSON(nil))
}

func (t *tuned) handIn(run string) string {
	if t.runs {
		return "the tuned values:\n" + indented(t.text())
	}
	program := term.OneLine(t.spec.String())
	if dir, err := t.spec.ProgramFolder(); err == nil {
		program = term.OneLine(dir)
	}
	if program == "." {
		program = "this folder"
	}
	switch t.given.Pass {
	case agent.PassEnv, agent.PassSet:
		return fmt.Sprintf("what to hand in: %s with these values as its defaults, or set where it runs:\n%s", program, indented(t.text()))
	case agent.PassArgs:
		return fmt.Sprintf("what to hand in: %s, to be run in that folder as\n%s", program, indented(t.text()))
	}
	return fmt.Sprintf("what to hand in: %s with the tuned %s, which this writes: evolve freeze %s\n", program, agent.ParametersFile, run)
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(untrusted.Text(text), "\n"), "\n", "\n  ") + "\n"
}

// refuseTuned says what is handed in instead of a translated agent.
func refuseTuned(folder string, w features.Weights) error {
	t, err := readTuned(folder, w)
	if err != nil {
		return badInput(err, "evolve doctor --runs checks the records of runs")
	}
	if t.runs {
		return badInput(fmt.Errorf("%s has tuned what a command plays, and ship writes agents of the lab", filepath.Base(folder)), "evolve freeze "+filepath.Base(folder)+" prints the tuned values")
	}
	return badInput(fmt.Errorf("%s has tuned the parameters of a program, %s, and that program is what is handed in: ship writes agents of the lab",
		filepath.Base(folder), t.spec), strings.Join(strings.Fields(t.handIn(filepath.Base(folder))), " "))
}

// freezeParameters writes the tuned parameters of a program to a file, or to the one
// in its folder that it reads; those that it reads elsewhere are printed.
func (a *app) freezeParameters(c *cobra.Command, to, folder string, w features.Weights) error {
	if err := refuseIdle(c, "for weights of features", append(matchFlagNames(), "as", "force")...); err != nil {
		return err
	}
	t, err := readTuned(folder, w)
	if err != nil {
		return badInput(err, "evolve doctor --runs checks the records of runs")
	}
	if to == "" && t.given.Pass != agent.PassFile {
		_, err := fmt.Fprint(a.out, t.text())
		return err
	}
	text := t.given.JSON(nil)
	if to == "" {
		if to, text, err = t.file(); err != nil {
			return badInput(err, "--to FILE writes the parameters elsewhere")
		}
	}
	if err := creatable("--to", to); err != nil {
		return err
	}
	if err := files.Replace(to, text); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, to)
	return err
}
