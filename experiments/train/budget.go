package train

import (
	"errors"
	"fmt"
	"time"

	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/internal/quantity"
)

// What a budget pays for is the training: the games of candidates, of practice and of
// self-play, a round's match and its measurement, generation 0 included. Validation, the
// choice of the champion and its test are no part of it; they come on top.

// ErrBudget is the error of a run whose budget of CPU time does not pay for one step.
var ErrBudget = errors.New("the budget is too small")

// ErrRemote is the error of a budget of CPU time where other machines play, whose time
// is not counted.
var ErrRemote = errors.New("training_cpu: the CPU time of other machines is not counted")

// checkPool refuses a budget that the pool cannot keep.
func checkPool(c *experiment.Config, pool arena.Pool) error {
	if _, local := pool.(arena.Cores); pool != nil && !local && c.TrainingCPU > 0 {
		return ErrRemote
	}
	return nil
}

// trainedCPU is the CPU time of the training so far.
func (r *running) trainedCPU() time.Duration {
	return r.trainedBefore + r.meter.Used() - r.generationCPU
}

// budget is what limits an optimiser with such costs; nil: generations do.
func (r *running) budget(cost evolve.Cost) *evolve.Budget {
	c := r.setup.config
	if !c.Budgeted() {
		return nil
	}
	_, whole := r.setup.objective.(rubricObjective) // an opponent that is not met gives no points
	b := &evolve.Budget{Least: c.LeastUnits(cost), Measured: c.TrainingCPU > 0, Whole: whole}
	b.Pairs = func(g evolve.Generation) int { return (c.TrainingGames - g.Games) / 2 }
	if b.Measured {
		b.Pairs = func(g evolve.Generation) int {
			const most = 1 << 40 // games, if the clock has not moved
			left := c.CPUBudget() - r.trainedCPU()
			return int(min(most, float64(left)/float64(max(1, r.cpuPerGame(g))))) / 2
		}
	}
	return b
}

// cpuPerGame is the CPU time of a game in a generation that has just been played, or
// of all so far.
func (r *running) cpuPerGame(g evolve.Generation) time.Duration {
	played, used := g.Games-r.last.Games, r.meter.Used()-r.generationCPU
	if g.Index == 0 { // games of practice cost something else
		played, used = played-r.warm.games, used-r.warm.cpu
	}
	if played > 0 && used > 0 {
		return used / time.Duration(played)
	}
	return r.trainedCPU() / time.Duration(max(1, g.Games))
}

// tooSmall explains that a budget of CPU time does not pay for a step. The smallest step
// takes that many games, with those before it, and each the given time.
func (r *running) tooSmall(games int, per time.Duration) error {
	need := r.warm.cpu + per*time.Duration(games)
	return fmt.Errorf("training_cpu: %w: %s s do not pay for one step of %s, which needs about %s s here (allowed: 0, or that and more)",
		ErrBudget, quantity.Plain(r.setup.config.TrainingCPU), r.setup.config.Method(), quantity.Digits(need.Seconds(), 2))
}

// isLast reports whether the training ends with a generation.
func (r *running) isLast(g evolve.Generation) bool {
	c := r.setup.config
	switch {
	case !c.Budgeted():
		return g.Index >= r.setup.plan.Generations
	case c.Evolves():
		return g.Next == nil
	case c.TrainingGames > 0:
		return c.RoundGames(g.Index+1, g.Games) == 0
	}
	return r.trainedCPU()+r.roundReserve() >= c.CPUBudget()
}

// roundReserve is about what the smallest round costs: it is measured as the start
// weights were in generation 0.
func (r *running) roundReserve() time.Duration {
	games := r.setup.config.LeastGames() - r.setup.config.MeasureGames()
	return r.startCPU * time.Duration(games) / time.Duration(r.setup.config.MeasureGames())
}

// notePlayed says how far the training is from its budget, if that is more than it
// should be.
func (r *running) notePlayed() {
	const tolerance = .02
	c := r.setup.config
	budget, used, unit := float64(c.TrainingGames), float64(r.last.Games), quantity.Noun(c.TrainingGames, r.setup.plan.Unit)
	if c.TrainingCPU > 0 {
		budget, used, unit = c.TrainingCPU, r.trainedBefore.Seconds(), "s of CPU"
	}
	if c.Budgeted() && (used < (1-tolerance)*budget || used > (1+tolerance)*budget) {
		r.options.Progress.Note(fmt.Sprintf("warning: the training used %s of a budget of %s %s (%+.1f %%)", quantity.Digits(used, 4), quantity.Digits(budget, 4), unit, 100*(used/budget-1)))
	}
}
