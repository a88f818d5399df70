package features

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/features/pattern"
)

// Names lists what can be left out of weights: features and connectives, and
// shapes of patterns.
func (w *Weights) Names() []string {
	names := slices.Clone(w.Features)
	if w.Patterns == nil {
		return names
	}
	for _, shape := range w.Patterns.Shapes {
		if !slices.Contains(names, shape) {
			names = append(names, shape)
		}
	}
	return names
}

// Leave returns the weights without some of their features, connectives, or
// shapes: those that an ablation has shown to harm. Nothing is known of the strength
// of the result, so it has no evidence. Geometry, Set.Geometry, is asked only about
// shapes. It is an error to name what has no weight, and to leave nothing.
func (w Weights) Leave(names []string, geometry func(variant string) (pattern.Geometry, error)) (Weights, error) {
	for _, name := range names {
		if known := w.Names(); !slices.Contains(known, name) {
			return Weights{}, fmt.Errorf("features: weights without %q: they do not have it (they have: %s)", name, strings.Join(known, ", "))
		}
	}
	tables, err := w.leaveShapes(names, geometry)
	if err != nil {
		return Weights{}, err
	}
	left := Weights{Game: w.Game, Variant: w.Variant, Patterns: tables}
	if w.Endgame != nil {
		left.Endgame = &Endgame{From: w.Endgame.From}
	}
	if w.Blend != nil {
		left.Blend = &Blend{At: w.Blend.At, Values: make([][]float64, len(w.Blend.Values))}
	}
	for i, name := range w.Features {
		if slices.Contains(names, name) || name == PatternsName && tables == nil {
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

// leaveShapes returns the tables of the other shapes, nil if there are none.
func (w *Weights) leaveShapes(names []string, geometry func(variant string) (pattern.Geometry, error)) (*Tables, error) {
	if w.Patterns == nil || slices.Contains(names, PatternsName) {
		return nil, nil
	}
	left := &Tables{Shapes: slices.DeleteFunc(slices.Clone(w.Patterns.Shapes), func(s string) bool { return slices.Contains(names, s) })}
	switch {
	case len(left.Shapes) == len(w.Patterns.Shapes):
		return w.Patterns, nil
	case len(left.Shapes) == 0:
		return nil, nil
	}
	g, err := geometry(w.Variant)
	if err != nil {
		return nil, fmt.Errorf("features: patterns: %w", err)
	}
	l, err := pattern.New(w.Patterns.Shapes, g)
	if err != nil {
		return nil, fmt.Errorf("features: patterns: %w", err)
	}
	phases, err := w.Patterns.phases(l)
	if err != nil {
		return nil, fmt.Errorf("features: patterns: %w", err)
	}
	for _, table := range l.Without(names) {
		left.Tables = append(left.Tables, w.Patterns.Tables[table*phases:(table+1)*phases]...)
	}
	return left, nil
}
