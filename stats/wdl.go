package stats

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

// add counts a game that gave so many half points.
func (w *WDL) add(halves int) {
	switch halves {
	case 0:
		w.Losses++
	case 1:
		w.Draws++
	default:
		w.Wins++
	}
}

// Add returns the results of both sets of games.
func (w WDL) Add(o WDL) WDL {
	return WDL{w.Wins + o.Wins, w.Draws + o.Draws, w.Losses + o.Losses}
}

// Swap returns the results from the other player's view.
func (w WDL) Swap() WDL { return WDL{w.Losses, w.Draws, w.Wins} }

// Rate is the score of independent games with a Wilson interval on the effective
// number of games: the wins and losses with the same variance. Draws vary less,
// so it is larger than the number of games; one more decided game in the
// variance keeps a run of draws from claiming certainty. Without draws it is
// Wilson's interval; without games, all of 0..1. The test measures a coverage of
// 93 to 99 %.
func (w WDL) Rate() Estimate { return w.RateOf(1) }

// RateOf is the rate if only a share of the games differ from each other; see
// [Pentanomial.ScoreOf].
func (w WDL) RateOf(share float64) Estimate {
	n, score := float64(w.Games()), w.Score()
	drawn := float64(w.Draws) / max(n, 1)
	if n > 0 {
		n = max(1, share*n)
	}
	decided := score * (1 - score)
	if n == 0 || decided == 0 {
		return wilson(score, n)
	}
	// For the points x of a game, E[x^2] = score - drawn/4.
	variance := decided - drawn/4
	return wilson(score, n*decided*(n+1)/(n*variance+decided))
}
