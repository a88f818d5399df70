package stats

import "evolab/internal/float"

// EloLimit is the largest rating difference that is reported: one-sided results
// would give infinite ones.
const EloLimit = 1200

// Elo is the rating difference of a score in the logistic model (Elo, "The
// Rating of Chessplayers, Past and Present", 1978), at most EloLimit.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return -EloLimit
	case score >= 1:
		return EloLimit
	}
	return max(-EloLimit, min(EloLimit, 400*float.Log10(score/(1-score))))
}

// expectedScore is the inverse of Elo.
func expectedScore(elo float64) float64 { return 1 / (1 + float.Pow(10, -elo/400)) }

// Elo is the rating difference with the interval of the score.
func (p Pentanomial) Elo() Estimate { return elo(p.Score()) }

// Elo is the rating difference with the interval of the rate.
func (w WDL) Elo() Estimate { return elo(w.Rate()) }

func elo(score Estimate) Estimate {
	return Estimate{Elo(score.Value), Elo(score.Low), Elo(score.High)}
}
