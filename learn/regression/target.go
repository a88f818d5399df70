package regression

import (
	"evolab/learn"
	"evolab/learn/linear"
)

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
