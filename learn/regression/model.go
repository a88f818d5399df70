package regression

import (
	"evolab/features"
	"evolab/learn"
)

// weight is a weight with the sum of its squared slopes (Duchi, Hazan and Singer,
// "Adaptive subgradient methods", 2011).
type weight struct{ value, squares float64 }

// fitted is a model under way.
type fitted struct {
	shape  learn.Shape
	core   [][]weight
	tables [][]weight
}

func newFitted(s learn.Shape) *fitted {
	f := &fitted{shape: s}
	for range s.Phases {
		f.core = append(f.core, fresh(s.Core))
		f.tables = append(f.tables, fresh(s.Entries))
	}
	return f
}

func fresh(n int) []weight {
	list := make([]weight, n)
	for i := range list {
		list[i].squares = 1
	}
	return list
}

// canonical replaces the entries of a row by those that stand for them.
func (f *fitted) canonical(row *features.Row) {
	for i, e := range row.Entries {
		row.Entries[i] = f.shape.Canon[e]
	}
}

// logit is the evaluation of a row.
func (f *fitted) logit(row *features.Row) float64 {
	sum := f.part(row, row.Phase)
	if row.Fraction > 0 {
		sum = float64((1-row.Fraction)*sum) + float64(row.Fraction*f.part(row, row.Phase+1))
	}
	return sum
}

// part is the evaluation of a row in one phase.
func (f *fitted) part(row *features.Row, phase int) (sum float64) {
	for i := range f.core[phase] {
		sum += float64(f.core[phase][i].value * row.Core[i])
	}
	table := f.tables[phase]
	for _, e := range row.Entries {
		sum += table[e].value
	}
	return sum
}

// model is the weights as they stand, each entry with that of its orbit.
func (f *fitted) model() (m learn.Model) {
	for phase := range f.core {
		m.Core = append(m.Core, make([]float64, f.shape.Core))
		for i, w := range f.core[phase] {
			m.Core[phase][i] = w.value
		}
		m.Tables = append(m.Tables, make([]float64, f.shape.Entries))
		for i := range m.Tables[phase] {
			m.Tables[phase][i] = f.tables[phase][f.shape.Canon[i]].value
		}
	}
	return m
}
