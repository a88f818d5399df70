package lab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/course/starter"
	"evolab/experiments"
)

// evolveCall is a call of evolve in a line of shell, up to what ends a command.
var evolveCall = regexp.MustCompile(`(?:^|[\s(])(?:bin/evolve|go run \./cmd/evolve|evolve) ((?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^'"|>)&$#])*)`)

// shellText is an argument: quotes and $(...) hold blanks together.
var shellText = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+`)

// callsIn returns the arguments of the calls of evolve in a line; $(...) stands for
// two.
func callsIn(line string) (calls [][]string) {
	for _, call := range evolveCall.FindAllStringSubmatch(line, -1) {
		var args []string
		for _, w := range shellText.FindAllString(call[1], -1) {
			if strings.HasPrefix(w, "$(") {
				args = append(args, "RUN", "RUN")
				continue
			}
			args = append(args, strings.NewReplacer("'", "", `"`, "").Replace(w))
		}
		calls = append(calls, args)
	}
	return calls
}

// written are the files that the commands of a page write.
type written map[string]bool

// fileWritten is where a line of shell says which file it writes.
var fileWritten = regexp.MustCompile(`(?:> |--(?:out|to|games-out|book|checkpoint) )([\w./-]+)`)

func writtenIn(d document) written {
	w := written{}
	for _, line := range d.lines {
		for _, m := range fileWritten.FindAllStringSubmatch(line.text, -1) {
			w[m[1]] = true
		}
		if strings.Contains(line.text, "evolve init") {
			w[configFile], w[sweepFile], w[tournamentFile] = true, true, true
			w[starter.TuneFile], w[starter.Folder] = true, true // of --agent
		}
	}
	return w
}

// placeholder is a word that stands for something of the reader's.
var placeholder = regexp.MustCompile(`^[A-Z][A-Z_0-9]*(\.\.\.)?$`)

// has reports whether a file comes with a checkout, or is written in the page.
func (w written) has(path string) bool {
	_, err := os.Stat(filepath.Join("..", path))
	return err == nil || w[path] || slices.ContainsFunc(strings.Split(path, "/"), placeholder.MatchString)
}

// folder checks that a folder comes with a checkout, or is written in the page.
func (w written) folder(path string) error {
	for file := range w {
		if strings.HasPrefix(file, path+"/") {
			return nil
		}
	}
	if !w.has(path) {
		return fmt.Errorf("there is no folder %q", path)
	}
	return nil
}

// parse looks at a command line without running it. In a sentence, arguments may
// be left out.
func (w written) parse(args []string, whole bool) error {
	if len(args) == 0 || placeholder.MatchString(args[0]) || strings.HasPrefix(args[0], "-") {
		return nil
	}
	c, rest, err := silentRoot().Find(args)
	if err != nil {
		return err
	}
	var stands *pflag.InvalidValueError // for a number, as in --user N
	if err := c.ParseFlags(rest); err != nil && !errors.Is(err, pflag.ErrHelp) && (whole || !errors.As(err, &stands)) {
		return err
	}
	if !c.HasParent() || !c.Runnable() && whole {
		return fmt.Errorf("%q is no command", strings.Join(args, " "))
	}
	if !whole || slices.Contains(rest, "--help") {
		return nil
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		return err
	}
	if err := w.files(c, c.Flags().Args()); err != nil {
		return err
	}
	return w.agents(c, c.Flags().Args())
}

// files checks the config or record that a command reads.
func (w written) files(c *cobra.Command, args []string) error {
	switch c.Name() {
	case "run", "sweep", "tournament", "config", "show-game":
		if len(args) > 0 && !slices.Contains(experiments.Names(), args[0]) && !w.has(args[0]) {
			return fmt.Errorf("there is no file and no example %q", args[0])
		}
	}
	return nil
}

// agents checks the agents that a command names.
func (w written) agents(c *cobra.Command, args []string) error {
	var specs []string
	switch c.Name() {
	case "grade":
		if c.Flags().Changed("out") { // a folder of submissions
			return w.folder(args[0])
		}
		specs = args
	case "match", "ablate":
		specs = args
	}
	for _, name := range []string{"agent", "against", "first", "second"} {
		if c.Name() == "init" { // whose --agent is a language
			break
		}
		if f := c.Flags().Lookup(name); f != nil && f.Value.Type() == "string" && f.Value.String() != "" {
			specs = append(specs, f.Value.String())
		}
	}
	if len(specs) == 0 {
		return nil
	}
	game := defaultGame
	if f := c.Flags().Lookup("game"); f != nil && f.Value.String() != "" {
		game = f.Value.String()
	} else if f := c.Flags().Lookup("rubric"); f != nil {
		r, err := rubric.Find(f.Value.String())
		if err != nil {
			return err
		}
		game = r.Game
	}
	g, err := agent.FindGame(game)
	for _, spec := range specs {
		if err == nil {
			err = w.agent(g, spec)
		}
	}
	return err
}

// agent checks one spec; programs are not started.
func (w written) agent(g agent.Game, text string) error {
	if w.has(text) {
		return nil
	}
	spec, err := agent.ParseSpec(text)
	if err != nil || spec.IsProgram() {
		return err
	}
	if weights := spec.Setting("weights"); weights != "" && w.has(weights) {
		spec = spec.Without("weights")
	}
	made, err := g.Agent(spec, agent.Env{In: strings.NewReader(""), Out: &strings.Builder{}})
	if err != nil {
		return err
	}
	return made.Close()
}
