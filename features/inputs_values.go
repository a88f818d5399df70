package features

import (
	"errors"
	"math"
	"slices"

	"evolab/features/pattern"
)

// zeros is a weight of 0 for everything.
func (in *Inputs[S]) zeros() (core, tables [][]float64) {
	for range in.design.Phases() {
		core = append(core, make([]float64, len(in.design.Names)))
		if in.Layout != nil {
			tables = append(tables, make([]float64, in.Layout.Entries()))
		}
	}
	return core, tables
}

// Weights makes weights of what was learned, by phase: of the core by standard
// deviation, and of the entries of the tables, all in one unit, which should be
// one logit. Entries beyond what a table can hold are cut off.
func (in *Inputs[S]) Weights(core, tables [][]float64) Weights {
	d := &in.design
	w := Weights{Game: in.set.Game, Variant: d.Variant, Features: append([]string(nil), d.Names...)}
	var lists [][]float64
	for _, values := range core {
		values = append([]float64(nil), values...)
		if in.Layout != nil {
			values = append(values, 1)
		}
		lists = append(lists, values)
	}
	w.Values = lists[0]
	switch {
	case d.From > 0:
		w.Endgame = &Endgame{From: d.From, Values: lists[1]}
	case len(d.At) > 0:
		w.Blend = &Blend{At: d.At, Values: lists[1:]}
	}
	if in.Layout != nil {
		w.Features = append(w.Features, PatternsName)
		w.Patterns = &Tables{Shapes: d.Shapes, Tables: in.texts(tables)}
	}
	return w
}

func (in *Inputs[S]) texts(tables [][]float64) (list []string) {
	for _, t := range in.Layout.Tables {
		for _, values := range tables {
			entries := make([]int8, t.Size)
			for i := range entries {
				v := math.Round(values[t.Offset+i] * EntryUnit)
				entries[i] = int8(max(-pattern.MaxValue, min(pattern.MaxValue, v)))
			}
			list = append(list, pattern.Text(entries))
		}
	}
	return list
}

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
