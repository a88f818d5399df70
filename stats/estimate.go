// Package stats turns game results into rates and ratings with 95 %
// intervals. It is pure; each formula names its source.
//
// A match is a Result: its independent games are a WDL, its pairs of games, which share
// an opening, a Pentanomial. A Sample sees both alike, for normalised Elo and the SPRT.
package stats

import "fmt"

// Estimate is a value with its 95 % interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Percent is a rate written for people.
func (e Estimate) Percent() string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// Text is a value from 0 to 1, such as a fitness, written for people.
func (e Estimate) Text() string { return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High) }

// Mean is the mean of n independent values from 0 to 1, given their sum and
// the sum of their squares, with an interval inside 0..1 that has a width even
// when all values are equal. One value or none says nothing: the interval is then
// all of 0..1.
func Mean(sum, sumSquares float64, n int) Estimate {
	if n == 0 {
		return Estimate{.5, 0, 1}
	}
	// Sums of many fractions may end a rounding error outside.
	mean := max(0, min(1, sum/float64(n)))
	if n == 1 {
		return Estimate{mean, 0, 1}
	}
	return meanInterval(mean, max(0, sumSquares/float64(n)-float64(mean*mean)), n)
}
