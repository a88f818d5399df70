package lab

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

func benchCommand(a *app) *cobra.Command {
	var f struct {
		Each time.Duration `key:"seconds" doc:"CPU time for each measurement" range:"0.001..600" default:"1"`
		Game string        `key:"game" doc:"only this game"`
	}
	c := &cobra.Command{
		Use: "bench", Short: "Measure the speed of rules, features, search and arena, on one core", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			games := a.games
			if f.Game != "" {
				g, err := a.findGame(f.Game)
				if err != nil {
					return err
				}
				games = []agent.Game{g}
			}
			defer term.Busy(a.err, "measuring")()
			for _, g := range games {
				if err := a.bench(c.Context(), g, f.Each); err != nil {
					return err
				}
			}
			return nil
		},
	}
	a.formats(c)
	bind(c, &f)
	return c
}

// bench prints the speeds of a game's rules, evaluation and search beside what
// they are measured by, and then how many games the arena plays.
func (a *app) bench(ctx context.Context, g agent.Game, each time.Duration) error {
	name := g.Info().Name
	rules, err := g.RuleSpeeds(each)
	if err != nil {
		return err
	}
	for _, s := range rules {
		a.printSpeed(name, s)
	}
	speeds, err := g.Speeds(each)
	if err != nil {
		return err
	}
	for _, s := range speeds {
		if s.Nodes == 0 {
			a.printSpeed(name, s.RuleSpeed)
			continue
		}
		a.print(struct {
			Game    string  `json:"game"`
			Variant string  `json:"variant,omitempty"`
			What    string  `json:"what"`
			Seconds float64 `json:"seconds"`
			Nodes   uint64  `json:"nodes"`
		}{name, s.Variant, s.What, s.Seconds, s.Nodes},
			"%s %7.3f ms of CPU, %s nodes\n", benchLabel(name, s.What, s.Variant), 1000*s.Seconds, short(float64(s.Nodes)))
	}
	for _, pair := range [][2]string{{"random", "random"}, {"hand:depth=2,ties=random", "alphabeta"}} {
		rate, err := gamesPerSecond(ctx, g, pair, each)
		if err != nil {
			return err
		}
		a.printSpeed(name, agent.RuleSpeed{Speed: agent.Speed{What: "arena, " + pair[0] + " against " + pair[1], Unit: "games", Amount: rate}})
	}
	return nil
}

// gamesPerSecond measures the speed of games between two agents.
func gamesPerSecond(ctx context.Context, g agent.Game, specs [2]string, each time.Duration) (float64, error) {
	agents, err := openAll(ctx, g, specs[:], agent.Env{})
	if err != nil {
		return 0, err
	}
	defer closeAgents(agents)
	return arena.Speed(ctx, arena.Round{Game: g, Agents: agents}, arena.Match{OpeningPlies: 4}, 0, 1, each)
}

func (a *app) printSpeed(game string, s agent.RuleSpeed) {
	beside := ""
	if s.Reference > 0 {
		beside = fmt.Sprintf("%*s%.2f of the reference, %s/s\n", benchColumn+1, "", s.Amount/s.Reference, short(s.Reference))
	}
	a.print(struct {
		Game      string  `json:"game"`
		Variant   string  `json:"variant,omitempty"`
		What      string  `json:"what"`
		Unit      string  `json:"unit"`
		PerSecond float64 `json:"per_second"`
		Reference float64 `json:"reference,omitempty"`
	}{game, s.Variant, s.What, s.Unit, s.Amount, s.Reference},
		"%s %7s %s/s\n%s", benchLabel(game, s.What, s.Variant), short(s.Amount), s.Unit, beside)
}

// benchColumn is where the figures begin; with them a line fits 80 columns.
const benchColumn = 47

func benchLabel(game, what, variant string) string {
	game = fmt.Sprintf("%-10s ", game)
	return game + fmt.Sprintf("%-*s", benchColumn-len(game), term.Shorten(term.Joined(", ", what, variant), benchColumn-len(game)))
}

// short writes a number with three digits and a unit of thousands.
func short(x float64) string {
	for _, unit := range []string{"", " k", " M"} {
		if x < 1000 {
			return quantity.Digits(x, 3) + unit
		}
		x /= 1000
	}
	return quantity.Digits(x, 3) + " G"
}
