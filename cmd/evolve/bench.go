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
	var only gameFlags
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
			games, err := benchGames(&only)
			if err != nil {
				return err
			}
			for _, g := range games {
				if err := a.bench(c.Context(), g, only.variant, time.Duration(seconds*float64(time.Second)), json); err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	c.Flags().Float64Var(&seconds, "seconds", 1, "CPU time for each measurement")
	c.Flags().StringVar(&only.game, "game", "", "only this game")
	c.Flags().StringVar(&only.variant, "variant", "", "variant of that game's rules (default: its first)")
	return c
}

// benchGames is the game that was asked for, or all of them.
func benchGames(only *gameFlags) ([]agent.Game, error) {
	if only.game == "" {
		if only.variant != "" {
			return nil, badInput(fmt.Errorf("evolve: --variant %s without --game", only.variant), "variants belong to a game: add --game")
		}
		return agent.Games(), nil
	}
	g, err := only.find()
	return []agent.Game{g}, err
}

func (a *app) bench(ctx context.Context, g agent.Game, variant string, each time.Duration, json bool) error {
	speeds, err := g.Speeds(variant, each)
	if err != nil {
		return err
	}
	for _, pair := range [][2]string{{"random", "random"}, {"hand:depth=2,ties=random", "alphabeta"}} {
		rate, err := gamesPerSecond(ctx, g, variant, pair, each)
		if err != nil {
			return err
		}
		speeds = append(speeds, agent.Speed{What: "arena, " + pair[0] + " against " + pair[1], Unit: "games", Amount: rate})
	}
	for _, s := range speeds {
		if json {
			err = a.printJSON(benchLine(g.Info().Name, s))
		} else {
			_, err = fmt.Fprintf(a.out, "%-10s %-55s %12s\n", g.Info().Name, s.What, speedText(s))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// speedText is an amount per second, or what one search took.
func speedText(s agent.Speed) string {
	if s.Unit == "" {
		return fmt.Sprintf("%.3g ms, %s nodes", float64(s.CPU)/float64(time.Millisecond), short(float64(s.Nodes)))
	}
	return fmt.Sprintf("%12s %s/s", short(s.Amount), s.Unit)
}

// benchLine is speedText for programs.
func benchLine(game string, s agent.Speed) any {
	if s.Unit == "" {
		return struct {
			Game    string  `json:"game"`
			What    string  `json:"what"`
			Seconds float64 `json:"seconds"`
			Nodes   uint64  `json:"nodes"`
		}{game, s.What, s.CPU.Seconds(), s.Nodes}
	}
	return struct {
		Game      string  `json:"game"`
		What      string  `json:"what"`
		Unit      string  `json:"unit"`
		PerSecond float64 `json:"per_second"`
	}{game, s.What, s.Unit, s.Amount}
}

// gamesPerSecond plays batches of games with one worker until the CPU time of
// the process is up.
func gamesPerSecond(ctx context.Context, g agent.Game, variant string, specs [2]string, each time.Duration) (float64, error) {
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
	games := 0
	began := cputime.Process()
	for seed := uint64(0); cputime.Process()-began < each; seed++ {
		jobs, err := arena.Match{Variant: variant, Games: benchBatch, OpeningPlies: 4, Seed: seed}.Jobs(g, 0, 1, 0)
		if err != nil {
			return 0, err
		}
		if _, err := pool.Run(ctx, jobs); err != nil {
			return 0, err
		}
		games += len(jobs)
	}
	return float64(games) / (cputime.Process() - began).Seconds(), nil
}

// benchBatch is even, and small: the games of one game take seconds.
const benchBatch = 10

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
