package features

// Numbers is an evaluation in whole numbers and nothing else: what a shipped
// program is made of. Weights are quantised once, by NewLinear.
type Numbers struct {
	Opening     Terms
	HasEndgame  bool
	EndgameFrom int // progress, in thousandths
	Endgame     Terms
	// Blend has the phases after the opening, and At where all of them hold, in
	// thousandths; both are empty without a blend.
	Blend       []Terms
	At          []int
	HasPatterns bool
	Patterns    PatternNumbers
}

// Terms is the weights of one phase.
type Terms struct {
	Weights     [Max]int32
	Connectives []Condition
	Share       int // of the sum of patterns
}

// Condition is a connective of N conditions with its weight; condition i holds
// where Low[i] <= the value of Feature[i] <= High[i].
type Condition struct {
	Weight    int32
	N         int
	Feature   [maxTerms]int
	Low, High [maxTerms]int32
}

// FromNumbers is the inverse of Numbers.
func FromNumbers[S comparable](set Set[S], n *Numbers) Linear[S] {
	l := Linear[S]{Hints: set.Hints, extract: set.Extract, part: set.Part, now: n.Opening.phase(), steps: newSteps(n.At)}
	l.need = l.now.need()
	if n.HasPatterns {
		l.show, l.patterns = set.Show, newPatterns(&n.Patterns, len(n.Blend) > 0)
	}
	if n.HasEndgame || len(n.Blend) > 0 {
		l.progress, l.from = set.Progress, n.EndgameFrom
	}
	if n.HasEndgame {
		l.endgame = n.Endgame.kept()
	}
	for i := range n.Blend {
		if i == 0 {
			l.phases = append(l.phases, l.now)
		}
		p := n.Blend[i].phase()
		l.phases, l.need = append(l.phases, p), l.need|p.need()
	}
	return l
}

func (t *Terms) phase() phase {
	p := phase{weights: t.Weights, share: t.Share}
	for i := range t.Connectives {
		c := &t.Connectives[i]
		j := conjunction{weight: c.Weight}
		j.n = c.N
		for k := range c.Feature {
			j.terms[k] = term{c.Feature[k], c.Low[k], c.High[k]}
		}
		p.connectives = append(p.connectives, j)
	}
	p.weigh()
	return p
}

// kept is a phase that lives as long as what points to it: programs in C++ cannot keep
// a local variable so.
func (t *Terms) kept() *phase {
	p := t.phase()
	return &p
}
