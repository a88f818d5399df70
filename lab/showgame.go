package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

type showGameFlags struct {
	recordFlags
	Number   int           `key:"game_number" doc:"which game of the file" range:"1..1000000000" derived:"a list of them"`
	Delay    time.Duration `key:"delay" doc:"on a terminal: redraw in place, with this many seconds between plies" range:"0..3600"`
	Mistakes bool          `key:"mistakes" doc:"mark the move that lost the game, as review finds it"`
}

func showGameCommand(a *app) *cobra.Command {
	var f showGameFlags
	c := &cobra.Command{
		Use: "show-game FILE", Short: "Replay a recorded game (JSON lines, SGF or PDN), or convert the records", Args: arguments(1, 1),
		Long: "Replay a game from a file: JSON lines as written by --games-out, SGF (Little-Go) or PDN\n" +
			"(Checkers). The file says which game it is; for older lines use --game (default: littlego).\n" +
			"If a file holds several games, they are listed unless --game-number picks one. --format\nsgf, pdn or json converts the file, or the one game; --format positions prints each position\nbefore a move, one per line, as analyze and solve read them. Games that cannot be read are named and\nleft out; a game of other rules is shown to its end, with the place where the course's rules end it.",
		RunE: func(c *cobra.Command, args []string) error {
			if f.Mistakes && a.format != "text" {
				return badInput(errors.New("--mistakes goes with --format text"), "evolve review --format json has the mistakes of all games")
			}
			f.gameNamed, f.variantNamed = c.Flags().Changed("game"), c.Flags().Changed("variant")
			return a.showRecords(c.Context(), &f, args[0])
		},
	}
	f.gameFlags.add(a, c)
	noDefault(c, "game", "the game (default: the file's)")
	noDefault(c, "variant", "variant of the rules (default: the file's)")
	bind(c, &f)
	words := []string{"text"}
	for _, n := range record.Notations() {
		words = append(words, n.Name)
	}
	a.formats(c, append(words, "json", "positions")...)
	return c
}

func (a *app) showRecords(ctx context.Context, f *showGameFlags, path string) error {
	if f.gameNamed {
		if _, err := f.find(); err != nil {
			return err
		}
	}
	to := record.FindNotation(a.format)
	list, from, err := readRecords(path)
	if err != nil {
		return err
	}
	a.warnOfChanges(path)
	f.check(list, from, to)
	if a.json() {
		requireResults(list)
	}
	if list, err = a.readable(path, list, f.Number); err != nil {
		return err
	}
	switch {
	case to != nil:
		return a.convert(list, to)
	case a.json():
		return a.convertToJSON(list)
	case a.format == "positions":
		return a.printPositions(list)
	case len(list) > 1:
		return a.listRecords(list)
	}
	return a.replayRecord(ctx, f, &list[0])
}

func (a *app) convert(list []record.Entry, to *record.Notation) error {
	text, err := to.Convert(list)
	if err != nil {
		return badInput(err, "evolve show-game FILE lists the games; --game-number N chooses one of them")
	}
	_, err = a.out.Write(text)
	return err
}

// requireResults refuses the records without a result, which JSON lines need.
func requireResults(list []record.Entry) {
	for i := range list {
		if e := &list[i]; e.Err == nil && e.Line.Winner == "" {
			e.Err = badInput(errors.New("the result is not known, and a record needs one"), "SGF tells it as in RE[B+0.5], PDN as in 1-0")
		}
	}
}

func (a *app) convertToJSON(list []record.Entry) error {
	for _, r := range list {
		r.Line.Identify(r.Game.Info().Name, r.Variant)
		if err := a.printJSON(r.Line); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) listRecords(list []record.Entry) error {
	for i := range list {
		l := record.WithSpecs(list[i].Line)
		early := ""
		if list[i].Early != nil {
			early = fmt.Sprintf(" (by the course's rules it ends after %d)", list[i].Early.Ply)
		}
		if _, err := fmt.Fprintf(a.out, "%d. %s - %s   %s, %s%s\n", list[i].Number, untrusted.Printable(l.First), untrusted.Printable(l.Second), endText(&l), quantity.Of(l.Plies, "ply"), early); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.err, "hint: --game-number N replays a game")
	return nil
}

// replayRecord shows a game whose moves have been checked.
func (a *app) replayRecord(ctx context.Context, f *showGameFlags, r *record.Entry) error {
	g, info := r.Game, r.Game.Info()
	sides := info.Sides
	named := record.WithSpecs(r.Line)
	l := &named
	b, err := l.Start(g, r.Variant)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s (%s) - %s (%s), from %s\n", untrusted.Printable(l.First), sides[0], untrusted.Printable(l.Second), sides[1], l.Opening)
	marks, err := a.marks(ctx, f, r)
	if err != nil {
		return err
	}
	frames := term.NewFrames(ctx, a.out, f.Delay)
	early := func(ply int) string {
		if r.Early == nil || r.Early.Ply != ply {
			return ""
		}
		until := l.Until(r.Early)
		return "by the course's rules the game ends here: " + endText(&until) + "\n"
	}
	if err := frames.Show(b.Draw() + early(0)); err != nil {
		return err
	}
	err = arena.Replay(b, l.Moves, func(p arena.Ply) error {
		return frames.Show(fmt.Sprintf("%d. %s %s%s\n%s%s", p.Number, sides[p.Side], p.Move, marks[p.Number], b.Draw(), early(p.Number)))
	})
	frames.End()
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, endText(l)+marks[0])
	if o := b.Outcome(); o.Over() && r.Early == nil {
		fmt.Fprintf(a.out, "on the board: %s\n", info.Verdict(o, true))
	}
	for _, detail := range strings.Split(strings.TrimSpace(l.Detail), "\n") {
		if detail != "" {
			fmt.Fprintln(a.out, untrusted.Printable(detail))
		}
	}
	return nil
}

// printPositions prints the positions of games, before each move up to where the course's
// rules end the game.
func (a *app) printPositions(list []record.Entry) error {
	for _, r := range list {
		b, err := r.Line.Start(r.Game, r.Variant)
		if err != nil {
			return err
		}
		before := b.Position()
		moves := r.Line.Moves
		if r.Early != nil {
			moves = moves[:r.Early.Ply]
		}
		err = arena.Replay(b, moves, func(arena.Ply) error {
			_, err := fmt.Fprintln(a.out, before)
			before = b.Position()
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
