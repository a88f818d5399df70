package features

import (
	"cmp"
	"math"
	"slices"
)

// Explanation breaks down the evaluation of a position: the sum of what its
// features contribute, in units of the score, for the side to move.
type Explanation struct {
	// Phase says whose weights are in use: opening or endgame, blend between the
	// phases of a blend, or all where there is one phase only.
	Phase string `json:"phase"`
	// Progress is how far the game has gone, 0..1, and From where the endgame
	// begins, 0 without one; both are 0 where there is one phase only.
	Progress float64 `json:"progress"`
	From     float64 `json:"from"`
	Score    float64 `json:"score"`
	Features []Part  `json:"features"` // those that contribute most come first
	// Places are the places of the patterns that contribute most, part of what the
	// feature patterns does.
	Places []Place `json:"places,omitempty"`
}

// Part is what one feature or connective contributes.
type Part struct {
	Feature string `json:"feature"`
	Value   int32  `json:"value"` // of a connective, 1 if it holds and 0 otherwise
	// Normalized is the value in standard deviations, and Weight the weight of one of
	// them as it is in use: in a vector of length 1, and quantised. Their product is
	// the contribution.
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
	BlendPhase   = "blend"
)

// Explain takes the evaluation of a position apart, in the phase of a player whose
// first position this is. The error is that of NewLinear.
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
	if w.Blend != nil {
		e.Phase, e.Progress = BlendPhase, float64(set.Progress(s))/1000
	}
	score := l.Score(s)
	weights, share := l.inUse(s)
	var v Vector
	set.Extract(s, &v)
	at := 0
	for _, name := range w.Features {
		i := Index(set.List, name)
		switch {
		case name == PatternsName:
			weight := share * 256 / (1 << shareBits)
			e.add(name, l.patternValue(s)/256, weight, EntryUnit)
			if err := l.explainPlaces(&set, &w, s, &e, weight); err != nil {
				return Explanation{}, err
			}
		case i >= 0:
			e.add(name, float64(v[i]), weights(i), set.List[i].Scale)
		default:
			e.add(name, float64(l.now.connectives[at].Value(&v)), weights(Max+at), ConnectiveScale)
			at++
		}
	}
	e.finish(score)
	return e, nil
}

// add notes what a feature contributes with a weight in whole numbers.
func (e *Explanation) add(name string, value, weight, scale float64) {
	e.Features = append(e.Features, Part{
		Feature: name, Value: int32(math.Round(value)), Normalized: value / scale,
		Weight: weight * scale / Unit, Contribution: value * weight / Unit,
	})
}

// inUse is the weights that count in a position, those of the features and from Max
// on of the connectives, and the share of the patterns.
func (l *Linear[S]) inUse(s *S) (weights func(i int) float64, share float64) {
	early, late, fraction := &l.now, &l.now, 0.
	if len(l.steps) > 0 {
		step := l.steps[l.progress(s)]
		early, late, fraction = &l.phases[step>>8], &l.phases[min(int(step>>8)+1, len(l.phases)-1)], float64(step&255)/256
	}
	between := func(a, b float64) float64 { return (1-fraction)*a + fraction*b }
	return func(i int) float64 {
		if i < Max {
			return between(float64(early.weights[i]), float64(late.weights[i]))
		}
		return between(float64(early.connectives[i-Max].weight), float64(late.connectives[i-Max].weight))
	}, between(float64(early.share), float64(late.share))
}

// patternValue is the sum of the tables, in 256ths of an entry.
func (l *Linear[S]) patternValue(s *S) float64 {
	l.show(s, &l.chunks)
	phase, fraction := l.at(s)
	return float64(l.patterns.Sum(&l.chunks, &l.known[l.chunks.View&1], phase, fraction))
}

// finish fills in what depends on the sum.
func (e *Explanation) finish(score int) {
	e.Score = float64(score) / Unit
	share := func(contribution float64) *float64 {
		if score == 0 {
			return nil
		}
		return new(contribution/e.Score + 0) // no -0
	}
	for i := range e.Features {
		e.Features[i].Share = share(e.Features[i].Contribution)
	}
	for i := range e.Places {
		e.Places[i].Share = share(e.Places[i].Contribution)
	}
	slices.SortStableFunc(e.Features, func(a, b Part) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
}
