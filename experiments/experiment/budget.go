package experiment

import (
	"fmt"
	"sort"
	"time"

	"evolab/evolve"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Budgeted reports whether games or CPU time end the training, and not a number of
// generations.
func (c *Config) Budgeted() bool { return c.TrainingGames > 0 || c.TrainingCPU > 0 }

// PlannedGenerations is how many generations follow generation 0; 0: as many as a
// budget of CPU time pays for.
func (c *Config) PlannedGenerations() int {
	switch {
	case c.TrainingCPU > 0:
		return 0
	case c.TrainingGames > 0 && !c.Evolves():
		rounds, _ := c.BudgetRounds()
		return rounds
	case c.TrainingGames > 0:
		if o, _ := c.Optimize(); o != nil {
			cost := o.Cost()
			return cost.Generations(c.TrainingGames-c.StartGames(), c.LeastUnits(cost))
		}
	}
	return c.Generations
}

// CPUBudget is the CPU time that the training may use; 0: any.
func (c *Config) CPUBudget() time.Duration {
	return time.Duration(c.TrainingCPU * float64(time.Second))
}

// Optimize returns the optimiser of the config, nil if there is none of its name, and
// what it shares with the others, which is all but a budget.
func (c *Config) Optimize() (evolve.Optimizer, evolve.Shared) {
	o, _ := c.Optimizer.Clone().Chosen().(evolve.Optimizer) // its own: runs side by side may have the same config
	shared := evolve.Shared{
		Population: c.Sampling.Population, Generations: c.Generations, Pairs: c.Fitness.Pairs, Rounds: c.Fitness.Rounds,
		Pool: c.Selection.Pool == "on", Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame, Box: c.Tunes(), Levels: c.levels(),
	}
	if o != nil {
		o.Share(shared)
	}
	return o, shared
}

// LeastUnits is the smallest size of a generation that a budget may ask for: with a
// smaller one a round would leave an opponent without a pair. Settings that do so
// themselves are taken as they are.
func (c *Config) LeastUnits(cost evolve.Cost) int {
	return 1 + sort.Search(cost.Units-1, func(i int) bool { return cost.Openings == 0 || c.meetsAll((i+1)*cost.Openings, cost.Rounds) })
}

// meetsAll reports whether a candidate meets every opponent in each round of successive
// halving, of which the first plays so many pairs.
func (c *Config) meetsAll(pairs, rounds int) bool {
	order := Divide(c.Shares(), pairs*(1<<rounds-1))
	for first := 0; first < len(order); first, pairs = first+pairs, 2*pairs {
		met := map[int]bool{}
		for _, i := range order[first : first+pairs] {
			met[i] = true
		}
		if len(met) < len(c.Opponents) {
			return false
		}
	}
	return true
}

// MeasureGames is how many games measure a round of the learners that work in rounds.
func (c *Config) MeasureGames() int { return 2 * c.Fitness.Pairs }

// LeastGames is the smallest budget of games: what the start and one step cost.
func (c *Config) LeastGames() int {
	switch {
	case c.Fitter() != nil:
		return c.MeasureGames() + c.SelfPlay.LeastGames() + c.SelfPlay.MatchGames + c.MeasureGames()
	case c.Rule() != nil:
		return c.MeasureGames() + c.Practice.LeastGames() + c.MeasureGames()
	}
	o, _ := c.Optimize()
	if o == nil {
		return 0
	}
	cost := o.Cost()
	return c.StartGames() + cost.LeastGames(c.LeastUnits(cost))
}

// LeastGames is the smallest number of games of a round that a budget may ask for: fewer
// hold too few positions for a fit.
func (s *SelfPlay) LeastGames() int { return min(s.Games, 100) }

// LeastGames is the smallest number of games of a round that a budget may ask for.
func (p *Practice) LeastGames() int { return min(p.Games[0], p.Batch) }

// CheckBudget reports a budget that does not pay for one step of the learner.
func (c *Config) CheckBudget() error {
	var err error
	checkBudget(c, func(key, message, allowed string, _ ...config.Detail) {
		err = fmt.Errorf("%s: %s (allowed: %s)", key, message, allowed)
	})
	return err
}

func checkBudget(c *Config, report config.Report) {
	switch {
	case c.TrainingGames > 0 && c.TrainingCPU > 0:
		report("training_cpu", "excludes training_games: only one of the two can end the training", "0")
	case c.TrainingGames > 0 && c.TrainingGames < c.LeastGames():
		need := c.LeastGames()
		report("training_games", fmt.Sprintf("%s %s not pay for one step of %s, which needs %d", quantity.Of(c.TrainingGames, "game"), quantity.Verb(c.TrainingGames, "does", "do"), c.Method(), need),
			fmt.Sprintf("0, or %d and more; fewer with %s", need, c.cheaper()),
			config.DependsOn("learner", "optimizer", "ga.population", "sampling.population", "fitness.pairs", "fitness.rounds"))
	}
}

// cheaper names the settings that make a step cheaper.
func (c *Config) cheaper() string {
	switch {
	case c.Fitter() != nil:
		return "a smaller selfplay.match_games"
	case c.Rule() != nil:
		return "a smaller fitness.pairs"
	case c.StartRule() != nil:
		return "fewer practice.games"
	case c.Optimizer.Name == "ga":
		return "a smaller ga.population or fitness.rounds"
	}
	return "a smaller sampling.population"
}

// RoundGames is how many games of self-play or practice a budget of games gives round n,
// when so many of it have been played before; 0 if it is used up.
func (c *Config) RoundGames(n, played int) int {
	left := c.TrainingGames - played
	if left < c.LeastGames()-c.MeasureGames() {
		return 0
	}
	if c.Fitter() != nil { // all rounds are about equally large
		own := c.SelfPlay.MatchGames + c.MeasureGames()
		rounds := (left + c.SelfPlay.Games + own - 1) / (c.SelfPlay.Games + own)
		return left/rounds - own
	}
	left -= c.MeasureGames()
	games := c.Practice.GamesOf(n)
	if left-games < c.MeasureGames()+c.Practice.LeastGames() { // too little for another round
		return left
	}
	return games
}

// BudgetRounds is how many rounds a budget of games pays for, and how many games of
// self-play or practice they play together.
func (c *Config) BudgetRounds() (rounds, games int) {
	for played := c.MeasureGames(); ; rounds++ {
		n := c.RoundGames(rounds+1, played)
		if n == 0 {
			return rounds, games
		}
		games += n
		played += n + c.MeasureGames()
		if c.Fitter() != nil {
			played += c.SelfPlay.MatchGames
		}
	}
}
