package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/arena"
	"evolab/features"
	"evolab/internal/files"
)

// freezeMatch is the match that a champion has to win before it is embedded.
type freezeMatch struct {
	games   int
	move    time.Duration
	workers int
	seed    uint64
}

func (m *freezeMatch) add(c *cobra.Command) {
	c.Flags().IntVar(&m.games, "games", 200, "games of the match, an even number")
	allow(c, "games", fmt.Sprintf("an even number, 2..%d", mostGames), func() bool { return m.games >= 2 && m.games <= mostGames && m.games%2 == 0 })
	m.move = 5 * time.Millisecond
	addSeconds(c, &m.move, "move-time", "seconds of CPU for a move in the match")
	allow(c, "move-time", "seconds of CPU, above 0", func() bool { return m.move > 0 })
	addWorkers(c, &m.workers)
	c.Flags().Uint64Var(&m.seed, "seed", 1, "seed of the match's openings and of its agents")
}

func matchFlagNames() []string { return []string{"games", "move-time", "workers", "seed"} }

// rivals are a champion and the slot that it is to be frozen into.
type rivals struct {
	game     agent.Game
	slot     frozen.Slot
	variant  string
	champion features.Weights
	file     string // in the checkout, of the slot
}

// embedded is what the champion would replace: the checkout's file, or what this
// program plays with where the checkout has none.
func (r *rivals) embedded() (features.Weights, string, error) {
	data, err := files.Read(r.file, features.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		w, err := r.game.Embedded(r.slot, r.variant)
		return w, "the agent " + string(r.slot), err
	}
	var w features.Weights
	if err == nil {
		w, err = agent.ReadWeights(data)
	}
	if err != nil {
		err = badInput(fmt.Errorf("evolve: freeze: %s: %w", r.file, err), "--force replaces it without a match")
	}
	return w, filepath.Base(filepath.Dir(r.file)) + "/" + filepath.Base(r.file), err
}

// beats reports by an error that the champion is not clearly better.
func (a *app) beats(ctx context.Context, m *freezeMatch, r rivals) error {
	res, name, err := a.meet(ctx, m, r)
	if err != nil {
		return err
	}
	score := res.Pairs.Score()
	met := fmt.Sprintf("%s in %d games at %g s of CPU a move against %s", score.Percent(), m.games, m.move.Seconds(), name)
	if score.Low <= .5 {
		return &exitError{exitFailed, fmt.Errorf("evolve: freeze: the champion is not clearly better: %s (needed: an interval above 50 %%); nothing is written", met),
			"--games N plays more, --force freezes it all the same, --to FILE writes it elsewhere"}
	}
	a.remark("the champion is better: %s\n", met)
	return nil
}

// meet plays the match, and says who the opponent is.
func (a *app) meet(ctx context.Context, m *freezeMatch, r rivals) (res arena.Result, name string, err error) {
	old, name, err := r.embedded()
	if err != nil {
		return res, name, err
	}
	var agents []agent.Agent
	defer func() { closeAgents(agents) }()
	for _, w := range []features.Weights{r.champion, old} {
		// The book's moves say nothing about weights.
		spec := agent.Spec{Name: string(frozen.Frozen), Weights: w}.
			With("time", strconv.FormatFloat(m.move.Seconds(), 'g', -1, 64)).With("book", "off")
		one, err := r.game.Agent(spec, agent.Env{})
		if err != nil {
			return res, name, badInput(err, "the run was made with other features than this program has")
		}
		agents = append(agents, one)
	}
	jobs, err := arena.Match{Variant: r.variant, Games: m.games, OpeningPlies: 4, Seed: m.seed, OwnSeeds: true, Timed: true}.Jobs(r.game, 0, 1, 0)
	if err != nil {
		return res, name, badInput(err, "")
	}
	play := &matchPlay{app: a, sides: r.game.Info().Sides, names: []string{"champion", name}, jobs: jobs}
	jobs, records, err := play.run(ctx, arena.Cores{Workers: m.workers}, arena.Round{Game: r.game, Agents: agents})
	return arena.Sum(jobs, records, 0), name, err
}
