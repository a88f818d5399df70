package features

// Numbers is an evaluation in whole numbers and nothing else: what a shipped
// program is made of. Weights are quantised once, by NewLinear.
type Numbers struct {
	Used        int // features in use: those before this place in the vector
	Opening     Terms
	HasEndgame  bool
	EndgameFrom int // progress, in thousandths
	Endgame     Terms
}

// Terms is the weights of one phase.
type Terms struct {
	Weights     [Max]int32
	Connectives []Condition
}

// Condition is a connective of N conditions with its weight; condition i holds
// where Low[i] <= the value of Feature[i] <= High[i].
type Condition struct {
	Weight    int32
	N         int
	Feature   [maxTerms]int
	Low, High [maxTerms]int32
}

// Numbers is what the evaluation computes with, before its first game.
func (l *Linear[S]) Numbers() Numbers {
	n := Numbers{Used: l.n, Opening: Terms{l.weights, conditions(l.connectives)}}
	if l.endgame != nil {
		n.HasEndgame, n.EndgameFrom = true, l.from
		n.Endgame = Terms{l.endgame.weights, conditions(l.endgame.connectives)}
	}
	return n
}

func conditions(list []conjunction) []Condition {
	var out []Condition
	for i := range list {
		c := Condition{Weight: list[i].weight, N: list[i].n}
		for j := range list[i].terms {
			t := &list[i].terms[j]
			c.Feature[j], c.Low[j], c.High[j] = t.feature, t.low, t.high
		}
		out = append(out, c)
	}
	return out
}

// FromNumbers is the inverse of Numbers.
func FromNumbers[S comparable](set Set[S], n *Numbers) Linear[S] {
	l := Linear[S]{Hints: set.Hints, extract: set.Extract, part: set.Part, n: n.Used}
	opening := n.Opening.phase()
	l.weights, l.connectives = opening.weights, opening.connectives
	l.need = opening.need()
	if n.HasEndgame {
		late := n.Endgame.phase()
		l.progress, l.from = set.Progress, n.EndgameFrom
		l.endgame = &phase{late.weights, late.connectives}
	}
	return l
}

func (t *Terms) phase() phase { return phase{t.Weights, conjunctions(t.Connectives)} }

func conjunctions(list []Condition) []conjunction {
	var out []conjunction
	for i := range list {
		c := &list[i]
		j := conjunction{weight: c.Weight}
		j.n = c.N
		for k := range c.Feature {
			j.terms[k] = term{c.Feature[k], c.Low[k], c.High[k]}
		}
		out = append(out, j)
	}
	return out
}
