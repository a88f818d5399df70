package main

import (
	"context"

	"evolab/agent"
	"evolab/arena"
)

// balance chooses the openings, if that is wanted.
func (f *matchFlags) balance(ctx context.Context, g agent.Game, m *arena.Match) error {
	if f.balanced == 0 {
		return nil
	}
	reference, err := openAgent(g, balanceAgent, agent.Env{})
	if err != nil {
		return err
	}
	defer reference.Close()
	b := arena.Balance{Agent: reference, Games: f.balanced, Within: balanceWithin}
	m.Openings, err = b.Choose(ctx, arena.Choice{Game: g, Variant: f.variant, Plies: f.openingPlies, To: f.games / 2, Seed: f.seed, Workers: f.workers})
	return err
}

// The reference match of balanced openings; a tournament's config can set them.
const (
	balanceAgent  = "hand:depth=2,ties=random"
	balanceWithin = .25
)
