package linear

import (
	"math"

	"evolab/features"
	"evolab/learn"
)

// weight is a weight with the sum of its squared slopes (Duchi, Hazan and Singer,
// "Adaptive subgradient methods", 2011).
type weight struct{ value, squares float64 }

// Model is the weights during learning. Readers may share it while nobody learns.
type Model struct {
	shape  learn.Shape
	core   [][]weight
	tables [][]weight
}

// New is a model whose weights are 0.
func New(s learn.Shape) *Model {
	m := &Model{shape: s}
	for range s.Phases {
		m.core = append(m.core, fresh(s.Core))
		m.tables = append(m.tables, fresh(s.Entries))
	}
	return m
}

func fresh(n int) []weight {
	list := make([]weight, n)
	for i := range list {
		list[i].squares = 1
	}
	return list
}

// Canonical replaces the entries of a row by those that represent them. The other
// methods expect such rows.
func (m *Model) Canonical(row *features.Row) {
	for i, e := range row.Entries {
		row.Entries[i] = m.shape.Canon[e]
	}
}

// Logit is the evaluation of a row.
func (m *Model) Logit(row *features.Row) float64 {
	sum := m.part(row, row.Phase)
	if row.Fraction > 0 {
		sum = float64((1-row.Fraction)*sum) + float64(row.Fraction*m.part(row, row.Phase+1))
	}
	return sum
}

// part is the evaluation of a row in one phase.
func (m *Model) part(row *features.Row, phase int) (sum float64) {
	for i := range m.core[phase] {
		sum += float64(m.core[phase][i].value * row.Core[i])
	}
	table := m.tables[phase]
	for _, e := range row.Entries {
		sum += table[e].value
	}
	return sum
}

// Steps are the sizes of a step of learning.
type Steps struct {
	Core, Tables float64
	// Shrink is how much a row draws the entries that it reads towards 0.
	Shrink float64
}

// Learn moves the weights of a row against a slope.
func (m *Model) Learn(row *features.Row, slope float64, s Steps) {
	if row.Fraction < 1 {
		m.step(row, row.Phase, float64(slope*(1-row.Fraction)), &s)
	}
	if row.Fraction > 0 {
		m.step(row, row.Phase+1, float64(slope*row.Fraction), &s)
	}
}

func (m *Model) step(row *features.Row, phase int, slope float64, s *Steps) {
	core, table := m.core[phase], m.tables[phase]
	for i := range core {
		core[i].move(float64(slope*row.Core[i]), s.Core)
	}
	for _, e := range row.Entries {
		w := &table[e]
		w.move(slope+float64(s.Shrink*w.value), s.Tables)
	}
}

// move makes a step of Adagrad.
func (w *weight) move(slope, step float64) {
	w.squares += float64(slope * slope)
	w.value -= float64(step*slope) / math.Sqrt(w.squares)
}

// Weights are the weights as they stand, each entry with that of its orbit.
func (m *Model) Weights() (w learn.Model) {
	for phase := range m.core {
		w.Core = append(w.Core, make([]float64, m.shape.Core))
		for i := range m.core[phase] {
			w.Core[phase][i] = m.core[phase][i].value
		}
		w.Tables = append(w.Tables, make([]float64, m.shape.Entries))
		for i := range w.Tables[phase] {
			w.Tables[phase][i] = m.tables[phase][m.shape.Canon[i]].value
		}
	}
	return w
}

// Set replaces the values of the weights and forgets their slopes.
func (m *Model) Set(w learn.Model) {
	for phase := range m.core {
		for i := range m.core[phase] {
			m.core[phase][i] = weight{w.Core[phase][i], 1}
		}
		for i := range m.tables[phase] {
			m.tables[phase][i] = weight{w.Tables[phase][m.shape.Canon[i]], 1}
		}
	}
}

// Reshaped is the model with other columns of the core: column i of the result is
// column from[i] of the model, or a new one where that is negative. The shape
// differs in nothing else.
func (m *Model) Reshaped(s learn.Shape, from []int) *Model {
	n := &Model{shape: s, tables: m.tables}
	for phase := range m.core {
		core := fresh(s.Core)
		for i, at := range from {
			if at >= 0 {
				core[i] = m.core[phase][at]
			}
		}
		n.core = append(n.core, core)
	}
	return n
}

// Entry is the value of the only entry of a row of a single table, and SetEntry
// replaces it.
func (m *Model) Entry(row *features.Row) float64 { return m.tables[row.Phase][row.Entries[0]].value }

func (m *Model) SetEntry(row *features.Row, value float64) {
	m.tables[row.Phase][row.Entries[0]].value = value
}
