package agent

import (
	"fmt"
	"math"

	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/positions"
)

// collection is a game's Positions.
type collection[S comparable, P game.Position[S]] struct {
	*learning[S, P]
	list  []positions.Position[S]
	parts int
}

func (l *learning[S, P]) Positions() Positions { return &collection[S, P]{learning: l} }

func (c *collection[S, P]) Add(file string) (positions.Header, error) {
	if c.parts > math.MaxUint8 {
		return positions.Header{}, fmt.Errorf("agent: more than %d files of positions", math.MaxUint8)
	}
	f, err := positions.Read(file, c.Rules.Name, c.variant, &c.Rules.Packing)
	if err != nil {
		return f.Header, err
	}
	for i := range f.Positions {
		f.Positions[i].Part = uint8(c.parts)
	}
	c.parts++
	if c.list == nil {
		c.list = f.Positions
	} else {
		c.list = append(c.list, f.Positions...)
	}
	return f.Header, nil
}

func (c *collection[S, P]) Len() int                    { return len(c.list) }
func (c *collection[S, P]) Label(i int) positions.Label { return c.list[i].Label }

func (c *collection[S, P]) Inputs(d features.Design) (Inputs, error) {
	in, err := features.NewInputs(c.Set, d)
	if err != nil {
		return nil, err
	}
	return &rows[S]{in, d, c.list}, nil
}

// rows is a game's Inputs.
type rows[S comparable] struct {
	inputs *features.Inputs[S]
	design features.Design
	list   []positions.Position[S]
}

func (r *rows[S]) Shape() learn.Shape {
	s := learn.Shape{Phases: r.design.Phases(), Core: len(r.design.Names)}
	if l := r.inputs.Layout; l != nil {
		s.Entries, s.Canon = l.Entries(), l.Canon()
	}
	return s
}

func (r *rows[S]) Row(i int, row *features.Row) { r.inputs.Read(&r.list[i].State, row) }

func (r *rows[S]) Weights(m learn.Model) features.Weights {
	return r.inputs.Weights(m.Core, m.Tables)
}
