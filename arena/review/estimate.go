package review

import (
	"context"
	"strconv"

	"evolab/agent"
	"evolab/game"
	"evolab/search"
)

// estimate names the worst move by a deep search, where nothing can be proven:
// the one after which the score of the best evaluation falls most.
func (r *reviewer) estimate(ctx context.Context, l *Loss, turns []turn) error {
	l.Ply, l.Move, l.Kept, l.Exact, l.Was, l.Position = 0, "", []string{}, false, "", ""
	if r.options.Deep == 0 {
		return nil
	}
	spec := agent.Spec{Name: "frozen"}.With("nodes", strconv.Itoa(r.options.Deep)).With("book", "off")
	thinker, err := r.game.Agent(spec, agent.Env{})
	if err != nil {
		return err
	}
	defer thinker.Close()
	worst := 0
	for i := range turns {
		drop, better, err := r.drop(ctx, thinker, &turns[i])
		if err != nil {
			return err
		}
		if drop > worst {
			t := &turns[i]
			worst = drop
			l.Ply, l.Move, l.Position = t.ply, t.board.FormatMove(t.move), t.board.Position()
			l.Kept = []string{better}
			if l.Tags, err = r.tags(t, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// drop is how much less a move is worth than the best one.
func (r *reviewer) drop(ctx context.Context, thinker agent.Agent, t *turn) (drop int, better string, err error) {
	best, err := think(ctx, thinker, t.board)
	if err != nil || best.Move == t.move {
		return 0, "", err
	}
	after, err := r.after(t.board, t.move)
	if err != nil {
		return 0, "", err
	}
	if end := after.Outcome(); end.Over() {
		return bounded(best.Score) - worth(end.Result, t.board.Turn()), t.board.FormatMove(best.Move), nil
	}
	reply, err := think(ctx, thinker, after)
	return bounded(best.Score) + bounded(reply.Score), t.board.FormatMove(best.Move), err
}

// worth is the score of a game that is over.
func worth(r game.Result, side game.Side) int {
	switch r {
	case game.Win(side):
		return search.Proven
	case game.Draw:
		return 0
	}
	return -search.Proven
}

// bounded limits a score, so that proven wins of different length differ little.
func bounded(score int) int { return max(-search.Proven, min(search.Proven, score)) }

// think is what an agent chooses in a position.
func think(ctx context.Context, a agent.Agent, b agent.Board) (agent.Choice, error) {
	p, err := a.Player(1)
	if err != nil {
		return agent.Choice{}, err
	}
	defer p.Close()
	return p.Choose(ctx, b, agent.Clock{PliesLeft: b.PliesLeft()})
}
