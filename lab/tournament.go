package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/host"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/stats"
)

// tournamentsRoot is the folder of the tournaments.
const tournamentsRoot = "tournaments"

type tournamentFlags struct {
	workerFlags
	Resume bool   `key:"resume" doc:"continue the newest tournament of this name; start one if there is none (with --class: always so)"`
	Seed   uint64 `key:"seed" doc:"the same as seed=N"`
}

func tournamentCommand(a *app) *cobra.Command {
	var f tournamentFlags
	var class ladderFlags
	var gamesOut string
	o := tournament.Options{Root: tournamentsRoot}
	var kinds []string
	for _, k := range tournament.Formats() {
		kinds = append(kinds, fmt.Sprintf("%s (%s)", k.Name, k.Doc))
	}
	var confine confineFlags
	var clustering clusterFlags
	c := &cobra.Command{
		Use: "tournament CONFIG [key.path=value ...]", Short: "Play many agents against each other",
		Args: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("class") {
				return arguments(0, 0)(c, args)
			}
			return arguments(1, anyNumber)(c, args)
		},
		Long: "Play a tournament described by a YAML file: " + strings.Join(kinds, ", ") + ".\nEach game is saved as soon as it ends; --resume continues the last tournament of this name.\n\n" + ladderHelp,
		RunE: func(c *cobra.Command, args []string) error {
			if err := class.check(c); err != nil {
				return err
			}
			if class.Class != "" {
				confine.least = cmp.Or(confine.least, host.Isolated.String())
				o.Workers = f.Workers
				if !c.Flags().Changed("seed") {
					f.Seed = 1
				}
				return a.ladder(c.Context(), &class, o, f.Seed, gamesOut, &clustering, &confine)
			}
			o.Overrides, o.Workers, o.Resume = args[1:], f.Workers, f.Resume
			if c.Flags().Changed("seed") {
				var err error
				if o.Overrides, err = seedOverride(o.Overrides, f.Seed); err != nil {
					return err
				}
			}
			o.Env.Programs = confine.programs(a)
			return a.tournament(c.Context(), args[0], o, gamesOut, &clustering, confine.level())
		},
	}
	a.formats(c)
	bind(c, &f)
	bind(c, &class)
	c.Flags().StringVar(&gamesOut, "games-out", "", gamesOutDoc)
	addKeep(c, &o.Env.Keep)
	confine.add(c)
	clustering.add(c, &f.Workers)
	return saves(c)
}

func (a *app) tournament(ctx context.Context, path string, o tournament.Options, gamesOut string, clustering *clusterFlags, require string) (err error) {
	c, g, err := a.loadTournament(path, o.Overrides, gamesOut)
	if err != nil {
		return err
	}
	for _, e := range c.Agents {
		noteShadow(a.err, e.Agent)
	}
	venue, err := clustering.open(ctx, a, require)
	if err != nil {
		return err
	}
	defer venue.close(&err)
	o.Workers, o.Pool = venue.threads, venue.pool
	watch := &tournamentWatcher{app: a}
	o.Observer, o.Env.Log = watch, a.err
	began := time.Now()
	table, folder, err := tournament.Play(ctx, c, o)
	watch.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return noRoom(tournamentError(err), "to continue: evolve tournament "+shellWord(path)+" --resume")
	}
	a.remark("%s in %.1f s: %s\n", quantity.Of(watch.now, "game"), time.Since(began).Seconds(), folder)
	table.Warnings = append(table.Warnings, venue.warn()...)
	if err := a.print(table, "%s", tableText(table, term.Width(a.out))); err != nil {
		return err
	}
	if err != nil {
		return &exitError{exitInterrupted, fmt.Errorf("interrupted; the table covers the games that were finished, which are saved in %s", folder),
			"to continue: evolve tournament " + shellWord(path) + " --resume"}
	}
	if gamesOut != "" {
		if err := copyGames(gamesOut, g, folder); err != nil {
			return err
		}
	}
	return voidError(table.Voids, watch.now, "")
}

// loadTournament reads a config and finds its game, which has to have the
// notation of the file for the games.
func (a *app) loadTournament(path string, overrides []string, gamesOut string) (*tournament.Config, agent.Game, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, nil, err
	}
	c, err := tournament.Parse(a.games, path, text, overrides)
	if err != nil {
		return nil, nil, misread(path, err, keysHint(err), tournamentKind)
	}
	g, err := c.FindGame()
	if err == nil {
		err = checkGamesOut(gamesOut, g)
	}
	return c, g, err
}

func tournamentError(err error) error {
	switch {
	case errors.Is(err, tournament.ErrOtherConfig):
		return badInput(err, "without --resume a new tournament begins")
	case errors.Is(err, files.ErrLocked):
		return badInput(err, "the tournament is being played already")
	}
	return changedRecord(err)
}

// copyGames writes the games of a tournament's folder in the notation that the
// file's name asks for.
func copyGames(path string, g agent.Game, folder string) error {
	lines, err := arena.ReadJournal(filepath.Join(folder, tournament.GamesFile))
	if err != nil {
		return err
	}
	return saveGames(path, g, lines)
}

// tournamentWatcher shows the progress of a tournament, with a bar for each round:
// above the standings on a terminal, else with the leader.
type tournamentWatcher struct {
	*app
	bar *term.Bar // of the round; nil before the first one
	now int       // games of all rounds so far, also earlier ones
}

func (w *tournamentWatcher) Started(folder string, round, games int) {
	w.end()
	w.bar = term.NewBar(w.err, games, "game")
	w.bar.Describe(fmt.Sprintf("round %d", round))
	if !w.bar.Live() {
		w.remark("round %d: %s, saved in %s\n", round, quantity.Of(games, "game"), folder)
	}
}

func (w *tournamentWatcher) Played(line arena.Line, table func() *tournament.Table) {
	w.now++
	if w.bar.Due() {
		t := table()
		text := standings(t).Text(term.Width(w.out))
		if !w.bar.Live() {
			text = fmt.Sprintf("%s leads with %s", t.Rows[0].Agent, t.Rows[0].Score.Percent())
		}
		w.bar.Detail(text)
	}
	w.bar.Add(1)
}

func (w *tournamentWatcher) end() {
	if w.bar != nil {
		w.bar.Close()
	}
}

// tableText formats a tournament's result for people, in tables of a width.
func tableText(t *tournament.Table, width int) string {
	var b strings.Builder
	b.WriteString(standings(t).Text(width))
	if c := t.Champion; c != nil {
		even := ""
		if c.Total.Wins == c.Total.Losses {
			even = ", and ranked first before the final"
		}
		fmt.Fprintf(&b, "\nchampion: %s (%d-%d-%d against %s%s)\n", term.OneLine(c.Agent), c.Total.Wins, c.Total.Draws, c.Total.Losses, term.OneLine(c.Against), even)
	}
	if len(t.Rows) <= 20 {
		b.WriteString("\n" + crossTable(t).Text(width))
	}
	if len(t.Absent) > 0 {
		b.WriteString("\nwithout games:\n")
	}
	for _, who := range t.Absent {
		fmt.Fprintf(&b, "%s: %s\n", term.OneLine(who.Agent), term.OneLine(who.Why))
	}
	for _, text := range t.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", term.OneLine(text))
	}
	return b.String()
}

func standings(t *tournament.Table) *term.Table {
	const agent, lost = 1, 7
	heads := []string{"#", "agent", "elo, 95 %", "score, 95 %", "W-D-L", "as " + t.Sides[0], "as " + t.Sides[1]}
	if slices.ContainsFunc(t.Rows, func(r tournament.Row) bool { return len(r.Reasons) > 0 }) {
		heads = append(heads, "lost by")
	}
	text := term.NewTable(heads...).Keys(2).Names(agent).Right(0, 2, 3, 4, 5, 6)
	if len(heads) > lost {
		text.Prose(lost)
	}
	for _, r := range t.Rows {
		text.Row(fmt.Sprint(r.Place), r.Agent, fmt.Sprintf("%+.0f ±%.0f", r.Rating.Value, (r.Rating.High-r.Rating.Low)/2),
			share(r.Score.Value)+" "+interval(r.Score), fmt.Sprintf("%d-%d-%d", r.Total.Wins, r.Total.Draws, r.Total.Losses),
			rate(r.AsFirst), rate(r.AsSecond), lostBy(r.Reasons))
	}
	return text
}

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func interval(e stats.Estimate) string { return fmt.Sprintf("[%.1f, %.1f]", 100*e.Low, 100*e.High) }

// rate is a score in percent; "-" without games.
func rate(w stats.WDL) string {
	if w.Games() == 0 {
		return "-"
	}
	return share(w.Score())
}

// lostBy lists losses by reason.
func lostBy(reasons map[string]int) string {
	var list []string
	for reason, n := range reasons {
		list = append(list, fmt.Sprintf("%s %d", reason, n))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// crossTable shows the row's score against each column, in percent.
func crossTable(t *tournament.Table) *term.Table {
	met := map[[2]string]stats.WDL{}
	for _, m := range t.Encounters {
		met[[2]string{m.A, m.B}] = met[[2]string{m.A, m.B}].Add(m.Total)
		met[[2]string{m.B, m.A}] = met[[2]string{m.B, m.A}].Add(m.Total.Swap())
	}
	heads := []string{"#", "score in % against"}
	for i := range t.Rows {
		heads = append(heads, fmt.Sprint(i+1))
	}
	text := term.NewTable(heads...).Keys(2).Names(1).Right(0)
	for i, row := range t.Rows {
		cells := []string{fmt.Sprint(i + 1), row.Agent}
		for _, column := range t.Rows {
			cell := "."
			if score := met[[2]string{row.Agent, column.Agent}]; score.Games() > 0 {
				cell = fmt.Sprintf("%.0f", 100*score.Score())
			}
			cells = append(cells, cell)
		}
		text.Right(2 + i).Row(cells...)
	}
	return text
}
