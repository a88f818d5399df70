package sweep

import (
	"context"
	"fmt"
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

// Extents returns what the cells will take. The time of a game is that of a few between
// hand-set weights that look as far ahead as the cell's candidates; games of a tuned
// program are not played for this, and their time is unknown.
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
		list[i].CPU = time.Duration(list[i].Games)*times[key] + time.Duration(plan.CPU*float64(time.Second))
	}
	return list, nil
}

// otherGames are those of the validations and the test, at most.
func otherGames(c *experiment.Config, generations int) int {
	v := c.Validation
	return generations/v.Every*v.Games + v.Candidates*v.CandidateGames + len(c.Opponents)*len(c.Test.OpeningPlies)*c.Test.Games
}

// playedAs are the settings on which the time of a game depends.
func playedAs(c *experiment.Config) string {
	key := c.Game + " " + c.Variant
	for _, v := range config.Values(c) {
		if strings.HasPrefix(v.Path, "player.") {
			key += " " + v.Text
		}
	}
	return key
}

// gameTime measures games until they have taken long enough.
func gameTime(ctx context.Context, c *experiment.Config) (time.Duration, error) {
	const enough = 300 * time.Millisecond
	g, err := c.FindGame()
	if err != nil {
		return 0, err
	}
	player, err := g.Agent(c.Player.Look().Spec(features.Weights{}), agent.Env{})
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	defer player.Close()
	round := arena.Round{Game: g, Agents: []agent.Agent{player, player}}
	rate, err := arena.Speed(ctx, round, arena.Match{Variant: c.Variant, OpeningPlies: 2}, 0, 1, enough)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	return time.Duration(float64(time.Second) / rate), nil
}
