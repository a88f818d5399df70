package lab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/internal/files"
	"evolab/internal/sums"
)

// tournamentsRoot is the folder of the tournaments.
const tournamentsRoot = "tournaments"

func tournamentCommand(a *app) *cobra.Command {
	var seed uint64
	var gamesOut string
	o := tournament.Options{Root: tournamentsRoot}
	var kinds []string
	for _, f := range tournament.Formats() {
		kinds = append(kinds, fmt.Sprintf("%s (%s)", f.Name, f.Doc))
	}
	var confine confineFlags
	var many clusterFlags
	c := &cobra.Command{
		Use: "tournament CONFIG [key.path=value ...]", Short: "Play many agents against each other", Args: cobra.MinimumNArgs(1),
		Long: "Play a tournament described by a YAML file: " + strings.Join(kinds, ", ") + ".\nEach game is saved as soon as it ends; --resume continues the last tournament of this name.",
		RunE: func(c *cobra.Command, args []string) error {
			o.Overrides = args[1:]
			if c.Flags().Changed("seed") {
				var err error
				if o.Overrides, err = seedOverride(o.Overrides, seed); err != nil {
					return err
				}
			}
			o.Env.Programs = confine.programs(a)
			return a.tournament(c.Context(), args[0], o, gamesOut, &many, confine.level())
		},
	}
	a.formats(c)
	c.Flags().BoolVar(&o.Resume, "resume", false, "continue the newest tournament of this name; start one if there is none")
	c.Flags().StringVar(&gamesOut, "games-out", "", gamesOutDoc)
	addKeep(c, &o.Env.Keep)
	confine.add(c)
	addWorkers(c, &o.Workers)
	many.add(c, &o.Workers)
	c.Flags().Uint64Var(&seed, "seed", 0, "the same as seed=N")
	return saves(c)
}

func (a *app) tournament(ctx context.Context, path string, o tournament.Options, gamesOut string, many *clusterFlags, require string) (err error) {
	c, g, err := a.loadTournament(path, o.Overrides, gamesOut)
	if err != nil {
		return err
	}
	for _, e := range c.Agents {
		noteShadow(a.err, e.Agent)
	}
	place, err := many.open(ctx, a, require)
	if err != nil {
		return err
	}
	defer place.close(&err)
	o.Workers, o.Pool = place.threads, place.pool
	watch := &tournamentWatcher{app: a}
	o.Watch, o.Env.Log = watch, a.err
	began := time.Now()
	table, folder, err := tournament.Play(ctx, c, o)
	watch.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return tournamentError(err)
	}
	a.remark("%d games in %.1f s: %s\n", watch.now, time.Since(began).Seconds(), folder)
	table.Warnings = append(table.Warnings, place.warn()...)
	if err := a.print(table, "%s", tableText(table)); err != nil {
		return err
	}
	if err != nil {
		return &exitError{exitInterrupted, fmt.Errorf("evolve: interrupted; the table covers the games that were finished, which are saved in %s", folder),
			"to continue: evolve tournament " + path + " --resume"}
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
		return nil, nil, misread(path, err, "evolve config --example tournament explains every key", tournamentKind)
	}
	g, err := c.FindGame()
	if err == nil {
		err = checkGamesOut(gamesOut, g)
	}
	return c, g, err
}

func tournamentError(err error) error {
	var changed *sums.Changed
	switch {
	case errors.As(err, &changed):
		return badInput(err, damagedHint)
	case errors.Is(err, tournament.ErrOtherConfig):
		return badInput(err, "without --resume a new tournament begins")
	case errors.Is(err, files.ErrLocked):
		return badInput(err, "the tournament is being played already")
	}
	return err
}

// copyGames writes the games of a tournament's folder in the notation that the
// file's name asks for.
func copyGames(path string, g agent.Game, folder string) error {
	list, _, err := readRecords(filepath.Join(folder, tournament.GamesFile))
	if err != nil {
		return err
	}
	return saveGames(path, g, justLines(list))
}

// tournamentWatcher shows the progress of a tournament, with a bar for each round:
// above the standings on a terminal, else with the leader.
type tournamentWatcher struct {
	*app
	bar *bar // of the round; nil before the first one
	now int  // games of all rounds so far, also earlier ones
}

func (w *tournamentWatcher) Started(folder string, round, games int) {
	w.end()
	w.bar = newBar(w.err, games, "games")
	w.bar.describe(fmt.Sprintf("round %d", round))
	if !w.bar.live() {
		w.remark("round %d: %d games, saved in %s\n", round, games, folder)
	}
}

func (w *tournamentWatcher) Played(line arena.Line, table func() *tournament.Table) {
	w.now++
	if w.bar.due() {
		t := table()
		text := standings(t)
		if !w.bar.live() {
			text = fmt.Sprintf("%s leads with %s", t.Rows[0].Agent, t.Rows[0].Score.Percent())
		}
		w.bar.detail(text)
	}
	w.bar.add(1)
}

func (w *tournamentWatcher) end() {
	if w.bar != nil {
		w.bar.close()
	}
}
