package lab

import (
	"context"

	"evolab/arena/review"
)

// marks are what a replay says of plies: of the mistake, or, as ply 0, of the game.
func (a *app) marks(ctx context.Context, f *showGameFlags, r *gameRecord) (map[int]string, error) {
	if _, lost := review.Loser(&r.Line); !f.mistakes || !lost {
		return nil, nil
	}
	done := a.busy("reviewing")
	defer done()
	loss, err := review.Game(ctx, r.game, r.variant, &r.Line, review.DefaultOptions())
	if err != nil {
		return nil, err
	}
	text := "   (" + loss.Text() + ")"
	if loss.Ply > len(r.Moves) {
		return map[int]string{0: text}, nil
	}
	return map[int]string{loss.Ply: text}, nil
}
