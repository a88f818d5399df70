package evolve

import (
	"fmt"
	"math"

	"evolab/stats"
)

// Tally is what an optimiser learns about a genome's games. A pair is one opening
// played with both colours. Fitness is a number from 0 (worst) to 1 (best):
// Sum/Pairs is the genome's, and SumSquares/Pairs minus its square is the
// variance of a pair.
type Tally struct {
	Pairs int `json:"pairs"`
	stats.WDL
	Sum        float64 `json:"sum"`
	SumSquares float64 `json:"sum_squares"`
}

// Mean returns the mean fitness of a pair, 0 when none was played.
func (t Tally) Mean() float64 {
	if t.Pairs == 0 {
		return 0
	}
	return t.Sum / float64(t.Pairs)
}

// Lower returns the cautious fitness Mean - caution/sqrt(Games), minus
// infinity when nothing was played. The best of many equal means is mostly the
// luckiest one; ranking by Lower makes up for it.
func (t Tally) Lower(caution float64) float64 {
	if t.Games() == 0 {
		return math.Inf(-1)
	}
	return t.Mean() - caution/math.Sqrt(float64(t.Games()))
}

// Add returns the tally of both sets of games together.
func (t Tally) Add(other Tally) Tally {
	return Tally{
		Pairs:      t.Pairs + other.Pairs,
		WDL:        t.WDL.Add(other.WDL),
		Sum:        t.Sum + other.Sum,
		SumSquares: t.SumSquares + other.SumSquares,
	}
}

// check reports numbers that no set of played pairs can have. A sum of squares
// has no upper bound: if an objective is steep where the genome stands, a pair can
// have a larger variance than values from 0 to 1 can.
func (t Tally) check() error {
	// Sums of rounded terms may miss the bounds by rounding errors.
	pairs, slack := float64(t.Pairs), 1e-9*float64(t.Pairs)
	switch {
	case t.Pairs < 1:
		return fmt.Errorf("tally of %d pairs", t.Pairs)
	case t.Wins < 0 || t.Draws < 0 || t.Losses < 0 || t.Games() < t.Pairs:
		return fmt.Errorf("tally of %d pairs with %d wins, %d draws, %d losses", t.Pairs, t.Wins, t.Draws, t.Losses)
	case !(t.Sum >= 0 && t.Sum <= pairs+slack):
		return fmt.Errorf("tally of %d pairs with fitness sum %v", t.Pairs, t.Sum)
	case !(t.SumSquares >= t.Sum*t.Sum/pairs-slack) || math.IsInf(t.SumSquares, 1):
		return fmt.Errorf("tally of %d pairs with fitness sum %v and sum of squares %v", t.Pairs, t.Sum, t.SumSquares)
	}
	return nil
}
