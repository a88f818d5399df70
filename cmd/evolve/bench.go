package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/search/cputime"
)

func benchCommand(a *app) *cobra.Command {
	var format formatFlag
	var seconds float64
	var only string
	c := &cobra.Command{
		Use: "bench", Short: "Measure the speed of rules, features, search and arena, on one core", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			if !(seconds >= .001 && seconds <= 600) {
				return badInput(fmt.Errorf("evolve: --seconds %g (allowed: .001..600)", seconds), "")
			}
			games := a.games
			if only != "" {
				g, err := a.findGame(only)
				if err != nil {
					return err
				}
				games = []agent.Game{g}
			}
			defer a.busy("measuring")()
			for _, g := range games {
				if err := a.bench(c.Context(), g, time.Duration(seconds*float64(time.Second)), json); err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	c.Flags().Float64Var(&seconds, "seconds", 1, "CPU time for each measurement")
	c.Flags().StringVar(&only, "game", "", "only this game")
	return c
}

func (a *app) bench(ctx context.Context, g agent.Game, each time.Duration, json bool) error {
	if err := a.benchRules(g, each, json); err != nil {
		return err
	}
	if err := a.benchSearch(g, each, json); err != nil {
		return err
	}
	for _, pair := range [][2]string{{"random", "random"}, {"hand:depth=2,ties=random", "alphabeta"}} {
		rate, err := gamesPerSecond(ctx, g, pair, each)
		if err != nil {
			return err
		}
		played := agent.Speed{What: "arena, " + pair[0] + " against " + pair[1], Unit: "games", Amount: rate}
		if err := a.printSpeed(g.Info().Name, agent.RuleSpeed{Speed: played}, json); err != nil {
			return err
		}
	}
	return nil
}

// gamesPerSecond plays batches of games with one worker until the process's CPU time
// is up: small ones first, since there are games of a second.
func gamesPerSecond(ctx context.Context, g agent.Game, specs [2]string, each time.Duration) (float64, error) {
	var agents []agent.Agent
	for _, text := range specs {
		ready, err := openAgent(g, text, agent.Env{})
		if err != nil {
			return 0, err
		}
		defer ready.Close()
		agents = append(agents, ready)
	}
	pool := arena.Pool{Game: g, Agents: agents, Workers: 1}
	games, batch := 0, 2
	began := cputime.Process()
	for seed := uint64(0); cputime.Process()-began < each; seed++ {
		jobs, err := arena.Match{Games: batch, OpeningPlies: 4, Seed: seed}.Jobs(g, 0, 1, 0)
		if err != nil {
			return 0, err
		}
		if _, err := pool.Run(ctx, jobs); err != nil {
			return 0, err
		}
		games, batch = games+len(jobs), min(2*batch, 128)
	}
	return float64(games) / (cputime.Process() - began).Seconds(), nil
}

// short writes a speed with three digits and a unit of thousands.
func short(x float64) string {
	for _, unit := range []string{"", " k", " M"} {
		if x < 1000 {
			return fmt.Sprintf("%.3g%s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%.3g G", x)
}
