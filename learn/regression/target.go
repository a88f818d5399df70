package regression

import (
	"evolab/game"
	"evolab/learn"
	"evolab/learn/linear"
)

// heldOut reports whether a label's game is held out of the fit.
func heldOut(l *learn.Label, share float64) bool {
	return float64(game.Mix(l.Game)>>11)/(1<<53) < share
}

// target is the probability of winning that a fit aims at.
func target(l *learn.Label, results float64) float64 {
	switch {
	case l.Exact || l.Unscored:
		return l.Result
	case l.Detour:
		return linear.Sigmoid(l.Logit)
	}
	return float64((1-results)*linear.Sigmoid(l.Logit)) + float64(results*l.Result)
}
