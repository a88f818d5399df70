package main

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
)

// tournamentsFolder is where tournaments are kept.
const tournamentsFolder = "tournaments"

func tournamentCommand(a *app) *cobra.Command {
	var format formatFlag
	var seed uint64
	var gamesOut string
	o := tournament.Options{Root: tournamentsFolder}
	c := &cobra.Command{
		Use: "tournament CONFIG [key.path=value ...]", Short: "Play many agents against each other", Args: cobra.MinimumNArgs(1),
		Long: "Play a tournament as a YAML file says: " + formatNames() + ".\nEvery game is kept at once; --resume goes on where the last tournament of this name was cut off.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkWorkers(o.Workers); err != nil {
				return err
			}
			json, err := format.json()
			if err != nil {
				return err
			}
			o.Overrides = args[1:]
			if c.Flags().Changed("seed") {
				if o.Overrides, err = seedOverride(o.Overrides, seed); err != nil {
					return err
				}
			}
			return a.tournament(c.Context(), args[0], o, gamesOut, json)
		},
	}
	format.add(c)
	c.Flags().BoolVar(&o.Resume, "resume", false, "go on with the newest tournament of this name; begin one if there is none")
	c.Flags().StringVar(&gamesOut, "games-out", "", gamesOutDoc)
	addKeep(c, &o.Env.Keep)
	addWorkers(c, &o.Workers)
	c.Flags().Uint64Var(&seed, "seed", 0, "the same as seed=N")
	return saves(c)
}

func formatNames() string {
	var names []string
	for _, f := range tournament.Formats() {
		names = append(names, fmt.Sprintf("%s (%s)", f.Name, f.Doc))
	}
	return strings.Join(names, ", ")
}

func (a *app) tournament(ctx context.Context, path string, o tournament.Options, gamesOut string, json bool) error {
	c, err := tournament.Load(path, o.Overrides)
	if err != nil {
		return misread(path, err, "the commented experiments/tournament.yaml explains every key", tournamentKind)
	}
	g, err := agent.FindGame(c.Game)
	if err == nil {
		err = checkGamesOut(gamesOut, g)
	}
	if err != nil {
		return err
	}
	watch := &tournamentWatcher{app: a}
	o.Watch, o.Env.Log = watch, a.err
	for _, e := range c.Agents {
		noteShadow(a.err, e.Agent)
	}
	began := time.Now()
	table, folder, err := tournament.Play(ctx, c, o)
	watch.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return tournamentError(err)
	}
	fmt.Fprintf(a.err, "%d games in %.1f s: %s\n", watch.now, time.Since(began).Seconds(), folder)
	if err := a.printTable(table, json); err != nil {
		return err
	}
	if err == nil && gamesOut != "" {
		if err := copyGames(gamesOut, g, folder); err != nil {
			return err
		}
	}
	if err != nil {
		return &exitError{exitInterrupted, fmt.Errorf("evolve: interrupted; the table covers the games that were finished, and they are kept in %s", folder),
			"go on with: evolve tournament " + path + " --resume"}
	}
	return voidError(table.Voids, watch.now)
}

func (a *app) printTable(table *tournament.Table, json bool) error {
	if json {
		return a.printJSON(table)
	}
	_, err := fmt.Fprint(a.out, tableText(table))
	return err
}

// copyGames writes the games of a tournament's folder once more, in the notation
// that the file's name asks for.
func copyGames(path string, g agent.Game, folder string) error {
	list, _, err := readRecords(filepath.Join(folder, tournament.GamesFile))
	if err != nil {
		return err
	}
	lines := make([]arena.Line, len(list))
	for i := range list {
		lines[i] = list[i].Line
	}
	return saveGames(path, g, lines)
}

func tournamentError(err error) error {
	switch {
	case errors.Is(err, tournament.ErrOtherConfig):
		return badInput(err, "without --resume a new tournament begins")
	case errors.Is(err, files.ErrLocked):
		return badInput(err, "the tournament is being played already")
	}
	return err
}

// tournamentWatcher shows the progress of a tournament, a bar for each round:
// above the standings on a terminal, else with the leader.
type tournamentWatcher struct {
	*app
	bar *bar // of the round; nil before the first one
	now int  // games of all rounds that were played by this command or found
}

func (w *tournamentWatcher) Started(folder string, round, games int) {
	w.end()
	w.bar = newBar(w.err, games, "games")
	w.bar.describe(fmt.Sprintf("round %d", round))
	if !w.bar.live() {
		fmt.Fprintf(w.err, "round %d: %d games, kept in %s\n", round, games, folder)
	}
}

func (w *tournamentWatcher) Played(line arena.Line, table func() *tournament.Table) {
	w.now++
	if w.bar.due() {
		w.bar.detail(w.state(table()))
	}
	w.bar.add(1)
}

// state is what there is room for.
func (w *tournamentWatcher) state(t *tournament.Table) string {
	if w.bar.live() {
		return standings(t)
	}
	return fmt.Sprintf("%s leads with %s", t.Rows[0].Agent, t.Rows[0].Score.Percent())
}

// end removes the bar.
func (w *tournamentWatcher) end() {
	if w.bar != nil {
		w.bar.close()
	}
}
