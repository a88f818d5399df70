package sweep

import (
	"context"
	"errors"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/features"
	"evolab/internal/config"
)

// Extent is what a cell will take.
type Extent struct {
	Generations int           // 0: as many as a budget of CPU time allows
	Games       int           // of training, validation and test; without those of such a budget
	CPU         time.Duration // of one core, roughly; 0: unknown
}

// Extents returns what the cells will take. The time of a game is that of a few which
// hand-set weights play against the cell's opponents, looking as far ahead as its
// candidates; programs are not run for this, and the time of their games is unknown.
func Extents(ctx context.Context, cells []Cell) ([]Extent, error) {
	list := make([]Extent, len(cells))
	times := map[string]time.Duration{} // of a game, by how it is played
	for i := range cells {
		c := cells[i].Config
		plan, err := train.PlanOf(c)
		if err != nil {
			return nil, err
		}
		list[i] = Extent{Generations: plan.Generations, Games: plan.Games + otherGames(c, plan.Generations)}
		if c.Tunes() {
			continue
		}
		key := playedAs(c)
		if _, known := times[key]; !known {
			if times[key], err = gameTime(ctx, c); err != nil {
				return nil, err
			}
		}
		if times[key] == 0 {
			continue
		}
		// Of the validations, about a third are left out: the best candidate stays the best.
		games := list[i].Games - validations(c, plan.Generations)/3
		list[i].CPU = time.Duration(games)*times[key] + time.Duration(plan.CPU*float64(time.Second)) + figures
	}
	return list, nil
}

// figures is about the CPU time of a run's figures.
const figures = 500 * time.Millisecond

// validations are their games, at most.
func validations(c *experiment.Config, generations int) int {
	return (1 + (generations+c.Validation.Every-1)/c.Validation.Every) * c.Validation.Games
}

// otherGames are those of the validations and the test, at most.
func otherGames(c *experiment.Config, generations int) int {
	v := c.Validation
	return validations(c, generations) + v.Candidates*v.CandidateGames + c.TestOpponents()*len(c.Test.OpeningPlies)*c.Test.Games
}

// playedAs are the settings on which the time of a game depends.
func playedAs(c *experiment.Config) string {
	key := c.Game + " " + c.Variant
	for _, v := range config.Values(c) {
		if strings.HasPrefix(v.Path, "player.") || strings.HasPrefix(v.Path, "opponents") {
			key += " " + v.Text
		}
	}
	return key
}

// gameTime measures games against each opponent until they have taken long enough, and
// returns their mean by the opponents' shares. Whoever plays against candidates is as fast
// as the hand-set weights.
func gameTime(ctx context.Context, c *experiment.Config) (time.Duration, error) {
	const enough, start = 800 * time.Millisecond, 50 * time.Millisecond // of all opponents; of one, whose first games are slower
	g, err := c.FindGame()
	if err != nil {
		return 0, err
	}
	player, err := g.Agent(c.Player.Look().Spec(features.Weights{}), agent.Env{})
	if err != nil {
		return 0, err
	}
	defer player.Close()
	sum, shares := 0.0, c.Shares()
	for i, o := range c.Opponents {
		opponent, err := opponentOf(g, o)
		if opponent == nil {
			return 0, err
		}
		round, m := arena.Round{Game: g, Agents: []agent.Agent{player, opponent}}, arena.Match{Variant: c.Variant, OpeningPlies: c.Fitness.OpeningPlies}
		rate, err := arena.Speed(ctx, round, m, 0, 1, start)
		if err == nil {
			rate, err = arena.Speed(ctx, round, m, 0, 1, enough/time.Duration(len(shares)))
		}
		if err = errors.Join(err, opponent.Close()); err != nil {
			return 0, err
		}
		sum += shares[i] / rate
	}
	return time.Duration(sum * float64(time.Second)), nil
}

// opponentOf makes an opponent; nil: it is a program, which is not run for this.
func opponentOf(g agent.Game, o experiment.Opponent) (agent.Agent, error) {
	spec, err := agent.ParseSpec(o.Agent)
	if err != nil {
		return nil, err
	}
	if spec.IsProgram() {
		return nil, nil
	}
	a, err := g.Agent(spec, agent.Env{})
	if err != nil {
		return nil, err
	}
	return a, nil
}
