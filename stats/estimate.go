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
