package features

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"evolab/features/net"
	"evolab/features/pattern"
)

// Numbers is an evaluation in whole numbers and nothing else: what a shipped
// program is made of. Weights are quantised once, by NewLinear.
type Numbers struct {
	Opening     Terms
	HasEndgame  bool
	EndgameFrom int // progress, in thousandths
	Endgame     Terms
	// Blend has the phases after the opening, and At where all of them hold, in
	// thousandths; both are empty without a blend.
	Blend       []Terms
	At          []int
	HasPatterns bool
	Patterns    PatternNumbers
	HasNet      bool
	Net         net.Numbers
}

// Terms is the weights of one phase.
type Terms struct {
	Weights     [Max]int32
	Connectives []Condition
	Share       int // of the sum of patterns
	Net         int // of the net
}

// Condition is a connective of N conditions with its weight; condition i holds
// where Low[i] <= the value of Feature[i] <= High[i].
type Condition struct {
	Weight    int32
	N         int
	Feature   [maxTerms]int
	Low, High [maxTerms]int32
}

// FromNumbers is the inverse of Numbers.
func FromNumbers[S comparable](set Set[S], n *Numbers) Linear[S] {
	steps := newSteps(n.At)
	l := Linear[S]{Hints: set.Hints, extract: set.Extract, part: set.Part, now: n.Opening.phase(), steps: steps}
	l.need = l.now.need()
	if n.HasPatterns {
		l.show, l.patterns = set.Show, newPatterns(&n.Patterns, len(n.Blend) > 0)
	}
	if n.HasNet {
		l.pieces, l.net = set.Pieces, net.NewLayer(&n.Net)
	}
	if n.HasEndgame || len(n.Blend) > 0 {
		l.progress, l.from = set.Progress, n.EndgameFrom
	}
	if n.HasEndgame {
		l.endgame = n.Endgame.kept()
	}
	for i := range n.Blend {
		if i == 0 {
			l.phases = append(l.phases, l.now)
		}
		p := n.Blend[i].phase()
		l.phases, l.need = append(l.phases, p), l.need|p.need()
	}
	return l
}

func (t *Terms) phase() phase {
	p := phase{weights: t.Weights, share: t.Share, net: t.Net}
	for i := range t.Connectives {
		c := &t.Connectives[i]
		j := conjunction{weight: c.Weight}
		j.n = c.N
		for k := range c.Feature {
			j.terms[k] = term{c.Feature[k], c.Low[k], c.High[k]}
		}
		p.connectives = append(p.connectives, j)
	}
	p.weigh()
	return p
}

// kept is a phase that lives as long as what points to it: programs in C++ cannot keep
// a local variable so.
func (t *Terms) kept() *phase {
	p := t.phase()
	return &p
}

// NumbersOf is the evaluation by weights in whole numbers, before its first game.
// The error is that of NewLinear.
func NumbersOf[S comparable](set Set[S], w Weights) (Numbers, error) {
	l, err := NewLinear(set, w)
	if err != nil {
		return Numbers{}, err
	}
	n := Numbers{Opening: l.now.terms()}
	if l.endgame != nil {
		n.HasEndgame, n.EndgameFrom, n.Endgame = true, l.from, l.endgame.terms()
	}
	if w.Blend != nil {
		n.At = w.Blend.thousandths()
	}
	for i := range l.phases {
		if i > 0 {
			n.Blend = append(n.Blend, l.phases[i].terms())
		}
	}
	if w.Net != nil {
		n.HasNet = true
		if n.Net, err = set.net(w.Net); err != nil {
			return Numbers{}, err
		}
	}
	if w.Patterns == nil {
		return n, nil
	}
	patterns, err := set.patterns(&w)
	if err != nil {
		return Numbers{}, fmt.Errorf("patterns: %w", err)
	}
	n.HasPatterns, n.Patterns = true, *patterns
	return n, nil
}

func (p *phase) terms() Terms {
	t := Terms{Weights: p.weights, Share: p.share, Net: p.net}
	for i := range p.connectives {
		from := &p.connectives[i]
		c := Condition{Weight: from.weight, N: from.n}
		for j := range from.terms {
			c.Feature[j], c.Low[j], c.High[j] = from.terms[j].feature, from.terms[j].low, from.terms[j].high
		}
		t.Connectives = append(t.Connectives, c)
	}
	return t
}

// PatternNumbers is the tables of an evaluation and where on the board they
// read, in whole numbers.
type PatternNumbers struct {
	Form, Planes, Chunks, Width, Views int // see pattern.Geometry
	// Offsets is where each place's table begins. The places are in blocks of
	// sixteen; those that a block lacks have no cells, and read an entry of value 0.
	Offsets []int32
	// Sizes is the number of cells of each place, and Bits where they are on a
	// plane: those of all places in the first view, then in the second one. A
	// place's cell number i counts States^i.
	Sizes, Bits []int32
	Tables      [][]byte // by phase, a byte an entry, 79 above its value
}

// PlaceNumbers is where the places of a layout read, without tables.
func PlaceNumbers(l *pattern.Layout) *PatternNumbers {
	g := &l.Geometry
	n := &PatternNumbers{Form: g.Form, Planes: g.Planes, Chunks: g.Chunks, Width: g.Width, Views: g.Views}
	places, slots := placesInOrder(l), placeSlots(l)
	inSlots := make([]pattern.Place, blockPlaces*(1+slices.Max(slots)/blockPlaces))
	for i, p := range places {
		inSlots[slots[i]] = p
	}
	for _, p := range inSlots {
		offset := int32(l.Entries()) // of the spare entry
		if len(p.Cells) > 0 {
			offset = int32(l.Tables[p.Table].Offset)
		}
		n.Offsets, n.Sizes = append(n.Offsets, offset), append(n.Sizes, int32(len(p.Cells)))
	}
	for view := range g.Views {
		for _, p := range inSlots {
			for _, c := range p.Cells {
				n.Bits = append(n.Bits, int32(g.Place(view, c.Row, c.Col)))
			}
		}
	}
	return n
}

// placesInOrder is the places of a layout in the order in which learners see
// their entries.
func placesInOrder(l *pattern.Layout) []pattern.Place {
	g := &l.Geometry
	return slices.SortedStableFunc(slices.Values(l.Places), func(a, b pattern.Place) int {
		return cmp.Compare(middle(g, a.Cells), middle(g, b.Cells))
	})
}

func middle(g *pattern.Geometry, cells []pattern.Cell) float64 {
	sum := 0
	for _, c := range cells {
		sum += g.Line(c)
	}
	return float64(sum) / float64(len(cells))
}

// placeSlots gives each place in order its slot in the blocks, so that few chunks add
// to a block, and many blocks get the same from a chunk: a block begins with the first
// place on the board that is left, and continues with those that add the fewest
// chunks.
func placeSlots(l *pattern.Layout) []int {
	places := placesInOrder(l)
	slots, reads := make([]int, len(places)), make([]uint64, len(places))
	var left []int // places without a slot, from the top left of the board on
	for i, p := range places {
		left = append(left, i)
		for _, c := range p.Cells {
			reads[i] |= 1 << l.Geometry.Line(c)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int { return slices.CompareFunc(sorted(places[a]), sorted(places[b]), compareCells) })
	block := uint64(0)
	for slot := range slots {
		if slot%blockPlaces == 0 {
			block = 0
		}
		next := nextPlace(reads, left, block)
		slots[left[next]] = slot
		block |= reads[left[next]]
		left = slices.Delete(left, next, next+1)
	}
	return slots
}

func sorted(p pattern.Place) []pattern.Cell {
	return slices.SortedFunc(slices.Values(p.Cells), compareCells)
}

func compareCells(a, b pattern.Cell) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// nextPlace is the first of the places left that adds the fewest chunks to a
// block; to begin a block it is the first one.
func nextPlace(reads []uint64, left []int, block uint64) int {
	best := 0
	for i, place := range left {
		if block != 0 && bits.OnesCount64(reads[place]&^block) < bits.OnesCount64(reads[left[best]]&^block) {
			best = i
		}
	}
	return best
}
