package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/host"
	"evolab/internal/provenance"
)

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

// newRoot builds the command line.
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
	a.addGlobals(root)
	a.addCommands(root)
	a.complete(root, a.flagWords())
	addVersion(root, provenance.Versions()[0])
	root.DisableSuggestions = true // suggested makes better ones
	return root
}

// runLine executes a command line and returns the exit code.
func runLine(ctx context.Context, args []string, a app) int {
	screen := newConsole(a.err)
	a.err = screen
	buffered := newFlusher(screen.beside(a.out))
	buffered.to = a.out
	a.in, a.out = prompter{a.in, buffered}, buffered
	root := newRoot(&a)
	root.SetArgs(args)
	err := execute(ctx, root, args)
	screen.close() // an abandoned command may still draw
	code := complain(a.err, err)
	if errors.Is(err, errAbandoned) {
		return code // the command may still be writing
	}
	if err := buffered.Flush(); err != nil && code == exitDone {
		code = complain(a.err, fmt.Errorf("evolve: standard output: %w", err))
	}
	return code
}

// noCommand refuses an unknown subcommand.
func noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range c.Commands() {
		known = append(known, sub.Name())
	}
	return badInput(fmt.Errorf("evolve: there is no command %q%s", strings.TrimSpace(c.CommandPath()+" "+args[0]), didYouMean("", args[0], known)), c.CommandPath()+" --help lists the commands")
}

// strict makes a wrong number of arguments bad input.
func strict(c *cobra.Command) *cobra.Command {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return badInput(err, "usage: "+c.UseLine())
			}
			return nil
		}
	}
	return c
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
