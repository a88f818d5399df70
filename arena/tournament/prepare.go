package tournament

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/config"
)

// prepare makes the agents ready, and the folder.
func (t *play) prepare(ctx context.Context) error {
	g, err := t.config.FindGame()
	if err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	t.games = arena.Round{Game: g, Voids: true}
	t.cast = arena.Cast{Info: g.Info(), Names: t.config.Names()}
	for _, e := range t.config.Agents {
		spec, a, err := seat(g, e.Agent, t.options.Env)
		if err != nil {
			return err
		}
		t.games.Agents = append(t.games.Agents, a)
		if err := agent.Build(ctx, a); err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
		t.timed = append(t.timed, spec.Timed())
		t.cast.Specs = append(t.cast.Specs, e.Agent)
	}
	if err := t.prepareOpenings(g); err != nil {
		return err
	}
	return t.prepareFolder()
}

func (t *play) prepareOpenings(g agent.Game) error {
	o := &t.config.Openings
	t.openings = openings{game: g, variant: t.config.Variant, seed: t.config.Seed, plies: o.Plies, workers: t.options.Workers}
	if o.File != "" {
		var err error
		t.openings.given, err = arena.ReadOpenings(o.File)
		return err
	}
	if o.Balanced.Games == 0 {
		return nil
	}
	_, a, err := seat(g, o.Balanced.Agent, t.options.Env)
	if err != nil {
		return err
	}
	t.openings.balance = &arena.Balance{Agent: a, Games: o.Balanced.Games, Within: o.Balanced.Within}
	return nil
}

// prepareFolder makes a new folder, or opens the one to continue.
func (t *play) prepareFolder() error {
	text, err := config.YAML(t.config)
	if err != nil {
		return fmt.Errorf("tournament: %q: %w", t.config.Name, err)
	}
	if t.options.Resume {
		t.folder, err = findFolder(t.options.Root, t.config.Name, text)
	}
	if err == nil && t.folder == "" {
		t.folder, err = newFolder(t.options.Root, t.config.Name, text, t.options.Overrides)
	}
	if err == nil {
		t.log, err = openLog(t.folder)
	}
	return err
}

// seat makes the agent of a spec.
func seat(g agent.Game, text string, env agent.Env) (agent.Spec, agent.Agent, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return spec, nil, fmt.Errorf("tournament: %w", err)
	}
	a, err := g.Agent(spec, env)
	if err != nil {
		return spec, nil, fmt.Errorf("tournament: %w", err)
	}
	return spec, a, nil
}
