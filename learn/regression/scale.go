package regression

import "evolab/learn/linear"

// Scale finds the score worth one logit: the one with which scores best predict
// the results of their games (Newton's method in one variable). It ignores positions
// that are proven or have no score. 0: the scale is unknown.
func Scale(n int, of func(i int) (score, result float64, proven bool)) float64 {
	typical, counted := 0., 0
	for i := range n {
		if score, _, proven := of(i); !proven {
			typical += max(score, -score)
			counted++
		}
	}
	if counted < 10 || typical == 0 { // too few positions to estimate it from
		return 0
	}
	typical /= float64(counted)
	factor := 0. // logits of a typical score
	for range 30 {
		slope, bend := 0., 1e-9
		for i := range n {
			score, result, proven := of(i)
			if proven {
				continue
			}
			x := score / typical
			p := linear.Sigmoid(float64(factor * x))
			slope += float64((result - p) * x)
			bend += float64(float64(p*(1-p)) * float64(x*x))
		}
		factor += max(-1, min(1, slope/bend))
		factor = max(-maxFactor, min(maxFactor, factor))
	}
	if factor < 1/maxFactor {
		return 0
	}
	return typical / factor
}

// maxFactor bounds what a typical score can be worth, in logits.
const maxFactor = 20
