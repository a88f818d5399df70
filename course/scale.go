package course

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Scale tells what a win rate is worth: the first band that begins at or below
// it counts. Bands go down and end with one from 0.
type Scale []Band

// Band is a part of a scale: from a win rate on, Fixed points and PerRate times
// the rate.
type Band struct {
	From    float64 `json:"from"`
	Fixed   float64 `json:"fixed"`
	PerRate float64 `json:"per_rate"`
}

// Points is what a number of wins is worth. Rates that lie on the edge of a
// band as fractions (45/50) do so as floating-point numbers, for division and
// the edges are rounded correctly.
func (s Scale) Points(wins, games int) float64 {
	rate := float64(wins) / float64(games)
	for _, b := range s {
		if rate >= b.From {
			return b.Fixed + b.PerRate*rate
		}
	}
	return 0
}

// Max is what winning all games is worth.
func (s Scale) Max() float64 { return s.Points(1, 1) }

// Expected is the mean of the points of so many games, each of which is won
// with the probability rate: the scale made smooth, its Bernstein polynomial
// (Lorentz, "Bernstein polynomials", 1953). Like the scale, it rises with the
// rate.
func (s Scale) Expected(rate float64, games int) float64 {
	mean := 0.0
	for wins := range games + 1 {
		mean += binomial(wins, games, rate) * s.Points(wins, games)
	}
	return mean
}

// Slope is the derivative of Expected by the rate.
func (s Scale) Slope(rate float64, games int) float64 {
	slope := 0.0
	for wins := range games {
		slope += binomial(wins, games-1, rate) * (s.Points(wins+1, games) - s.Points(wins, games))
	}
	return float64(games) * slope
}

// binomial is the probability of so many wins in n games. Factors of 0 to the
// power of 0 are 1.
func binomial(wins, n int, rate float64) float64 {
	return math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(wins))) *
		math.Pow(rate, float64(wins)) * math.Pow(1-rate, float64(n-wins))
}
