package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
)

// matchFlags are the settings of evolve match.
type matchFlags struct {
	gameFlags
	formatFlag
	games        int
	openingPlies int
	openings     string
	balanced     int
	// openingsPliesSet is true if --opening-plies was given.
	openingsPliesSet bool
	moveTime         float64
	gameTime         float64
	gamesOut         string
	sprt             string
	keep             bool
	workers          int
	seed             uint64
}

func matchCommand(a *app) *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use: "match A B", Short: "Play a paired match between two agents", Args: cobra.ExactArgs(2),
		Long: "Play a match in which every opening is played twice, with sides swapped.\nA and B are agents, as NAME or NAME:key=value,..., or folders or source files (evolve agents).",
		RunE: func(c *cobra.Command, args []string) error {
			f.openingsPliesSet = c.Flags().Changed("opening-plies")
			return a.match(c.Context(), &f, args)
		},
	}
	f.gameFlags.add(a, c)
	f.formatFlag.add(c)
	c.Flags().IntVar(&f.games, "games", 100, "games to play, an even number")
	c.Flags().IntVar(&f.openingPlies, "opening-plies", 2, "random plies before each game")
	c.Flags().StringVar(&f.openings, "openings", "", "file of positions to open from, one a line")
	c.Flags().IntVar(&f.balanced, "balanced", 0, "games per reference match; only openings from which it is close are kept")
	c.Flags().Float64Var(&f.moveTime, "move-time", 0, "seconds of CPU for a move")
	c.Flags().Float64Var(&f.gameTime, "game-time", 0, "seconds of CPU for a game and side")
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	c.Flags().StringVar(&f.sprt, "sprt", "", "stop when a sequential test has decided, as in elo0=0,elo1=5")
	addKeep(c, &f.keep)
	addWorkers(c, &f.workers)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of openings and of everything that is drawn")
	return saves(c)
}

// mostGames is far more than any statistics need, and little enough to be
// listed in memory.
const mostGames = 10_000_000

func addKeep(c *cobra.Command, keep *bool) {
	c.Flags().BoolVar(keep, "keep", false, "leave the scratch folders of programs, and tell where they are")
}

func addWorkers(c *cobra.Command, workers *int) {
	c.Flags().IntVar(workers, "workers", 0, "games at a time (default: one a core)")
}

// checkWorkers refuses what no machine can do.
func checkWorkers(n int) error {
	if n < 0 || n > 4096 {
		return badInput(fmt.Errorf("evolve: --workers %d (allowed: 1..4096, or 0 for one a core)", n), "")
	}
	return nil
}

func (a *app) match(ctx context.Context, f *matchFlags, names []string) error {
	json, err := f.json()
	if err != nil {
		return err
	}
	g, err := f.find()
	if err != nil {
		return err
	}
	play, err := f.prepare(ctx, a, g, names)
	if err != nil {
		return err
	}
	agents, err := openAll(ctx, g, names, agent.Env{Keep: f.keep, Log: a.err})
	if err != nil {
		return err
	}
	defer closeAgents(agents)
	jobs, records, stopped := play.run(ctx, arena.Pool{Game: g, Agents: agents, Workers: f.workers, Voids: true})
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if f.gamesOut != "" {
		if err := writeGames(f.gamesOut, g, names, jobs, records); err != nil {
			return err
		}
	}
	res := arena.Sum(jobs, records, 0)
	if res.Total().Games() > 0 || stopped == nil {
		if err := a.printMatch(g, names, res, play.test, json); err != nil {
			return err
		}
	}
	if stopped != nil {
		return &exitError{exitInterrupted, fmt.Errorf("evolve: interrupted after %d of %d games; the result covers whole pairs", len(records), f.games), ""}
	}
	return voidError(res.Voids, len(records))
}

// prepare lists the games and looks at everything that can be wrong before the
// first one.
func (f *matchFlags) prepare(ctx context.Context, a *app, g agent.Game, names []string) (*matchPlay, error) {
	m, err := f.plan()
	if err != nil {
		return nil, err
	}
	chosen := a.busy("choosing balanced openings")
	err = f.balance(ctx, g, &m)
	chosen()
	if err != nil {
		return nil, err
	}
	play := &matchPlay{app: a, sides: g.Info().Sides, names: names}
	if play.jobs, err = m.Jobs(g, 0, 1, 0); err != nil {
		return nil, badInput(err, "")
	}
	if f.sprt != "" {
		test, err := parseSPRT(f.sprt)
		if err != nil {
			return nil, err
		}
		play.test = &test
	}
	return play, checkGamesOut(f.gamesOut, g)
}

// plan turns the flags into a match.
func (f *matchFlags) plan() (arena.Match, error) {
	if f.games > mostGames {
		return arena.Match{}, badInput(fmt.Errorf("evolve: --games %d (allowed: 2..%d)", f.games, mostGames), "")
	}
	m := arena.Match{Variant: f.variant, Games: f.games, OpeningPlies: f.openingPlies, Seed: f.seed, Keep: true, OwnSeeds: true}
	if err := checkWorkers(f.workers); err != nil {
		return m, err
	}
	var err error
	if m.Limits.Move, err = cpuSeconds("--move-time", f.moveTime); err != nil {
		return m, err
	}
	if m.Limits.Game, err = cpuSeconds("--game-time", f.gameTime); err != nil {
		return m, err
	}
	if f.balanced < 0 || f.balanced > 10_000 || f.balanced > 0 && f.openings != "" {
		return m, badInput(fmt.Errorf("evolve: --balanced %d (allowed: 0..10000 games, and random openings)", f.balanced), "")
	}
	if f.openings != "" && f.openingsPliesSet {
		return m, badInput(errors.New("evolve: --openings and --opening-plies exclude each other"), "")
	}
	if f.openings != "" {
		m.Openings, err = arena.ReadOpenings(f.openings)
		err = badInput(err, "write one position a line")
	}
	return m, err
}

func cpuSeconds(flag string, s float64) (time.Duration, error) {
	if math.IsNaN(s) || s < 0 || s > 1e6 {
		return 0, badInput(fmt.Errorf("evolve: %s %g (allowed: seconds of CPU, or 0 for no limit)", flag, s), "")
	}
	d := time.Duration(s * float64(time.Second))
	if s > 0 {
		d = max(d, 1) // less than a nanosecond is not the same as no limit
	}
	return d, nil
}
