package features

import "fmt"

// NumbersOf is the evaluation by weights in whole numbers, before its first game.
// The error is that of NewLinear.
func NumbersOf[S comparable](set Set[S], w Weights) (Numbers, error) {
	l, err := NewLinear(set, w)
	if err != nil {
		return Numbers{}, err
	}
	n := Numbers{Opening: l.now.terms()}
	if l.endgame != nil {
		n.HasEndgame, n.EndgameFrom, n.Endgame = true, l.from, l.endgame.terms()
	}
	if w.Blend != nil {
		n.At = w.Blend.thousandths()
	}
	for i := range l.phases {
		if i > 0 {
			n.Blend = append(n.Blend, l.phases[i].terms())
		}
	}
	if w.Patterns == nil {
		return n, nil
	}
	patterns, err := set.patterns(&w)
	if err != nil {
		return Numbers{}, fmt.Errorf("features: patterns: %w", err)
	}
	n.HasPatterns, n.Patterns = true, *patterns
	return n, nil
}

func (p *phase) terms() Terms {
	t := Terms{Weights: p.weights, Share: p.share}
	for i := range p.connectives {
		from := &p.connectives[i]
		c := Condition{Weight: from.weight, N: from.n}
		for j := range from.terms {
			c.Feature[j], c.Low[j], c.High[j] = from.terms[j].feature, from.terms[j].low, from.terms[j].high
		}
		t.Connectives = append(t.Connectives, c)
	}
	return t
}
