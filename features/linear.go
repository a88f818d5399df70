package features

import (
	"fmt"
	"math"
)

const (
	// Unit is the evaluation's resolution: a weight vector of length 1 adds
	// Unit points for one standard deviation along it.
	Unit = 1 << 12
	// MaxScore bounds the absolute value of an evaluation, so that it stays
	// apart from the scores of finished games.
	MaxScore = 1 << 27
	// MaxConnectives is the largest number of connectives of an evaluation.
	MaxConnectives = 32
)

// Linear is the weighted sum of a position's features in whole numbers, in one
// phase or two. It holds a scratch vector and the phase of a game: give each
// player its own copy.
type Linear[S comparable] struct {
	Hints       Hints[S] // the game's
	extract     func(*S, *Vector)
	part        func(*S, *Vector, Need) // nil: extract
	need        Need                    // of the phase
	progress    func(*S) int            // nil: there is no second phase
	from        int                     // progress from which on the second phase holds
	late        bool
	n           int // features in use
	weights     [Max]int32
	connectives []conjunction
	endgame     *phase // the weights that a switch puts in place
	vector      Vector
}

// conjunction is a connective with its weight.
type conjunction struct {
	Connective
	weight int32
}

// phase is the weights of a second phase.
type phase struct {
	weights     [Max]int32
	connectives []conjunction
}

// NewLinear quantises weights for a game. Only the ratios of weights matter:
// the vector of each phase is scaled to length 1 first. The error is that of
// Weights.Check, or of an endgame in a game without phases.
func NewLinear[S comparable](set Set[S], w Weights) (Linear[S], error) {
	if err := w.Check(set.Game, set.List); err != nil {
		return Linear[S]{}, err
	}
	l := Linear[S]{Hints: set.Hints, extract: set.Extract, part: set.Part}
	for _, name := range w.Features {
		l.n = max(l.n, Index(set.List, name)+1)
	}
	opening := quantise(set.List, w.Features, w.Values)
	l.weights, l.connectives = opening.weights, opening.connectives
	for i := range l.connectives {
		for _, t := range l.connectives[i].terms[:l.connectives[i].n] {
			l.n = max(l.n, t.feature+1)
		}
	}
	l.need = opening.need()
	if w.Endgame == nil {
		return l, nil
	}
	if set.Progress == nil {
		return Linear[S]{}, fmt.Errorf("features: %s has no phases, and the weights have an endgame", set.Game)
	}
	l.progress, l.from = set.Progress, int(math.Round(w.Endgame.From*1000))
	l.endgame = new(quantise(set.List, w.Features, w.Endgame.Values))
	return l, nil
}

// Blind is an evaluation that sees no difference between positions.
func Blind[S comparable](set Set[S]) Linear[S] {
	return Linear[S]{Hints: set.Hints, extract: seeNothing[S]}
}

func seeNothing[S comparable](*S, *Vector) {}

// need is the features that count in a phase: what weighs nothing costs nothing.
func (p *phase) need() (n Need) {
	for i, weight := range p.weights {
		if weight != 0 {
			n |= 1 << i
		}
	}
	for _, c := range p.connectives {
		for _, t := range c.terms[:c.n] {
			if c.weight != 0 {
				n |= 1 << t.feature
			}
		}
	}
	return n
}

// quantise makes whole numbers of weights that have been checked.
func quantise(list []Feature, names []string, values []float64) phase {
	length := 0.0
	for _, v := range values {
		length = math.Hypot(length, v)
	}
	var p phase
	for i, name := range names {
		scale, at := connectiveScale, Index(list, name)
		if at >= 0 {
			scale = list[at].Scale
		}
		weight := int32(0)
		if length > 0 {
			weight = int32(math.Round(values[i] / length / scale * Unit))
		}
		if at >= 0 {
			p.weights[at] = weight
			continue
		}
		c, err := ParseConnective(name, list)
		if err != nil {
			panic(err) // the weights have been checked
		}
		p.connectives = append(p.connectives, conjunction{c, weight})
	}
	return p
}

// Decide sets the phase for the position that a player is to move in, and
// reports whether it has changed. It changes once in a game at most, and never
// within a search.
func (l *Linear[S]) Decide(s *S) bool {
	if l.endgame == nil || l.late || l.progress(s) < l.from {
		return false
	}
	l.late = true
	l.weights, l.connectives, l.need = l.endgame.weights, l.endgame.connectives, l.endgame.need()
	return true
}

// Score is the evaluation of a position for the side to move.
func (l *Linear[S]) Score(s *S) int {
	if l.part != nil {
		l.part(s, &l.vector, l.need)
	} else {
		l.extract(s, &l.vector)
	}
	sum := 0
	for i := 0; i < l.n; i++ {
		sum += int(l.weights[i]) * int(l.vector[i])
	}
	for i := range l.connectives {
		sum += int(l.connectives[i].weight) * int(l.connectives[i].Value(&l.vector))
	}
	return min(max(sum, -MaxScore), MaxScore)
}
