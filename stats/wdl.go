package stats

import "math"

// WDL counts the results of games from one player's view.
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games is the number of games.
func (w WDL) Games() int { return w.Wins + w.Draws + w.Losses }

// Score is the share of the points, a draw counting half; .5 without games.
func (w WDL) Score() float64 {
	if w.Games() == 0 {
		return .5
	}
	return (float64(w.Wins) + float64(w.Draws)/2) / float64(w.Games())
}

// Add returns the results of both sets of games.
func (w WDL) Add(o WDL) WDL {
	return WDL{w.Wins + o.Wins, w.Draws + o.Draws, w.Losses + o.Losses}
}

// Rate is the score of independent games with its Wilson interval. Draws make
// the score vary less than wins and losses would, which is left out: the
// interval errs on the wide side.
func (w WDL) Rate() Estimate { return wilson(w.Score(), float64(w.Games())) }

// wilson is the score interval of a rate p over n independent trials (Wilson,
// "Probable inference, the law of succession, and statistical inference",
// 1927); without trials it is all of 0..1.
func wilson(p, n float64) Estimate {
	if n == 0 {
		return Estimate{p, 0, 1}
	}
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	// Rounding must not push the interval off the value at 0 and 1.
	return Estimate{p, max(0, min(centre-half, p)), min(1, max(centre+half, p))}
}
