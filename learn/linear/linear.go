// Package linear is the evaluation that learners adjust: feature weights and
// table entries, by phase, whose sum is the log odds of winning. It knows
// nothing about games: positions come as rows.
//
// All sums are made in one order, and products are rounded before they are added,
// so that the same rows give the same bits on any machine.
package linear

import (
	"encoding/binary"
	"fmt"
	"math"

	"evolab/features"
	"evolab/internal/float"
	"evolab/internal/quantity"
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
		m.core = append(m.core, newWeights(s.Core))
		m.tables = append(m.tables, newWeights(s.Entries))
	}
	return m
}

// newWeights are weights of 0, with the sum of squares that Adagrad begins with.
func newWeights(n int) []weight {
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
	sum := m.phaseLogit(row, row.Phase)
	if row.Fraction > 0 {
		sum = float64((1-row.Fraction)*sum) + float64(row.Fraction*m.phaseLogit(row, row.Phase+1))
	}
	return sum
}

// phaseLogit is the evaluation of a row in one phase.
func (m *Model) phaseLogit(row *features.Row, phase int) (sum float64) {
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
		core := newWeights(s.Core)
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

// The functions below are written out, since those of package math differ in
// their last bits from machine to machine.

// Sigmoid is the probability that a logit stands for.
func Sigmoid(x float64) float64 {
	if x < 0 {
		return 1 - 1/(1+exp(x))
	}
	return 1 / (1 + exp(-x))
}

// exp is e^x for x <= 0, with an error below 1e-12 of the value; below -700 it
// is that of -700.
func exp(x float64) float64 {
	const (
		// The two parts of ln 2, of which the first one has zeros at its end.
		ln2High = 6.93147180369123816490e-01
		ln2Low  = 1.90821492927058770002e-10
		terms   = 11 // of a series for values within ln 2/2
	)
	x = max(x, -700)
	n := math.Floor(float64(x*math.Log2E) + .5)
	r := x - float64(n*ln2High)
	r -= float64(n * ln2Low)
	sum := 1.
	for i := terms; i > 0; i-- {
		sum = 1 + float64(float64(sum*r)/float64(i))
	}
	return math.Ldexp(sum, int(n))
}

// Loss is the cross entropy of a probability p for the target t, bounded for
// probabilities that cannot be told from 0 or 1.
func Loss(p, t float64) float64 {
	p = max(minProbability, min(1-minProbability, p))
	return -float64(t*float.Log(p)) - float64((1-t)*float.Log(1-p))
}

// minProbability is the least that counts as more than 0.
const minProbability = 1e-9

const floatBytes = 8 // of a number of the state

// State is everything that a model holds, to continue from.
func (m *Model) State() []byte {
	var data []byte
	for _, list := range m.allWeights() {
		for _, w := range list {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(w.value))
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(w.squares))
		}
	}
	return data
}

// Restore is the inverse of State, for a model of the same shape.
func (m *Model) Restore(data []byte) error {
	n := 0
	for _, list := range m.allWeights() {
		n += len(list)
	}
	if len(data) != 2*floatBytes*n {
		return fmt.Errorf("a state of %s (expected: %d)", quantity.Of(len(data), "byte"), 2*floatBytes*n)
	}
	for _, list := range m.allWeights() {
		for i := range list {
			list[i].value = math.Float64frombits(binary.LittleEndian.Uint64(data))
			list[i].squares = math.Float64frombits(binary.LittleEndian.Uint64(data[floatBytes:]))
			data = data[2*floatBytes:]
		}
	}
	return nil
}

func (m *Model) allWeights() (all [][]weight) {
	for phase := range m.core {
		all = append(all, m.core[phase], m.tables[phase])
	}
	return all
}
