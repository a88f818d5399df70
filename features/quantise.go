package features

import (
	"fmt"
	"math"

	"evolab/features/net"
	"evolab/internal/float"
)

// NewLinear quantises weights for a game. Only the ratios of weights matter: the
// vector of each phase is scaled to length 1 first, those of a blend by the same
// factor. It returns the error of Weights.Check, or one about phases in a game that
// has none, or about tables or a net that do not fit its board.
func NewLinear[S comparable](set Set[S], w Weights) (Linear[S], error) {
	if err := w.Check(set.Game, set.List); err != nil {
		return Linear[S]{}, err
	}
	l := Linear[S]{Hints: set.Hints, extract: set.Extract, part: set.Part, now: quantise(set.List, w.Features, w.Values, length(w.Values))}
	l.need = l.now.need()
	if w.Patterns != nil {
		n, err := set.patterns(&w)
		if err != nil {
			return Linear[S]{}, fmt.Errorf("patterns: %w", err)
		}
		l.show, l.patterns = set.Show, newPatterns(n, w.Blend != nil)
	}
	if w.Net != nil {
		n, err := set.net(w.Net)
		if err != nil {
			return Linear[S]{}, err
		}
		l.pieces, l.net = set.Pieces, net.NewLayer(&n)
	}
	return l, l.addPhases(set, &w)
}

// NetName is the name of a net's output among the features of weights; its value 1 is
// one logit.
const NetName = "net"

// net makes whole numbers of a net for the boards of the game.
func (set *Set[S]) net(n *net.Net) (net.Numbers, error) {
	if set.Pieces == nil {
		return net.Numbers{}, fmt.Errorf("net: %s has no nets", set.Game)
	}
	numbers, err := n.Numbers(set.Encoding)
	if err != nil {
		return net.Numbers{}, fmt.Errorf("net: %w", err)
	}
	return numbers, nil
}

func (l *Linear[S]) addPhases(set Set[S], w *Weights) error {
	if w.Endgame == nil && w.Blend == nil {
		return nil
	}
	if set.Progress == nil {
		return fmt.Errorf("%s has no phases, and the weights have some", set.Game)
	}
	l.progress = set.Progress
	if e := w.Endgame; e != nil {
		l.from = thousandths(e.From)
		l.endgame = new(quantise(set.List, w.Features, e.Values, length(e.Values)))
		return nil
	}
	l.steps, l.phases = w.Blend.Steps(), []phase{l.now}
	for _, values := range w.Blend.Values {
		p := quantise(set.List, w.Features, values, length(w.Values))
		l.phases, l.need = append(l.phases, p), l.need|p.need()
	}
	return nil
}

func length(values []float64) (sum float64) {
	for _, v := range values {
		sum = float.Hypot(sum, v)
	}
	return sum
}

// quantise makes whole numbers of checked weights, scaled by the given length of their
// vector.
func quantise(list []Feature, names []string, values []float64, length float64) phase {
	var p phase
	for i, name := range names {
		weight := 0.
		if length > 0 {
			weight = values[i] / length
		}
		switch name {
		case PatternsName:
			p.share = int(math.Round(weight / (256 * EntryUnit) * (Unit << shareBits)))
			continue
		case NetName:
			p.net = int(math.Round(weight / net.Unit * (Unit << shareBits)))
			continue
		}
		if at := Index(list, name); at >= 0 {
			p.weights[at] = int32(math.Round(weight / list[at].Scale * Unit))
			continue
		}
		c, err := ParseConnective(name, list)
		if err != nil {
			panic(err) // the weights have been checked
		}
		p.connectives = append(p.connectives, conjunction{c, int32(math.Round(weight / ConnectiveScale * Unit))})
	}
	p.weigh()
	return p
}
