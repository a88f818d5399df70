package lab

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

func gamesCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "games", Short: "List the games", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			for _, g := range a.games {
				info := g.Info()
				a.print(struct {
					Game     string   `json:"game"`
					Variants []string `json:"variants"`
					Doc      string   `json:"doc"`
				}{info.Name, info.Variants, info.Doc}, "%s",
					term.Entry(info.Name, 13, info.Doc+" (variants: "+strings.Join(info.Variants, ", ")+")", a.textWidth()))
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

func featuresCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "features [GAME]", Short: "List a game's evaluation features", Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := a.findGame(append(args, defaultGame)[0])
			if err != nil {
				return err
			}
			for _, f := range g.Info().Features {
				a.print(struct {
					Feature string  `json:"feature"`
					Scale   float64 `json:"scale"`
					Doc     string  `json:"doc"`
				}{f.Name, f.Scale, f.Doc}, "%s", term.Entry(f.Name, 21, fmt.Sprintf("%s (scale %g)", f.Doc, f.Scale), a.textWidth()))
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

// gameFlags are the flags of commands about one game.
type gameFlags struct {
	game, variant string
	games         agent.Table // to choose from
}

// defaultGame is used when no game is given.
const defaultGame = "littlego"

func (f *gameFlags) add(a *app, c *cobra.Command) {
	f.games = a.games
	c.Flags().StringVar(&f.game, "game", defaultGame, "the game (evolve games)")
	c.Flags().StringVar(&f.variant, "variant", "", "variant of the rules (default: the game's first)")
}

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

// findGame is for commands without these flags.
func (a *app) findGame(name string) (agent.Game, error) {
	return (&gameFlags{game: name, games: a.games}).find()
}

// positionHint shows how a position of the game is written, or "" if the flags do
// not name a game.
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

// gameOverHint helps with positions in which nothing is left to decide.
const gameOverHint = "evolve legal lists the moves of a position: it needs some"

// positionFlags are those of commands that read positions: one from a flag, or one
// per line from standard input.
type positionFlags struct {
	gameFlags
	position string
	given    func() bool // reports whether the flag was given
}

func (f *positionFlags) add(a *app, c *cobra.Command) {
	f.gameFlags.add(a, c)
	a.formats(c)
	c.Flags().StringVar(&f.position, "position", "", "the position; without it, one per line from standard input")
	f.given = func() bool { return c.Flags().Changed("position") }
}

// eachLine calls use with every line of standard input that is not blank, and
// with its number, from 1. Where use returns bad input, the error is the line's
// result; the stream continues, and the command ends as bad input. Other errors
// end it at once.
func (a *app) eachLine(use func(n int, line string) error) error {
	const maxLine = 1 << 20 // bytes
	if term.IsTerminal(a.in) {
		fmt.Fprintln(a.err, "reading standard input, line by line; Ctrl-D ends it")
	}
	lines := bufio.NewScanner(a.in)
	lines.Buffer(nil, maxLine)
	bad, n := false, 0
	for lines.Scan() {
		n++
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := use(n, line); err != nil {
			if err := a.badLine(n, err); err != nil {
				return err
			}
			bad = true
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return badInput(fmt.Errorf("standard input, line %d: it is too long (allowed: %s)", n+1, quantity.Of(maxLine-1, "byte")), "the lines after it were not read")
	case err != nil:
		return badInput(fmt.Errorf("standard input, line %d: %w", n+1, err), "the lines after it were not read")
	}
	if bad {
		return &exitError{exitBadInput, errSilent, ""}
	}
	return nil
}

// badLine prints bad input of a line as its result, and returns other errors.
func (a *app) badLine(n int, err error) error {
	var known *exitError
	if !errors.As(err, &known) {
		return err
	}
	if !a.json() {
		fmt.Fprintf(a.err, "line %d: %s\n", n, abridged(err.Error()))
		return nil
	}
	return a.printJSON(struct {
		Line  int    `json:"line"`
		Error string `json:"error"`
	}{n, abridged(err.Error())})
}

// eachPosition calls use with a board for every position, and with its line of
// standard input: 0 for the position of the flag.
func (a *app) eachPosition(f *positionFlags, use func(line int, text string, b agent.Board) error) error {
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
	return a.eachLine(set)
}
