package features

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"evolab/features/net"
	"evolab/features/pattern"
)

// Explanation breaks down the evaluation of a position: the sum of what its
// features contribute, in units of the score, for the side to move.
type Explanation struct {
	// Phase says whose weights are in use: opening or endgame, blend between the
	// phases of a blend, or all where there is one phase only.
	Phase string `json:"phase"`
	// Progress is how far the game has gone, 0..1, and From where the endgame
	// begins, 0 without one; both are 0 where there is one phase only.
	Progress float64 `json:"progress"`
	From     float64 `json:"from"`
	Score    float64 `json:"score"`
	Features []Part  `json:"features"` // those that contribute most come first
	// Places are the places of the patterns that contribute most, part of what the
	// feature patterns does.
	Places []Place `json:"places,omitempty"`
}

// Part is what one feature or connective contributes.
type Part struct {
	Feature string `json:"feature"`
	Value   int32  `json:"value"` // of a connective, 1 if it holds and 0 otherwise
	// Normalized is the value in standard deviations, and Weight the weight of one of
	// them as it is in use: in a vector of length 1, and quantised. Their product is
	// the contribution.
	Normalized   float64 `json:"normalized"`
	Weight       float64 `json:"weight"`
	Contribution float64 `json:"contribution"`
	// Share is the contribution as a part of the score: the shares add up to 1,
	// and those of features that speak against the score are negative. Nil where
	// the score is 0.
	Share *float64 `json:"share"`
}

// The phases of an Explanation.
const (
	AllPhases    = "all"
	OpeningPhase = "opening"
	EndgamePhase = "endgame"
	BlendPhase   = "blend"
)

// Explain takes the evaluation of a position apart, in the phase of a player whose
// first position this is. The error is that of NewLinear.
func Explain[S comparable](set Set[S], w Weights, s *S) (Explanation, error) {
	l, err := NewLinear(set, w)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Phase: AllPhases}
	if w.Endgame != nil {
		e.Phase, e.Progress, e.From = OpeningPhase, float64(set.Progress(s))/1000, float64(l.from)/1000
		if l.Decide(s) {
			e.Phase = EndgamePhase
		}
	}
	if w.Blend != nil {
		e.Phase, e.Progress = BlendPhase, float64(set.Progress(s))/1000
	}
	score := l.Score(s)
	weights, share, netShare := l.inUse(s)
	var v Vector
	set.Extract(s, &v)
	at := 0
	for _, name := range w.Features {
		i := Index(set.List, name)
		switch {
		case name == PatternsName:
			weight := share * 256 / (1 << shareBits)
			e.add(name, l.patternValue(s)/256, weight, EntryUnit)
			if err := l.explainPlaces(&set, &w, s, &e, weight); err != nil {
				return Explanation{}, err
			}
		case name == NetName:
			e.add(name, float64(l.netSum(s)), netShare/(1<<shareBits), net.Unit)
		case i >= 0:
			e.add(name, float64(v[i]), weights(i), set.List[i].Scale)
		default:
			e.add(name, float64(l.now.connectives[at].Value(&v)), weights(Max+at), ConnectiveScale)
			at++
		}
	}
	e.finish(score)
	return e, nil
}

// add notes what a feature contributes with a weight in whole numbers.
func (e *Explanation) add(name string, value, weight, scale float64) {
	e.Features = append(e.Features, Part{
		Feature: name, Value: int32(math.Round(value)), Normalized: value / scale,
		Weight: weight * scale / Unit, Contribution: value * weight / Unit,
	})
}

// inUse is the weights that count in a position, those of the features and from Max
// on of the connectives, and the shares of the patterns and the net.
func (l *Linear[S]) inUse(s *S) (weights func(i int) float64, share, netShare float64) {
	early, late, fraction := &l.now, &l.now, 0.
	if len(l.steps) > 0 {
		step := l.steps[l.progress(s)]
		early, late, fraction = &l.phases[step>>8], &l.phases[min(int(step>>8)+1, len(l.phases)-1)], float64(step&255)/256
	}
	between := func(a, b float64) float64 { return float64((1-fraction)*a) + float64(fraction*b) }
	return func(i int) float64 {
		if i < Max {
			return between(float64(early.weights[i]), float64(late.weights[i]))
		}
		return between(float64(early.connectives[i-Max].weight), float64(late.connectives[i-Max].weight))
	}, between(float64(early.share), float64(late.share)), between(float64(early.net), float64(late.net))
}

// patternValue is the sum of the tables, in 256ths of an entry.
func (l *Linear[S]) patternValue(s *S) float64 {
	phase, fraction := l.at(s)
	return float64(l.tableSum(s, phase, fraction))
}

func (e *Explanation) finish(score int) {
	e.Score = float64(score) / Unit
	share := func(contribution float64) *float64 {
		if score == 0 {
			return nil
		}
		return new(contribution/e.Score + 0) // no -0
	}
	for i := range e.Features {
		e.Features[i].Share = share(e.Features[i].Contribution)
	}
	for i := range e.Places {
		e.Places[i].Share = share(e.Places[i].Contribution)
	}
	slices.SortStableFunc(e.Features, func(a, b Part) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
}

// Place is what one place of the patterns contributes.
type Place struct {
	Shape string `json:"shape"`
	// Cells are the rows and columns that it reads, counted from 0 at the top left.
	Cells [][2]int `json:"cells"`
	// Board is how these look to the side to move: rows with a slash between them,
	// x an own piece, o an enemy one, . an empty cell, - one that is not read.
	Board        string   `json:"board"`
	Weight       float64  `json:"weight"` // of this arrangement, in the unit of the feature patterns
	Contribution float64  `json:"contribution"`
	Share        *float64 `json:"share"` // as that of features
}

// addPlaces lists the ten places that contribute most, in a phase and fraction of
// the way to the next one, with the weight of their sum.
func (e *Explanation) addPlaces(l *pattern.Layout, tables [][]byte, c *Chunks, phase, fraction int, share float64) {
	early, late := tables[min(phase, len(tables)-1)], tables[min(phase+1, len(tables)-1)]
	for i := range l.Places {
		p := &l.Places[i]
		place := Place{Shape: l.Tables[p.Table].Shape}
		entry, power := l.Tables[p.Table].Offset, 1
		signs := make([]byte, len(p.Cells))
		seen := make([]pattern.Cell, len(p.Cells))
		for j, cell := range p.Cells {
			state := c.state(&l.Geometry, cell)
			entry, power = entry+state*power, power*l.Geometry.States()
			signs[j], seen[j] = l.Geometry.Sign(cell, state), l.Geometry.Seen(c.View, cell)
			place.Cells = append(place.Cells, [2]int{seen[j].Row, seen[j].Col})
		}
		place.Board = pattern.Draw(seen, signs)
		value := float64((256-fraction)*(int(early[entry])-pattern.Zero)+fraction*(int(late[entry])-pattern.Zero)) / 256
		place.Weight, place.Contribution = value/EntryUnit, value*share/Unit
		if value != 0 {
			e.Places = append(e.Places, place)
		}
	}
	slices.SortStableFunc(e.Places, func(a, b Place) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
	e.Places = e.Places[:min(len(e.Places), 10)]
}

// state is that of a cell in the view of the board.
func (c *Chunks) state(g *pattern.Geometry, cell pattern.Cell) (state int) {
	bit := g.Place(0, cell.Row, cell.Col)
	if c.View == 1 {
		bit = g.Place(1, cell.Row, cell.Col)
	}
	for plane := range g.Planes {
		if c.At[plane*g.Chunks+bit/g.Width]>>(bit%g.Width)&1 == 1 {
			state = plane + 1
		}
	}
	return state
}

// explainPlaces fills in the places of an evaluation with patterns.
func (l *Linear[S]) explainPlaces(set *Set[S], w *Weights, s *S, e *Explanation, share float64) error {
	layout, err := set.layOut(w.Variant, w.Patterns.Shapes)
	if err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	phase, fraction := l.at(s)
	l.show(s, &l.chunks)
	if l.chunks.Form == layout.Geometry.Form {
		e.addPlaces(layout, l.patterns.tables, &l.chunks, phase, fraction, share)
	}
	return nil
}

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
		return nil, fmt.Errorf("patterns: %w", err)
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
