package run

import (
	"evolab/evolve"
	"evolab/stats"
)

// Metrics is a line of metrics.jsonl: one generation. Nothing in it depends on
// the clock or on the number of workers.
type Metrics struct {
	Generation int     `json:"generation"`
	Games      int     `json:"games"` // of the training, since the start
	Sigma      float64 `json:"sigma"`
	// Best is what the training claims of the best individual; Mean, Low and
	// High are the mean and the 10 % and 90 % quantiles of the generation.
	Best float64 `json:"best"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// BestID and Weights tell who the best individual is.
	BestID    string         `json:"best_id"`
	BestGames int            `json:"best_games"`
	Interval  stats.Estimate `json:"interval"` // of Best
	Weights   []float64      `json:"weights"`
	// Parameters are what a program was given where Weights stand for them, -1..1 for
	// low..high; absent otherwise.
	Parameters map[string]float64 `json:"parameters,omitempty"`
	// Validated and ValidatedScore are the best individual's fitness and score on
	// games that choose nothing; absent if it was not validated. In generation 0 they
	// are those of the start weights.
	Validated      *stats.Estimate `json:"validated,omitempty"`
	ValidatedScore *stats.Estimate `json:"validated_score,omitempty"`
	// Accuracy is the share of proven values that the validated individual keeps
	// in the reporting suite; absent without a suite.
	Accuracy *stats.Estimate `json:"accuracy,omitempty"`
	// Round is what a learner that works in rounds did; absent of optimisers.
	Round *Round `json:"round,omitempty"`
	// Practice is what a round of a learner from games of practice came to.
	Practice *Practice `json:"practice,omitempty"`
}

// NewMetrics are those of a generation, before it is validated.
func NewMetrics(g evolve.Generation) Metrics {
	best := g.Individuals[0]
	return Metrics{
		Generation: g.Index, Games: g.Games, Sigma: g.Sigma,
		Best: g.Best, Mean: g.Mean, Low: g.Low, High: g.High,
		BestID: best.ID, BestGames: best.Tally.Games(), Weights: best.Genome,
		Interval: stats.Mean(best.Tally.Sum, best.Tally.SumSquares, best.Tally.Pairs),
	}
}

// Timing is a line of timing.jsonl: what depends on the clock.
type Timing struct {
	Generation     int     `json:"generation"`
	Seconds        float64 `json:"seconds"`                          // of work since the start
	CPU            float64 `json:"cpu_seconds"`                      // of the process in this generation, its validation included
	ValidationCPU  float64 `json:"validation_cpu_seconds,omitempty"` // of that, its validation
	Games          int     `json:"games"`                            // of the training, in this generation
	GamesPerSecond float64 `json:"games_per_second"`
	Workers        int     `json:"workers"` // on the machine of the run
	// Players says how many games each worker of a cluster has played since the last
	// generation, its validation included.
	Players map[string]int `json:"players,omitempty"`
}
