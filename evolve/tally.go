package evolve

import (
	"fmt"
	"math"
)

// Tally sums up the pairs of games that a genome has played. A pair is one
// opening played with both colours; its fitness is a number from 0 (worst) to
// 1 (best).
type Tally struct {
	Pairs      int     `json:"pairs"`
	Wins       int     `json:"wins"`
	Draws      int     `json:"draws"`
	Losses     int     `json:"losses"`
	Sum        float64 `json:"sum"`         // of the pairs' fitness
	SumSquares float64 `json:"sum_squares"` // of the pairs' fitness
}

// Games returns the number of games played.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

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
		Wins:       t.Wins + other.Wins,
		Draws:      t.Draws + other.Draws,
		Losses:     t.Losses + other.Losses,
		Sum:        t.Sum + other.Sum,
		SumSquares: t.SumSquares + other.SumSquares,
	}
}

// check reports numbers that no set of played pairs can have.
func (t Tally) check() error {
	// Sums of rounded terms may exceed the bound by rounding errors.
	bound := float64(t.Pairs) + 1e-9*float64(t.Pairs)
	switch {
	case t.Pairs < 1:
		return fmt.Errorf("tally of %d pairs", t.Pairs)
	case t.Wins < 0 || t.Draws < 0 || t.Losses < 0 || t.Games() < t.Pairs:
		return fmt.Errorf("tally of %d pairs with %d wins, %d draws, %d losses", t.Pairs, t.Wins, t.Draws, t.Losses)
	case !(t.Sum >= 0 && t.Sum <= bound):
		return fmt.Errorf("tally of %d pairs with fitness sum %v", t.Pairs, t.Sum)
	case !(t.SumSquares >= 0 && t.SumSquares <= bound):
		return fmt.Errorf("tally of %d pairs with sum of squares %v", t.Pairs, t.SumSquares)
	}
	return nil
}
