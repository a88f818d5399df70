package train

import (
	"context"
	"fmt"
	"time"

	"evolab/experiments/run"
)

// warmStart is the practice that made the start weights of an optimiser: every position
// of a game teaches a learner by practice, where an optimiser learns one number from two
// games.
type warmStart struct {
	practice *run.Practice // nil: there was none
	games    int
	cpu      time.Duration
}

// practiseStart lets the learner that the config's start names practise, and makes start
// weights of its values. A run that was interrupted before generation 0 does so again.
func (r *running) practiseStart(ctx context.Context) error {
	c := r.setup.config
	rule := c.StartRule()
	if rule == nil {
		return nil
	}
	l := &practiceLearner{run: r, setup: r.setup, rule: rule, settings: &c.Practice}
	if err := l.prepareStart(ctx); err != nil {
		return err
	}
	games := c.StartGames()
	about, _, err := l.play(ctx, 0, games, 0, func(played int) (float64, bool) { return float64(played) / float64(games), false })
	if err != nil {
		return err
	}
	w := l.practice.Weights(l.values.Weights())
	r.setup.start = r.setup.layout.Genome(w)
	r.setup.setStart(w)
	r.warm = warmStart{&about, games, r.trainedCPU()}
	return r.writeStart()
}

func (r *running) writeStart() error {
	source := fmt.Sprintf("start (%s) of experiment %s, seed %d", r.setup.config.Start, r.setup.config.Name, r.setup.config.Seed)
	return run.WriteStart(r.folder, r.setup.startWeights(source), r.setup.start)
}
