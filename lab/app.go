// Package lab is evolve for other modules: a program with all its commands, and with
// games of its own. examples/othello is one.
//
// API: it keeps its form within a major version, and fields and functions may be
// added. The same holds for the packages that a game is made of: game, features,
// search, agent and game/gametest.
//
// commands.go lists the commands. Each has a file named after it or after its noun.
package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/experiments/experiment"
	"evolab/host"
	"evolab/internal/config"
	"evolab/internal/provenance"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

// Main runs evolve with more games than the lab's, and ends the process. A program
// calls it first: the process that holds the programs of others begins here, too.
func Main(more ...agent.Game) {
	host.Supervise()
	os.Exit(runProcess(app{games: append(agent.Games(), more...)}))
}

// runProcess runs the command line of this process. Its context ends at the first
// Ctrl-C, or when the terminal is closed, unless that is ignored, as nohup has it. A
// second one then ends the program at once.
func runProcess(a app) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)
	a.in, a.out, a.err = os.Stdin, os.Stdout, os.Stderr
	return runLine(ctx, os.Args[1:], a)
}

// Run runs one command of evolve, such as "games", with more games than the lab's,
// and returns the exit code. It is for tests, and for programs that do other things,
// too. If they run the programs of others, [Main] has to.
func Run(ctx context.Context, args []string, in io.Reader, out, messages io.Writer, more ...agent.Game) int {
	return runLine(ctx, args, app{in: in, out: out, err: messages, games: append(agent.Games(), more...)})
}

// app is what the subcommands share: their streams, and the flags that many have.
type app struct {
	in     io.Reader
	out    io.Writer   // results
	err    io.Writer   // progress and messages
	dir    string      // of --dir
	quiet  bool        // of --quiet
	plain  bool        // of --no-color
	format string      // of --format
	games  agent.Table // nil: all games
	// figures are the formats of a run's figures; nil: those of the training, empty: none.
	figures []string
	// confinement, unless nil, stands for what this machine can enforce.
	confinement *host.Confinement
}

// newConfig is an empty config of an experiment that may name the lab's games and the
// courses' rubrics.
func (a *app) newConfig() *experiment.Config {
	return &experiment.Config{Games: a.games, Rubrics: rubric.Objectives()}
}

func newRoot(a *app) *cobra.Command {
	if a.games == nil {
		a.games = agent.Games()
	}
	root := &cobra.Command{
		Use:           "evolve",
		Short:         "Turn the rules of a board game into a tuned agent",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          a.start,
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return badInput(flagError(c, err), c.CommandPath()+" --help lists the flags")
	})
	a.setHelp(root)
	a.addGlobals(root)
	a.addCommands(root)
	a.complete(root, a.flagWords())
	addVersion(root, provenance.Versions()[0])
	root.DisableSuggestions = true // package config makes better ones
	return root
}

// runLine executes a command line and returns the exit code.
func runLine(ctx context.Context, args []string, a app) int {
	screen := term.NewConsole(a.err)
	a.err = screen
	buffered := term.NewOutput(screen.Beside(a.out), a.out)
	a.in, a.out = term.NewInput(a.in, buffered), buffered
	root := newRoot(&a)
	root.SetArgs(args)
	err := unknownCommand(root, args)
	if err == nil {
		err = execute(ctx, root, args)
	}
	screen.Close() // an abandoned command may still draw
	code := complain(a.err, err)
	if errors.Is(err, errAbandoned) {
		return code // the command may still be writing
	}
	if err := buffered.Flush(); err != nil && code == exitDone {
		code = complain(a.err, fmt.Errorf("standard output: %w", err))
	}
	return code
}

// unknownCommand refuses an unknown command with any flags: with --help and --version
// cobra looks at no arguments.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	root.InitDefaultHelpCmd()
	for _, c := range append(root.Commands(), root) {
		if c.HasSubCommands() {
			c.InitDefaultHelpFlag() // else what follows --help is taken for its value
		}
	}
	c, rest, err := root.Find(args)
	if err != nil || !c.HasSubCommands() || c.ParseFlags(rest) != nil {
		return nil // running it says what is wrong
	}
	return noCommand(c, c.Flags().Args())
}

func noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range c.Commands() {
		known = append(known, sub.Name())
	}
	return badInput(fmt.Errorf("there is no command %q%s", strings.TrimSpace(c.CommandPath()+" "+args[0]), config.DidYouMean(args[0], known)), c.CommandPath()+" --help lists the commands")
}

// anyNumber is the most arguments of a command that takes a list.
const anyNumber = 1 << 16

// arguments refuses any other number of arguments than these.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		expected := fmt.Sprintf("%d to %d", least, most)
		switch n := len(args); {
		case n >= least && n <= most:
			return nil
		case most == 0:
			return fmt.Errorf("%s takes no arguments (given: %q)", c.CommandPath(), args[0])
		case least == most:
			expected = strconv.Itoa(least)
		case most == anyNumber:
			expected = fmt.Sprintf("%d or more", least)
		case least == 0:
			expected = fmt.Sprintf("at most %d", most)
		}
		return fmt.Errorf("%s (expected: %s)", quantity.Of(len(args), "argument"), expected)
	}
}

// strict makes a wrong number of arguments bad input, and empty texts, which were
// perhaps variables of the shell.
func strict(c *cobra.Command) *cobra.Command {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return badInput(err, cmp.Or(partsHint(c, args), "usage: "+c.UseLine()))
			}
			if i := slices.Index(args, ""); i >= 0 {
				return badInput(fmt.Errorf("argument %d is empty", i+1), "perhaps a variable of the shell that is not set; usage: "+c.UseLine())
			}
			return emptyFlag(c)
		}
	}
	return c
}

// emptyFlag refuses an empty text where it would do nothing. An empty variant is the
// game's first, as in a config.
func emptyFlag(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" && f.DefValue == "" && f.Name != "variant" && f.Name != "dir" {
			err = badInput(fmt.Errorf("--%s is empty", f.Name), "give it a value, or leave it out")
		}
	})
	return err
}

// print writes a result: the value as a line of JSON, or else the text. The output
// keeps its first error for runLine, so that short loops need not check it.
func (a *app) print(v any, text string, args ...any) error {
	if a.json() {
		return a.printJSON(v)
	}
	_, err := fmt.Fprintf(a.out, text, args...)
	return err
}

// printLines writes a list as JSON, a value on each line.
func printLines[T any](a *app, list []T) error {
	for _, v := range list {
		if err := a.printJSON(v); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) json() bool { return a.format == "json" }

func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func (a *app) addGlobals(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&a.dir, "dir", "", "folder of the runs (default: $"+dirVariable+", else runs/ here or in the nearest folder above that holds runs)")
	flags.BoolVar(&a.quiet, "quiet", false, "write results, warnings and errors alone")
	flags.BoolVar(&a.plain, "no-color", false, "send a terminal neither colours nor live progress")
	flags.Bool("version", false, "print the version")
	root.PersistentPreRun = func(*cobra.Command, []string) {
		screen, ok := a.err.(*term.Console)
		switch {
		case !ok:
		case a.quiet:
			screen.Quieten()
		case a.plain:
			screen.NoPictures()
		}
	}
}

// addVersion makes --version work with a command, and with those below.
func addVersion(c *cobra.Command, version string) {
	c.Version = version
	c.SetVersionTemplate("{{.Version}}\n")
	for _, sub := range c.Commands() {
		addVersion(sub, version)
	}
}

func (a *app) printPaths(paths ...string) error {
	for _, path := range paths {
		if _, err := fmt.Fprintln(a.out, term.OneLine(path)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) remark(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, format, args...)
	}
}

// errAbandoned ends a command that Ctrl-C interrupted while it read or searched.
var errAbandoned = errors.New("interrupted")

// saves marks a command that saves its results when interrupted.
func saves(c *cobra.Command) *cobra.Command {
	c.Annotations = map[string]string{"saves": "yes"}
	return c
}

// execute runs the command that args name. A search, a count and a read from a
// terminal ignore the context: a command interrupted there is abandoned, after
// the time that it needs to stop its programs, or to save its results.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	patience := 20 * time.Second
	if c, _, err := root.Find(args); err != nil || c.Annotations["saves"] == "" {
		patience = 300 * time.Millisecond
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return &exitError{exitInterrupted, errAbandoned, ""}
	}
}

func versionCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "version", Short: "Print the version, the commit and the build settings", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			build, _ := provenance.ReadBuild()
			return a.print(struct {
				provenance.Build
				Go     string `json:"go"`
				System string `json:"system"`
			}{build, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, "%s\n", strings.Join(provenance.Versions(), "\n"))
		},
	}
	a.formats(c)
	return c
}
