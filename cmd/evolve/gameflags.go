package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
)

// gameFlags are the flags of commands about one game.
type gameFlags struct {
	game, variant string
	games         agent.Table // to choose from
}

// defaultGame is the game of commands that are told none.
const defaultGame = "littlego"

func (f *gameFlags) add(a *app, c *cobra.Command) {
	f.games = a.games
	c.Flags().StringVar(&f.game, "game", defaultGame, "the game (evolve games)")
	c.Flags().StringVar(&f.variant, "variant", "", "variant of the rules (default: the game's first)")
}

// noDefault lets a flag that was not given be empty.
func noDefault(c *cobra.Command, name, usage string) {
	flag := c.Flags().Lookup(name)
	if err := flag.Value.Set(""); err != nil {
		panic(fmt.Sprintf("evolve: flag --%s: %v", name, err))
	}
	flag.DefValue, flag.Usage = "", usage
}

func (f *gameFlags) find() (agent.Game, error) {
	g, err := f.games.Find(f.game)
	if err != nil {
		return nil, badInput(err, "evolve games lists the games")
	}
	if _, err := g.Board(f.variant, "start"); err != nil {
		return nil, badInput(err, "evolve games lists the variants")
	}
	return g, nil
}

// findGame finds the game of a command without these flags.
func (a *app) findGame(name string) (agent.Game, error) {
	return (&gameFlags{game: name, games: a.games}).find()
}

// positionHint shows how a position of the game is written; "" if the flags name
// no game.
func (f *gameFlags) positionHint() string {
	g, err := f.find()
	if err != nil {
		return ""
	}
	b, err := g.Board(f.variant, "start")
	if err != nil {
		return ""
	}
	return fmt.Sprintf("a position of %s looks like this, the start: %q", f.game, b.Position())
}

// formatFlag chooses between lines for people and lines for programs.
type formatFlag struct{ format string }

func (f *formatFlag) add(c *cobra.Command) {
	c.Flags().StringVar(&f.format, "format", "text", "text or json")
}

func (f *formatFlag) json() (bool, error) {
	switch f.format {
	case "json":
		return true, nil
	case "text":
		return false, nil
	}
	return false, badInput(fmt.Errorf("evolve: --format %q (allowed: text, json)", f.format), "")
}

// positionFlags are those of commands that look at positions: one from a flag,
// or one a line from standard input.
type positionFlags struct {
	gameFlags
	formatFlag
	position string
	given    func() bool // whether there is one; else standard input has them
}

func (f *positionFlags) add(a *app, c *cobra.Command) {
	f.gameFlags.add(a, c)
	f.formatFlag.add(c)
	c.Flags().StringVar(&f.position, "position", "", "the position; without it, one a line from standard input")
	f.given = func() bool { return c.Flags().Changed("position") }
}

// badLine is what a stream of results holds in place of a bad line.
type badLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// maxLine bounds the length of an input line, in bytes.
const maxLine = 1 << 20

// eachLine calls use with every line of standard input that is not blank, and
// with its number, from 1. A line that use refuses as bad input is reported in
// its place; the stream goes on, and the command ends as bad input. Other errors
// end it at once.
func (a *app) eachLine(json bool, use func(n int, line string) error) error {
	if isTerminal(a.in) {
		fmt.Fprintln(a.err, "reading standard input, line by line; Ctrl-D ends it")
	}
	lines := bufio.NewScanner(a.in)
	lines.Buffer(nil, maxLine)
	bad := false
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		err := use(n, line)
		if err == nil {
			continue
		}
		var known *exitError
		if !errors.As(err, &known) {
			return err
		}
		bad = true
		if !json {
			fmt.Fprintf(a.err, "line %d: %s\n", n, abridged(err.Error()))
		} else if err := a.printJSON(badLine{n, abridged(err.Error())}); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return badInput(fmt.Errorf("evolve: standard input, line %d: it is too long (allowed: %d bytes)", n+1, maxLine-1), "the lines after it were not read")
	case err != nil:
		return badInput(fmt.Errorf("evolve: standard input, line %d: %w", n+1, err), "")
	}
	if bad {
		return &exitError{exitBadInput, errSilent, ""}
	}
	return nil
}

// eachPosition calls use with a board for every position that was asked for, and
// with its line of standard input, 0 for the position of the flag.
func (a *app) eachPosition(f *positionFlags, json bool, use func(line int, text string, b agent.Board) error) error {
	g, err := f.find()
	if err != nil {
		return err
	}
	set := func(line int, text string) error {
		b, err := g.Board(f.variant, text)
		if err != nil {
			return badInput(err, f.positionHint())
		}
		return use(line, text, b)
	}
	if f.given() {
		return set(0, f.position)
	}
	return a.eachLine(json, set)
}
