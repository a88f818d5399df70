package ablation

import (
	"slices"

	"evolab/agent"
	"evolab/features"
	"evolab/features/pattern"
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

// Features lists what takes part: features whose weight is not 0 in some phase, and
// shapes of patterns, unless there is a single one, which is all of the patterns.
func Features(w features.Weights) []string {
	return slices.DeleteFunc(w.Names(), func(name string) bool {
		i := slices.Index(w.Features, name)
		if i < 0 {
			return len(w.Patterns.Shapes) == 1 && slices.Contains(w.Features, features.PatternsName)
		}
		return !slices.ContainsFunc(w.Phases(), func(values []float64) bool { return values[i] != 0 })
	})
}

// ablated sets a feature's weight to 0 in all phases, or leaves out a shape.
func ablated(w features.Weights, name string, geometry func(variant string) (pattern.Geometry, error)) (features.Weights, error) {
	i := slices.Index(w.Features, name)
	if i < 0 {
		return w.Leave([]string{name}, geometry)
	}
	w.Values = without(w.Values, i)
	if w.Endgame != nil {
		w.Endgame = &features.Endgame{From: w.Endgame.From, Values: without(w.Endgame.Values, i)}
	}
	if w.Blend != nil {
		blend := features.Blend{At: w.Blend.At}
		for _, values := range w.Blend.Values {
			blend.Values = append(blend.Values, without(values, i))
		}
		w.Blend = &blend
	}
	return w, nil
}

func without(values []float64, i int) []float64 {
	values = slices.Clone(values)
	values[i] = 0
	return values
}
