package tournament

import (
	"context"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// openings are the positions that pairs begin from, made when they are needed.
type openings struct {
	game    agent.Game
	variant string
	seed    uint64
	plies   int
	given   []string       // of a file, played in turn
	balance *arena.Balance // nil: not chosen
	workers int
	made    []string
}

// first returns the first n openings. The same ones come for any number of
// workers.
func (o *openings) first(ctx context.Context, n int) ([]string, error) {
	var err error
	if len(o.given) == 0 && o.balance != nil && n > len(o.made) {
		var more []string
		more, err = o.balance.Choose(ctx, arena.Choice{
			Game: o.game, Variant: o.variant, Plies: o.plies, From: len(o.made), To: n, Seed: game.Mix(o.seed, openingSeed), Workers: o.workers,
		})
		o.made = append(o.made, more...)
		return o.made, err
	}
	for i := len(o.made); i < n && err == nil; i++ {
		var text string
		if len(o.given) > 0 {
			text = o.given[i%len(o.given)]
		} else {
			text, err = arena.Opening(o.game, o.variant, o.plies, game.Mix(o.seed, openingSeed, uint64(i)))
		}
		o.made = append(o.made, text)
	}
	return o.made, err
}
