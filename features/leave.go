package features

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Leave returns the weights without some of their features or connectives: what
// an ablation has shown to harm. Nothing is known of their strength, so the
// evidence is dropped. It is an error to name one that has no weight, and to
// leave nothing.
func (w Weights) Leave(names []string) (Weights, error) {
	left := Weights{Game: w.Game, Variant: w.Variant}
	if !slices.Contains(names, PatternsName) {
		left.Patterns = w.Patterns
	}
	if w.Endgame != nil {
		left.Endgame = &Endgame{From: w.Endgame.From}
	}
	if w.Blend != nil {
		left.Blend = &Blend{At: w.Blend.At, Values: make([][]float64, len(w.Blend.Values))}
	}
	for _, name := range names {
		if !slices.Contains(w.Features, name) {
			return Weights{}, fmt.Errorf("features: weights without %q: they do not have it (they have: %s)", name, strings.Join(w.Features, ", "))
		}
	}
	for i, name := range w.Features {
		if slices.Contains(names, name) {
			continue
		}
		left.Features, left.Values = append(left.Features, name), append(left.Values, w.Values[i])
		if w.Endgame != nil {
			left.Endgame.Values = append(left.Endgame.Values, w.Endgame.Values[i])
		}
		for phase := range w.later() {
			left.Blend.Values[phase] = append(left.Blend.Values[phase], w.Blend.Values[phase][i])
		}
	}
	if len(left.Features) == 0 {
		return Weights{}, errors.New("features: no weights are left")
	}
	left.Source = strings.TrimPrefix(w.Source+", without "+strings.Join(names, ", "), ", ")
	return left, nil
}
