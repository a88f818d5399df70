package stats

import "math"

// Sample is what the tests of a match see of its results: independent units, games or
// pairs of games, counted by their scores, which lie evenly from 0 to 1.
type Sample struct {
	Counts   []int
	Units    int
	Mean     float64
	Variance float64 // of a unit's score
}

// Sample makes pairs the units.
func (p Pentanomial) Sample() Sample {
	return Sample{Counts: p[:], Units: p.Pairs(), Mean: p.Mean(), Variance: p.Variance()}
}

// Sample makes games the units.
func (w WDL) Sample() Sample {
	s := Sample{Counts: []int{w.Losses, w.Draws, w.Wins}, Units: w.Games(), Mean: w.Score()}
	if s.Units > 0 {
		s.Variance = float64(4*w.Wins+w.Draws)/float64(4*s.Units) - float64(s.Mean*s.Mean)
	}
	return s
}

// games is the number of games of a unit, 1 or 2.
func (s Sample) games() float64 { return float64(len(s.Counts)-1) / 2 }

// deviation is the standard deviation of a unit's score. A sample of nearly equal
// units hides it: it counts at least as one unit with the variance of independent
// wins and losses.
func (s Sample) deviation() float64 { return math.Sqrt(math.Max(s.Variance, s.floor())) }

// floor is the smallest variance that this many units can show.
func (s Sample) floor() float64 {
	n := float64(s.Units)
	mean := (float64(s.Mean*n) + .5) / (n + 1)
	return mean * (1 - mean) / s.games() / (n + 1)
}

// perT is the normalised Elo of a unit's t-value 1: 800 / ln 10 for games, that
// over the square root of 2 for pairs.
func (s Sample) perT() float64 { return 800 / math.Ln10 / math.Sqrt(s.games()) }

// NElo is the normalised Elo difference, which counts in standard deviations
// of a game's score and so does not depend on draws (Van den Bergh, "Normalized
// Elo practical"): t = (mean - 1/2) / deviation, times 800/ln 10 per game. Its
// standard error is sqrt((1 + t^2/2) / units). If the deviation is hidden, the
// interval is that of as many wins and losses.
func (s Sample) NElo() Estimate {
	if s.Units == 0 {
		return Estimate{0, -EloLimit, EloLimit}
	}
	if s.Variance < s.floor() {
		e := wilson(s.Mean, float64(s.Units))
		return Estimate{s.ofRate(e.Value), s.ofRate(e.Low), s.ofRate(e.High)}
	}
	t := (s.Mean - .5) / s.deviation()
	half := float64(z * math.Sqrt((1+float64(t*t/2))/float64(s.Units)))
	return Estimate{bounded(t * s.perT()), bounded((t - half) * s.perT()), bounded((t + half) * s.perT())}
}

// ofRate is the normalised Elo of wins and losses at a rate.
func (s Sample) ofRate(rate float64) float64 {
	return bounded((rate - .5) / math.Sqrt(rate*(1-rate)) * 800 / math.Ln10)
}

func bounded(elo float64) float64 { return max(-EloLimit, min(EloLimit, elo)) }
