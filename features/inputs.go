package features

import (
	"errors"
	"math"
	"slices"

	"evolab/features/net"
	"evolab/features/pattern"
)

// Design is an evaluation whose weights are to be learned: its features and
// connectives, its patterns and its net, and its phases.
type Design struct {
	Variant string
	Names   []string  // of features and connectives
	Shapes  []string  // of patterns; see package pattern
	Net     net.Shape // without units: no net
	// At is the places of the phases of a blend, From the progress at which an
	// endgame begins; without either there is one phase.
	At   []float64
	From float64
}

// Phases is the number of phases.
func (d *Design) Phases() int {
	if d.From > 0 {
		return 2
	}
	return max(1, len(d.At))
}

// Row is what an evaluation sees of a position.
type Row struct {
	// Entries are those that the places of the patterns read, numbered over all
	// tables; the same number may come up several times.
	Entries []int32
	// Pieces are the inputs of the net.
	Pieces []int32
	// Core holds the features and connectives in the order of the design, each
	// in standard deviations.
	Core []float64
	// Phase is the one before the position, and Fraction how far it is on the way
	// to the next one, 0..1.
	Phase    int
	Fraction float64
}

// Inputs reads rows off positions. It holds scratch space: give each goroutine a
// copy of its own.
type Inputs[S comparable] struct {
	Layout   *pattern.Layout // nil without patterns
	design   Design
	set      Set[S]
	patterns *Patterns
	slots    []int // of the places among the patterns' blocks
	words    []uint64
	steps    []uint16
	core     []conjunction // a feature is one without terms
	places   []int         // of the features in the vector
	scales   []float64
	need     Need
	vector   Vector
	chunks   Chunks
	board    net.Pieces
}

// NewInputs prepares the reading. Its errors are those of NewLinear for weights
// of this design.
func NewInputs[S comparable](set Set[S], d Design) (*Inputs[S], error) {
	in := &Inputs[S]{set: set, design: d}
	if len(d.Shapes) > 0 {
		var err error
		if in.Layout, err = set.layOut(d.Variant, d.Shapes); err != nil {
			return nil, err
		}
		in.patterns, in.slots = newPatterns(PlaceNumbers(in.Layout), false), placeSlots(in.Layout)
	}
	zero := in.Weights(in.zeros())
	if _, err := NewLinear(set, zero); err != nil {
		return nil, err
	}
	if set.Part == nil {
		in.set.Part = func(s *S, v *Vector, _ Need) { set.Extract(s, v) }
	}
	if zero.Blend != nil {
		in.steps = zero.Blend.Steps()
	}
	for _, name := range d.Names {
		c, at, scale := conjunction{}, Index(set.List, name), ConnectiveScale
		if at >= 0 {
			scale = set.List[at].Scale
		} else {
			c.Connective, _ = ParseConnective(name, set.List) // NewLinear has parsed it
		}
		in.need |= c.need(at)
		in.core, in.places, in.scales = append(in.core, c), append(in.places, at), append(in.scales, scale)
	}
	return in, nil
}

// Encoding is the game's, for nets.
func (in *Inputs[S]) Encoding() net.Encoding { return in.set.Encoding }

// need is the features that a connective asks for, or the one at a place.
func (c *conjunction) need(at int) (n Need) {
	if at >= 0 {
		return 1 << at
	}
	for _, t := range c.terms[:c.n] {
		n |= 1 << t.feature
	}
	return n
}

// Read fills a row, whose lists are used again.
func (in *Inputs[S]) Read(s *S, row *Row) {
	in.set.Part(s, &in.vector, in.need)
	row.Core = row.Core[:0]
	for i, at := range in.places {
		value := int32(0)
		if at >= 0 {
			value = in.vector[at]
		} else {
			value = in.core[i].Value(&in.vector)
		}
		row.Core = append(row.Core, float64(value)/in.scales[i])
	}
	in.readPhase(s, row)
	row.Pieces = row.Pieces[:0]
	if in.design.Net.Hidden > 0 {
		in.set.Pieces(s, &in.board)
		row.Pieces = in.board.Inputs(row.Pieces)
	}
	row.Entries = row.Entries[:0]
	if in.patterns == nil {
		return
	}
	in.set.Show(s, &in.chunks)
	in.words = in.patterns.words(&in.chunks, in.words[:0])
	for _, slot := range in.slots {
		index := in.words[slot/4] >> (16 * (slot % 4)) & placeMask
		row.Entries = append(row.Entries, int32(in.patterns.offsets[slot])+int32(index))
	}
}

func (p *Patterns) words(c *Chunks, list []uint64) []uint64 {
	if len(p.uses) > 0 {
		var k known
		p.follow(c, &k)
		return append(list, k.words[:len(p.offsets)/4]...)
	}
	n := len(p.blocks) / p.views
	for i := range n {
		w0, w1, w2, w3 := p.indices(c, &p.blocks[c.View*n+i])
		list = append(list, w0, w1, w2, w3)
	}
	return list
}

func (in *Inputs[S]) readPhase(s *S, row *Row) {
	row.Phase, row.Fraction = 0, 0
	if in.steps != nil {
		step := in.steps[in.set.Progress(s)]
		row.Phase, row.Fraction = int(step>>8), float64(step&255)/256
	}
	if in.design.From > 0 && in.set.Progress(s) >= thousandths(in.design.From) {
		row.Phase = 1
	}
}

// zeros is a weight of 0 for everything.
func (in *Inputs[S]) zeros() (core, tables, nets [][]float64) {
	for range in.design.Phases() {
		core = append(core, make([]float64, len(in.design.Names)))
		if in.Layout != nil {
			tables = append(tables, make([]float64, in.Layout.Entries()))
		}
	}
	if n := &in.design.Net; n.Hidden > 0 {
		for range len(n.Phases) + 1 {
			nets = append(nets, make([]float64, n.Hidden*(in.set.Encoding.Inputs+1)))
		}
	}
	return core, tables, nets
}

// Weights makes weights of what was learned, by phase: of the core by standard
// deviation, of the entries of the tables, and of the net in the order of net.Net, all
// in one unit, which should be one logit. What is beyond what a table or a net can hold
// is cut off.
func (in *Inputs[S]) Weights(core, tables, nets [][]float64) Weights {
	d := &in.design
	w := Weights{Game: in.set.Game, Variant: d.Variant, Features: append([]string(nil), d.Names...)}
	var lists [][]float64
	for _, values := range core {
		values = append([]float64(nil), values...)
		if in.Layout != nil {
			values = append(values, 1)
		}
		if d.Net.Hidden > 0 {
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
	if d.Net.Hidden > 0 {
		w.Features = append(w.Features, NetName)
		w.Net = &net.Net{Shape: d.Net}
		for _, values := range nets {
			w.Net.Sets = append(w.Net.Sets, net.Text(values, in.set.Encoding))
		}
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

// Values is the inverse of Weights, for weights of the same game: what they do not list is 0,
// phases that they lack are like their last one. There is no net unless theirs has the design's
// shape; it is read with its share of the first phase, which has to be above 0.
func (in *Inputs[S]) Values(w Weights) (core, tables, nets [][]float64, err error) {
	core, tables, _ = in.zeros()
	lists, at := w.Phases(), slices.Index(w.Features, PatternsName)
	share := func(values []float64) float64 {
		if at >= 0 && values[at] > 0 {
			return values[at]
		}
		return 1
	}
	for phase := range core {
		values := lists[min(phase, len(lists)-1)]
		share := share(values)
		for i, name := range in.design.Names {
			if k := slices.Index(w.Features, name); k >= 0 {
				core[phase][i] = values[k] / share
			}
		}
	}
	if at >= 0 && in.Layout != nil {
		if err := in.readTables(w.Patterns, tables); err != nil {
			return nil, nil, nil, err
		}
	}
	if w.Net != nil && w.Net.Same(in.design.Net) {
		part := w.Values[slices.Index(w.Features, NetName)] / share(w.Values)
		if nets, err = w.Net.Values(in.set.Encoding); err != nil {
			return nil, nil, nil, err
		}
		for _, set := range nets {
			for i := range set {
				set[i] *= part
			}
		}
	}
	return core, tables, nets, nil
}

func (in *Inputs[S]) readTables(t *Tables, into [][]float64) error {
	if !slices.Equal(t.Shapes, in.design.Shapes) {
		return errors.New("tables of other shapes")
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
