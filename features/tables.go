package features

import (
	"fmt"

	"evolab/features/pattern"
)

// PatternsName is the name of the sum of the tables among the features of weights.
// Its unit of value is EntryUnit units of an entry.
const PatternsName = "patterns"

// EntryUnit is the number of units of an entry in the value 1 of the feature
// patterns.
const EntryUnit = 32

// Tables is the patterns of an evaluation and their weights.
type Tables struct {
	// Shapes declares the patterns, as package pattern reads them.
	Shapes []string `json:"shapes"`
	// Tables is the weights by table and phase: those of the first table in each
	// phase, then those of the second one. See pattern.Text.
	Tables []string `json:"tables"`
}

// Phases is the number of phases of tables on a layout.
func (t *Tables) phases(l *pattern.Layout) (int, error) {
	phases := len(t.Tables) / max(1, len(l.Tables))
	if phases < 1 || phases*len(l.Tables) != len(t.Tables) {
		return 0, fmt.Errorf("%d texts for the %d tables of its shapes (expected: one for each phase)", len(t.Tables), len(l.Tables))
	}
	return phases, nil
}

// phase is all tables of one phase, a byte an entry, and the spare one.
func (t *Tables) phase(l *pattern.Layout, phase, phases int) ([]byte, error) {
	bytes := make([]byte, 0, l.Entries()+1)
	for i, table := range l.Tables {
		values, err := pattern.Values(t.Tables[i*phases+phase], table.Size)
		if err != nil {
			return nil, fmt.Errorf("table %d (%s), phase %d: %w", i+1, table.Shape, phase+1, err)
		}
		for _, v := range values {
			bytes = append(bytes, byte(pattern.Zero+int(v)))
		}
	}
	return append(bytes, pattern.Zero), nil
}

// patterns lays the tables of weights out on the board that they are made for, and
// makes whole numbers of them.
func (set *Set[S]) patterns(w *Weights) (*PatternNumbers, error) {
	l, err := set.layOut(w.Variant, w.Patterns.Shapes)
	if err != nil {
		return nil, err
	}
	phases, err := w.Patterns.phases(l)
	if err != nil {
		return nil, err
	}
	n := PlaceNumbers(l)
	for phase := range phases {
		table, err := w.Patterns.phase(l, phase, phases)
		if err != nil {
			return nil, err
		}
		n.Tables = append(n.Tables, table)
	}
	if expected := len(w.Phases()); phases != 1 && phases != expected {
		return nil, fmt.Errorf("tables of %d phases beside weights of %d (expected: as many, or one)", phases, expected)
	}
	return n, nil
}

// layOut lays shapes out on the board of a variant.
func (set *Set[S]) layOut(variant string, shapes []string) (*pattern.Layout, error) {
	if set.Geometry == nil {
		return nil, fmt.Errorf("%s has no patterns", set.Game)
	}
	g, err := set.Geometry(variant)
	if err != nil {
		return nil, err
	}
	return pattern.New(shapes, g)
}
