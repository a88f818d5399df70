package features

import (
	"errors"
	"slices"

	"evolab/features/pattern"
)

// Values is the inverse of Weights, for weights of the same game: what they do not
// list is 0, and phases that they lack are like their last one.
func (in *Inputs[S]) Values(w Weights) (core, tables [][]float64, err error) {
	core, tables = in.zeros()
	lists, at := w.Phases(), slices.Index(w.Features, PatternsName)
	for phase := range core {
		values := lists[min(phase, len(lists)-1)]
		share := 1.
		if at >= 0 && values[at] > 0 {
			share = values[at]
		}
		for i, name := range in.design.Names {
			if k := slices.Index(w.Features, name); k >= 0 {
				core[phase][i] = values[k] / share
			}
		}
	}
	if at < 0 || in.Layout == nil {
		return core, tables, nil
	}
	return core, tables, in.readTables(w.Patterns, tables)
}

// readTables reads entries in the unit of Weights.
func (in *Inputs[S]) readTables(t *Tables, into [][]float64) error {
	if !slices.Equal(t.Shapes, in.design.Shapes) {
		return errors.New("features: tables of other shapes")
	}
	phases, err := t.phases(in.Layout)
	if err != nil {
		return err
	}
	for i, table := range in.Layout.Tables {
		for phase := range into {
			values, err := pattern.Values(t.Tables[i*phases+min(phase, phases-1)], table.Size)
			if err != nil {
				return err
			}
			for k, v := range values {
				into[phase][table.Offset+k] = float64(v) / EntryUnit
			}
		}
	}
	return nil
}
