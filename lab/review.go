package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"evolab/arena"
	"evolab/arena/record"
	"evolab/arena/review"
	"evolab/experiments/report"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

type reviewFlags struct {
	recordFlags
	workerFlags
	review.Options
	player, html string
}

func reviewCommand(a *app) *cobra.Command {
	f := reviewFlags{Options: review.DefaultOptions()}
	c := &cobra.Command{
		Use: "review FILE", Short: "Find the moves that lost games, and what they have in common", Args: arguments(1, 1),
		Long: "For every lost game in a file (as for show-game), show the first move that gave away a proven win or draw and the\n" +
			"moves that would have kept it, or that it was lost from the start; then what a player's losses have in common, and\n" +
			"its use of the clock. Positions are proven backwards from the end of a game as far as --time allows: in Little-Go to\n" +
			"about ply 8, in tic-tac-toe to the start. If the mistake lies further back, a search of --deep nodes picks the\n" +
			"worst move, which is marked as an estimate.",
		RunE: func(c *cobra.Command, args []string) error {
			f.gameNamed, f.variantNamed = c.Flags().Changed("game"), c.Flags().Changed("variant")
			if err := outFile(c, "html"); err != nil {
				return err
			}
			return a.review(c.Context(), &f, args[0])
		},
	}
	f.gameFlags.add(a, c)
	noDefault(c, "game", "the game (default: the file's)")
	noDefault(c, "variant", "variant of the rules (default: the file's)")
	c.Flags().StringVar(&f.player, "player", "", "only the games that this player lost (default: all lost games)")
	c.Flags().StringVar(&f.html, "html", "", "also write the lost games to this file, to step through in a browser")
	bind(c, &f)
	a.formats(c)
	return c
}

func (a *app) review(ctx context.Context, f *reviewFlags, path string) error {
	list, from, err := readRecords(path)
	if err != nil {
		return err
	}
	a.warnOfChanges(path)
	f.check(list, from, nil)
	if list, err = a.readable(path, list, 0); err != nil {
		return err
	}
	lines := record.Lines(list)
	players := review.Players(lines)
	if f.player != "" {
		if !slices.Contains(players, f.player) {
			return badInput(fmt.Errorf("%s has no games of %q", path, f.player), "players: "+untrusted.Printable(strings.Join(players, ", ")))
		}
		players = []string{f.player}
	}
	losses, err := a.reviewAll(ctx, f, list)
	if err != nil {
		return err
	}
	if err := a.printLosses(list, losses); err != nil {
		return err
	}
	if err := a.printSummaries(players, lines, losses); err != nil || f.html == "" {
		return err
	}
	return a.reviewPage(f, path, list, losses)
}

// reviewAll reviews the games that count, concurrently; nil for the others.
func (a *app) reviewAll(ctx context.Context, f *reviewFlags, list []record.Entry) ([]*review.Loss, error) {
	losses := make([]*review.Loss, len(list))
	var lost []int
	for i := range list {
		side, ok := review.Loser(&list[i].Line)
		if ok && (f.player == "" || f.player == [2]string{list[i].Line.First, list[i].Line.Second}[side]) {
			lost = append(lost, i)
		}
	}
	done := term.Busy(a.err, "reviewing")
	defer done()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(f.Workers, runtime.GOMAXPROCS(0)))
	for _, i := range lost {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			losses[i], err = review.Game(ctx, list[i].Game, list[i].Variant, &list[i].Line, f.Options)
			return err
		})
	}
	return losses, group.Wait()
}

// printLosses prints the lost games by their places in the file, as show-game counts them.
func (a *app) printLosses(list []record.Entry, losses []*review.Loss) error {
	for i, l := range losses {
		if l == nil {
			continue
		}
		if err := a.print(l, "game %d: %s lost as %s: %s\n", list[i].Number, untrusted.Printable(l.Player), l.Side, l.Text()); err != nil {
			return err
		}
	}
	return nil
}

// printSummaries prints what the losses of each player have in common. In JSON, it
// follows the lines of the games.
func (a *app) printSummaries(players []string, lines []arena.Line, losses []*review.Loss) error {
	var known []*review.Loss
	for _, l := range losses {
		if l != nil {
			known = append(known, l)
		}
	}
	for _, player := range players {
		s := review.Summarize(player, lines, known)
		if err := a.print(s, "%s", summaryText(&s)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) reviewPage(f *reviewFlags, path string, list []record.Entry, losses []*review.Loss) error {
	var games []report.Played
	for i, l := range losses {
		if l != nil {
			games = append(games, report.Played{Game: list[i].Game, Variant: list[i].Variant, Line: list[i].Line, Loss: l})
		}
	}
	if len(games) == 0 {
		return badInput(errors.New("no game was lost: there is no page to write"), "--player NAME chooses another player; without --html the summary is printed")
	}
	text, err := report.GamesHTML("Lost games of "+path, games)
	if err != nil {
		return err
	}
	if err := files.Replace(f.html, text); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.err, "written to", term.OneLine(f.html))
	return err
}

// marks are the remarks of a replay by ply: on the mistake, or, at ply 0, on the game.
func (a *app) marks(ctx context.Context, f *showGameFlags, r *record.Entry) (map[int]string, error) {
	if _, lost := review.Loser(&r.Line); !f.Mistakes || !lost {
		return nil, nil
	}
	done := term.Busy(a.err, "reviewing")
	defer done()
	loss, err := review.Game(ctx, r.Game, r.Variant, &r.Line, review.DefaultOptions())
	if err != nil {
		return nil, err
	}
	text := "   (" + loss.Text() + ")"
	if loss.Ply > len(r.Line.Moves) {
		return map[int]string{0: text}, nil
	}
	return map[int]string{loss.Ply: text}, nil
}

func summaryText(s *review.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %s lost", untrusted.Printable(s.Player), s.Lost, quantity.Of(s.Games, "game"))
	if s.FromStart > 0 {
		fmt.Fprintf(&b, ", %d from the start", s.FromStart)
	}
	b.WriteString("\n")
	for _, p := range s.Patterns {
		fmt.Fprintf(&b, "  %s\n", p)
	}
	fmt.Fprintf(&b, "  clock: %s\n", s.Clock.Text())
	return b.String()
}
