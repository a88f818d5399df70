package ablation

import (
	"slices"

	"evolab/agent"
	"evolab/features"
)

// Evaluation is the weights of an agent at the start of a variant. It fails for an
// agent without an evaluation.
func Evaluation(g agent.Game, variant string, spec agent.Spec) (features.Weights, error) {
	b, err := g.Board(variant, "start")
	if err != nil {
		return features.Weights{}, err
	}
	return b.Evaluation(spec)
}

// Features lists those that take part: their weight is not 0 in some phase.
func Features(w features.Weights) []string {
	var names []string
	for i, name := range w.Features {
		if _, changed := ablated(w, i); changed {
			names = append(names, name)
		}
	}
	return names
}

// ablated sets a feature's weight to 0 in all phases and reports whether that
// changes anything.
func ablated(w features.Weights, i int) (features.Weights, bool) {
	changed := w.Values[i] != 0
	w.Values = slices.Clone(w.Values)
	w.Values[i] = 0
	if w.Endgame != nil {
		later := *w.Endgame
		changed = changed || later.Values[i] != 0
		later.Values = slices.Clone(later.Values)
		later.Values[i] = 0
		w.Endgame = &later
	}
	return w, changed
}
