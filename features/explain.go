package features

import (
	"cmp"
	"math"
	"slices"
)

// Explanation is how the evaluation of a position comes about: the sum of what
// its features contribute, in units of the score, for the side to move.
type Explanation struct {
	// Phase tells whose weights are in use: opening or endgame, or all where
	// there is one phase only.
	Phase string `json:"phase"`
	// Progress is how far the game has gone, 0..1, and From where the endgame
	// begins; both are 0 where there is one phase only.
	Progress float64 `json:"progress"`
	From     float64 `json:"from"`
	Score    float64 `json:"score"`
	Features []Part  `json:"features"` // those that contribute most come first
}

// Part is what one feature or connective contributes.
type Part struct {
	Feature string `json:"feature"`
	Value   int32  `json:"value"` // of a connective, 1 where it holds and else 0
	// Normalized is the value in standard deviations, and Weight that of one of
	// them, as it is in use: in a vector of length 1, and quantised. Their
	// product is the contribution.
	Normalized   float64 `json:"normalized"`
	Weight       float64 `json:"weight"`
	Contribution float64 `json:"contribution"`
	// Share is the contribution as a part of the score: the shares add up to 1,
	// and those of features that speak against the score are negative. Nil where
	// the score is 0.
	Share *float64 `json:"share"`
}

// The phases of an Explanation.
const (
	AllPhases    = "all"
	OpeningPhase = "opening"
	EndgamePhase = "endgame"
)

// Explain takes the evaluation of a position apart, in the phase that a player
// is in who has this position to move in first. The error is that of NewLinear.
func Explain[S comparable](set Set[S], w Weights, s *S) (Explanation, error) {
	l, err := NewLinear(set, w)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Phase: AllPhases}
	if w.Endgame != nil {
		e.Phase, e.Progress, e.From = OpeningPhase, float64(set.Progress(s))/1000, float64(l.from)/1000
		if l.Decide(s) {
			e.Phase = EndgamePhase
		}
	}
	var v Vector
	set.Extract(s, &v)
	connectives := l.connectives
	for _, name := range w.Features {
		if at := Index(set.List, name); at >= 0 {
			e.add(name, v[at], l.weights[at], set.List[at].Scale)
			continue
		}
		e.add(name, connectives[0].Value(&v), connectives[0].weight, connectiveScale)
		connectives = connectives[1:]
	}
	e.finish(l.Score(s))
	return e, nil
}

// add notes what a feature contributes with a weight in whole numbers.
func (e *Explanation) add(name string, value, weight int32, scale float64) {
	e.Features = append(e.Features, Part{
		Feature: name, Value: value, Normalized: float64(value) / scale,
		Weight: float64(weight) * scale / Unit, Contribution: float64(int(value)*int(weight)) / Unit,
	})
}

// finish fills in what depends on the sum.
func (e *Explanation) finish(score int) {
	e.Score = float64(score) / Unit
	for i := range e.Features {
		if score != 0 {
			share := e.Features[i].Contribution/e.Score + 0 // no -0
			e.Features[i].Share = &share
		}
	}
	slices.SortStableFunc(e.Features, func(a, b Part) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
}
