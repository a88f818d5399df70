package course

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Scale turns win rates into points: the first band that begins at or below the rate
// counts. Bands descend, and the last begins at 0.
type Scale []Band

// Band is a part of a scale: from a win rate upwards, Fixed points plus PerRate times
// the rate.
type Band struct {
	From    float64 `json:"from"`
	Fixed   float64 `json:"fixed"`
	PerRate float64 `json:"per_rate"`
}

// Points is what a number of wins is worth. A fraction on the edge of a band (45/50)
// is on it as a floating-point number, too: division and edges are rounded
// correctly.
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

// Expected is the mean of the points when each game is won with probability rate:
// the smoothed scale, its Bernstein polynomial (Lorentz, "Bernstein polynomials",
// 1953). Like the scale, it rises with the rate.
func (s Scale) Expected(rate float64, games int) float64 {
	mean := 0.0
	for wins := range games + 1 {
		mean += binomial(wins, games, rate) * s.Points(wins, games)
	}
	return mean
}

// Slope is the derivative of Expected with respect to the rate.
func (s Scale) Slope(rate float64, games int) float64 {
	slope := 0.0
	for wins := range games {
		slope += binomial(wins, games-1, rate) * (s.Points(wins+1, games) - s.Points(wins, games))
	}
	return float64(games) * slope
}

// binomial is the probability of this many wins in n games. 0 to the power of 0 is 1.
func binomial(wins, n int, rate float64) float64 {
	return math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(wins))) *
		math.Pow(rate, float64(wins)) * math.Pow(1-rate, float64(n-wins))
}
