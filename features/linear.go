package features

import "math"

const (
	// Unit is the evaluation's resolution: a weight vector of length 1 adds
	// Unit points for one standard deviation along it.
	Unit = 1 << 12
	// MaxScore bounds the absolute value of an evaluation, so that it stays
	// apart from the scores of finished games.
	MaxScore = 1 << 27
)

// Linear is the weighted sum of a position's features in whole numbers. It
// holds a scratch vector: give each search its own copy.
type Linear[S comparable] struct {
	extract func(*S, *Vector)
	n       int
	weights [Max]int32
	vector  Vector
}

// NewLinear quantises weights for a game. Only the ratios of weights matter:
// the vector is scaled to length 1 first. The error is that of Weights.Check.
func NewLinear[S comparable](set Set[S], w Weights) (Linear[S], error) {
	if err := w.Check(set.Game, set.List); err != nil {
		return Linear[S]{}, err
	}
	l := Linear[S]{extract: set.Extract}
	length := 0.0
	for _, v := range w.Values {
		length = math.Hypot(length, v)
	}
	for i, name := range w.Features {
		at := Index(set.List, name)
		l.n = max(l.n, at+1)
		if length > 0 {
			l.weights[at] = int32(math.Round(w.Values[i] / length / set.List[at].Scale * Unit))
		}
	}
	return l, nil
}

// Score is the evaluation of a position for the side to move.
func (l *Linear[S]) Score(s *S) int {
	l.extract(s, &l.vector)
	sum := 0
	for i := 0; i < l.n; i++ {
		sum += int(l.weights[i]) * int(l.vector[i])
	}
	return min(max(sum, -MaxScore), MaxScore)
}
