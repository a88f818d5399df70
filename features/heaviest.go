package features

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"evolab/features/pattern"
)

// Arrangement is one of the arrangements of pieces that tables weigh.
type Arrangement struct {
	Shape  string `json:"shape"`
	Row    int    `json:"row"` // of its upper left corner where it is read first
	Col    int    `json:"col"`
	Places int    `json:"places"` // that read the table, this one and symmetric ones
	Board  string `json:"board"`  // as in Place
	// Weights are what it contributes where it stands once, by phase.
	Weights []float64 `json:"weights"`
}

// Heaviest lists the arrangements of weights with the largest absolute weight in
// any phase, the heaviest first, and of arrangements that are one by symmetry the
// first. It is empty without patterns; its errors are about the weights.
func Heaviest[S comparable](set Set[S], w Weights, n int) ([]Arrangement, error) {
	if w.Patterns == nil {
		return nil, nil
	}
	numbers, err := NumbersOf(set, w)
	if err != nil {
		return nil, err
	}
	l, err := set.layOut(w.Variant, w.Patterns.Shapes)
	if err != nil {
		return nil, fmt.Errorf("features: patterns: %w", err)
	}
	shares := []int{numbers.Opening.Share}
	if numbers.HasEndgame {
		shares = append(shares, numbers.Endgame.Share)
	}
	for i := range numbers.Blend {
		shares = append(shares, numbers.Blend[i].Share)
	}
	h := heavy{l, numbers.Patterns.Tables, shares}
	return h.list(n), nil
}

type heavy struct {
	layout *pattern.Layout
	tables [][]byte // by phase
	shares []int    // the weights of the sum of the tables, by phase
}

// weight is what an entry contributes in a phase.
func (h *heavy) weight(entry int32, phase int) float64 {
	table := h.tables[min(phase, len(h.tables)-1)]
	return float64((int(table[entry])-pattern.Zero)*h.shares[phase]) * 256 / (1 << shareBits) / Unit
}

// size is the largest absolute weight of an entry.
func (h *heavy) size(entry int32) (size float64) {
	for phase := range h.shares {
		size = max(size, math.Abs(h.weight(entry, phase)))
	}
	return size
}

func (h *heavy) list(n int) []Arrangement {
	var entries []int32
	for i, canon := range h.layout.Canon() {
		if int(canon) == i && h.size(canon) > 0 {
			entries = append(entries, canon)
		}
	}
	slices.SortStableFunc(entries, func(a, b int32) int { return cmp.Compare(h.size(b), h.size(a)) })
	var list []Arrangement
	for _, entry := range entries[:min(n, len(entries))] {
		list = append(list, h.arrangement(entry))
	}
	return list
}

func (h *heavy) arrangement(entry int32) Arrangement {
	tables := h.layout.Tables
	at, _ := slices.BinarySearchFunc(tables, int(entry)+1, func(t pattern.Table, entry int) int { return cmp.Compare(t.Offset+t.Size, entry) })
	t := &tables[at]
	g := &h.layout.Geometry
	a := Arrangement{Shape: t.Shape, Row: t.Cells[0].Row, Col: t.Cells[0].Col}
	var signs []byte
	for i, state := range g.Digits(int(entry)-t.Offset, len(t.Cells)) {
		signs = append(signs, g.Sign(t.Cells[i], state))
		a.Row, a.Col = min(a.Row, t.Cells[i].Row), min(a.Col, t.Cells[i].Col)
	}
	a.Board = pattern.Draw(t.Cells, signs)
	for i := range h.layout.Places {
		if h.layout.Places[i].Table == at {
			a.Places++
		}
	}
	for phase := range h.shares {
		a.Weights = append(a.Weights, h.weight(entry, phase))
	}
	return a
}
