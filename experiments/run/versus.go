package run

import (
	"evolab/stats"
)

// Versus is how weights did against one opponent. The intervals count games that
// repeat an earlier one move by move, Duplicates of them, only once.
type Versus struct {
	Opponent     string         `json:"opponent"`
	OpeningPlies int            `json:"opening_plies"`
	Games        int            `json:"games"`
	Score        stats.Estimate `json:"score"`
	AsFirst      stats.Estimate `json:"as_first"`
	AsSecond     stats.Estimate `json:"as_second"`
	Duplicates   int            `json:"duplicates"`
}

// Mix is the result against the opponents of the config, each in its share.
type Mix struct {
	Fitness stats.Estimate `json:"fitness"` // on the scale of the training
	Score   stats.Estimate `json:"score"`   // share of the points
}
