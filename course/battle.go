package course

import "math"

// Battles is the grading of the tic-tac-toe learner in the Little-Go assignment: 500
// games on each side against three players, and points for the rate of games that
// are not lost.
func Battles() []Battle {
	return []Battle{{"random", 25, .15}, {"smart", 25, .15}, {"perfect", 20, .1}}
}

// Battle says what not losing to a player is worth.
type Battle struct {
	Agent string
	full  float64 // from 95 % on
	share float64 // of a rate from 85 % on
}

// Rate is the win/draw rate of two battles in per cent, as the assignment rounds it,
// by the games lost as X and as O.
func (b Battle) Rate(lostAsX, lostAsO, games int) float64 {
	percent := func(n int) float64 { return 100 * float64(n) / float64(games) }
	return math.Round(100*(100-float64((percent(lostAsX)+percent(lostAsO))/2))) / 100
}

// Points are those for a rate.
func (b Battle) Points(rate float64) float64 {
	switch {
	case rate >= 95:
		return b.full
	case rate >= 85:
		return rate * b.share
	}
	return 0
}

// Full is the points for the best rate.
func (b Battle) Full() float64 { return b.full }
