package lab

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
)

type matchFlags struct {
	confine confineFlags
	gameFlags
	games        int
	openingPlies int
	openings     string
	balanced     int
	limits       arena.Limits
	gamesOut     string
	sprt         string
	keep         bool
	workers      int
	seed         uint64
	many         clusterFlags
}

func matchCommand(a *app) *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use: "match A B", Short: "Play a paired match between two agents", Args: cobra.ExactArgs(2),
		Long: "Play a match in which every opening is played twice, with sides swapped.\nA and B are agents, as NAME or NAME:key=value,..., or folders or source files (evolve agents).",
		RunE: func(c *cobra.Command, args []string) error {
			if f.openings != "" && c.Flags().Changed("opening-plies") {
				return badInput(errors.New("evolve: --openings and --opening-plies exclude each other"), "")
			}
			return a.match(c.Context(), &f, args)
		},
	}
	f.gameFlags.add(a, c)
	a.formats(c)
	c.Flags().IntVar(&f.games, "games", 100, "games to play, an even number")
	allow(c, "games", fmt.Sprintf("2..%d", mostGames), func() bool { return f.games <= mostGames })
	c.Flags().IntVar(&f.openingPlies, "opening-plies", 2, "random plies before each game")
	c.Flags().StringVar(&f.openings, "openings", "", "file of positions to begin from, one per line")
	c.Flags().IntVar(&f.balanced, "balanced", 0, "games per reference match; keep only openings from which it is close")
	addLimits(c, &f.limits, "")
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	c.Flags().StringVar(&f.sprt, "sprt", "", "stop when a sequential test decides, as in elo0=0,elo1=5")
	addKeep(c, &f.keep)
	f.confine.add(c)
	addWorkers(c, &f.workers)
	f.many.add(c, &f.workers)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the openings and of the agents")
	return saves(c)
}

func (a *app) match(ctx context.Context, f *matchFlags, names []string) (err error) {
	g, err := f.find()
	if err != nil {
		return err
	}
	play, err := f.prepare(ctx, a, g, names)
	if err != nil {
		return err
	}
	agents, err := openAll(ctx, g, names, agent.Env{Keep: f.keep, Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer closeAgents(agents)
	place, err := f.many.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer place.close(&err)
	jobs, records, stopped := play.run(ctx, place.pool, arena.Round{Game: g, Agents: agents, Voids: true})
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
		if err := a.printMatch(g, names, res, play.test, place.warn()); err != nil {
			return err
		}
	}
	if stopped != nil {
		return &exitError{exitInterrupted, fmt.Errorf("evolve: interrupted after %d of %d games; the result covers whole pairs", len(records), f.games), ""}
	}
	return voidError(res.Voids, len(records), firstVoid(records))
}

// prepare lists the games and checks everything before the first one.
func (f *matchFlags) prepare(ctx context.Context, a *app, g agent.Game, names []string) (*matchPlay, error) {
	if f.balanced < 0 || f.balanced > 10_000 || f.balanced > 0 && f.openings != "" {
		return nil, badInput(fmt.Errorf("evolve: --balanced %d (allowed: 0..10000 games, and random openings)", f.balanced), "")
	}
	m := arena.Match{
		Variant: f.variant, Games: f.games, OpeningPlies: f.openingPlies, Limits: f.limits, Seed: f.seed, Keep: true, OwnSeeds: true,
	}
	var err error
	switch {
	case f.openings != "":
		m.Openings, err = arena.ReadOpenings(f.openings)
		err = badInput(err, "write one position per line")
	case f.balanced > 0:
		m.Openings, err = a.balance(ctx, f, g)
	}
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

// balance chooses openings from which a match of the reference agent is close.
func (a *app) balance(ctx context.Context, f *matchFlags, g agent.Game) ([]string, error) {
	defer a.busy("choosing balanced openings")()
	reference, err := openAgent(g, "hand:depth=2,ties=random", agent.Env{})
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	b := arena.Balance{Agent: reference, Games: f.balanced, Within: .25}
	return b.Choose(ctx, arena.Choice{Game: g, Variant: f.variant, Plies: f.openingPlies, To: f.games / 2, Seed: f.seed, Workers: f.workers})
}
