package agent

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"evolab/features"
	"evolab/game"
	"evolab/internal/float"
	"evolab/internal/quantity"
	"evolab/learn"
	"evolab/learn/positions"
	"evolab/learn/practice"
	"evolab/learn/selfplay"
	"evolab/search"
)

// Learning is what learners that ask for positions need of a game's variant.
type Learning interface {
	// Play plays games of weights against themselves, nodes limiting each move, and
	// appends their positions to a file. Scale is the score that stands for a
	// logit, 0 if that is not known.
	Play(ctx context.Context, w features.Weights, nodes int, scale float64, p selfplay.Plan, file string) error
	// Positions is an empty collection.
	Positions() Positions
	// Practice prepares games that teach a design of evaluations while they are
	// played.
	Practice(d features.Design, against []Spec) (Practice, error)
}

// Positions are labelled positions of a game's variant.
type Positions interface {
	// Add adds those of a file, as a part of their own.
	Add(file string) (positions.Header, error)
	Len() int
	Label(i int) positions.Label
	// Inputs reads the positions as evaluations of a design do.
	Inputs(d features.Design) (Inputs, error)
}

// Inputs are positions as the rows of an evaluation.
type Inputs interface {
	Shape() learn.Shape
	Row(i int, row *features.Row)
	// Weights are those of a model that was fitted to the rows, Model the inverse; a net of
	// another shape than the design's is left out.
	Weights(m learn.Model) features.Weights
	Model(w features.Weights) (learn.Model, error)
}

func (g *bound[S, P]) Learning(variant string) (Learning, error) {
	if g.Rules.Packing.Size == 0 {
		return nil, fmt.Errorf("%s has no packing: its positions cannot be kept", g.Rules.Name)
	}
	info := g.Info()
	start, err := g.Rules.Start(variant)
	return &learning[S, P]{g, info.Variant(variant), start}, err
}

// learning is a game's Learning.
type learning[S comparable, P game.Position[S]] struct {
	*bound[S, P]
	variant string
	start   S
}

func (l *learning[S, P]) Play(ctx context.Context, w features.Weights, nodes int, scale float64, p selfplay.Plan, file string) error {
	packing := &l.Rules.Packing
	out, err := positions.OpenWriter(file, positions.Header{Game: l.Rules.Name, Variant: l.variant, Scale: scale, Size: positions.Size(packing)})
	if err != nil {
		return err
	}
	p.From = out.Next()
	p.Played(p.From)
	rules, err := l.rules(w, nodes, scale > 0)
	if err == nil {
		var record []byte
		err = selfplay.Play(ctx, rules, p, func(list []positions.Position[S]) error {
			record = record[:0]
			for i := range list {
				record = positions.Append(record, packing, &list[i])
			}
			return out.Write(record)
		})
	}
	if failed := out.Close(); err == nil {
		err = failed
	}
	return err
}

func (l *learning[S, P]) rules(w features.Weights, nodes int, logits bool) (selfplay.Rules[S, P], error) {
	a, err := l.Agent(Spec{Name: "frozen", Weights: w}.With("nodes", strconv.Itoa(nodes)).With("ties", "random").With("book", "off"), Env{})
	if err != nil {
		return selfplay.Rules[S, P]{}, err
	}
	player := a.(*builtin[S, P])
	late := lateFactor(&l.Set, &w, logits)
	rules := selfplay.Rules[S, P]{Ground: l.ground(), Loud: l.Set.Hints.Loud}
	rules.Player = func(seed uint64) func(*S, []uint64) selfplay.Thought {
		c := player.start(game.NewRand(seed))
		return func(s *S, past []uint64) selfplay.Thought {
			t := thought(c.choose(s, past, Clock{PliesLeft: l.Rules.PliesLeft(s)}))
			if !t.Exact {
				t.Score = int(math.Round(float64(t.Score) * late(s)))
			}
			return t
		}
	}
	return rules, nil
}

// ground is how games that teach begin and end.
func (l *learning[S, P]) ground() selfplay.Ground[S, P] {
	g := selfplay.Ground[S, P]{
		Start: l.start, IsPass: l.Rules.IsPass, Even: l.Even, Same: l.Draws.Same, Repetition: l.Draws.Repetition, Plies: l.Rules.PlyLimit,
	}
	if l.Draws.PlyCap > 0 {
		g.Plies = l.Draws.PlyCap
	}
	return g
}

func thought(c Choice) selfplay.Thought {
	t := selfplay.Thought{Move: c.Move, Score: c.Score, Unscored: c.Planned}
	switch {
	case c.Score > search.Proven:
		t.Exact, t.Value = true, 1
	case c.Score < -search.Proven:
		t.Exact, t.Value = true, -1
	case c.Exact && c.Score == 0:
		t.Exact = true
	}
	return t
}

// lateFactor is what scores of a position have to be multiplied by to be in the unit
// of a game's beginning: an evaluation scales the weights of an endgame to the length
// of those of the opening, but weights in logits must keep their own length.
func lateFactor[S comparable](set *features.Set[S], w *features.Weights, logits bool) func(*S) float64 {
	e := w.Endgame
	if e == nil || !logits {
		return func(*S) float64 { return 1 }
	}
	factor, from := 1., int(math.Round(1000*e.From))
	if length := float.Norm(w.Values); length > 0 {
		factor = float.Norm(e.Values) / length
	}
	return func(s *S) float64 {
		if set.Progress(s) < from {
			return 1
		}
		return factor
	}
}

// collection is a game's Positions.
type collection[S comparable, P game.Position[S]] struct {
	*learning[S, P]
	list  []positions.Position[S]
	parts int
}

func (l *learning[S, P]) Positions() Positions { return &collection[S, P]{learning: l} }

func (c *collection[S, P]) Add(file string) (positions.Header, error) {
	if c.parts > math.MaxUint8 {
		return positions.Header{}, fmt.Errorf("more than %s of positions", quantity.Of(math.MaxUint8+1, "file"))
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
	return &inputRows[S]{in, d, c.list}, nil
}

type inputRows[S comparable] struct {
	inputs *features.Inputs[S]
	design features.Design
	list   []positions.Position[S]
}

func (r *inputRows[S]) Shape() learn.Shape {
	s := learn.Shape{Phases: r.design.Phases(), Core: len(r.design.Names), Net: r.design.Net, Inputs: r.inputs.Encoding().Inputs}
	if l := r.inputs.Layout; l != nil {
		s.Entries, s.Canon = l.Entries(), l.Canon()
	}
	return s
}

func (r *inputRows[S]) Row(i int, row *features.Row) { r.inputs.Read(&r.list[i].State, row) }

func (r *inputRows[S]) Weights(m learn.Model) features.Weights {
	return r.inputs.Weights(m.Core, m.Tables, m.Net)
}

func (r *inputRows[S]) Model(w features.Weights) (learn.Model, error) {
	core, tables, nets, err := r.inputs.Values(w)
	return learn.Model{Core: core, Tables: tables, Net: nets}, err
}

// Practice plays games for learners of a design of evaluations.
type Practice interface {
	Shape() learn.Shape
	// Places is the number of places of patterns.
	Places() int
	// Play plays games, those with an opponent against the practice's.
	Play(ctx context.Context, judge practice.Judge, p practice.Plan) ([]practice.Game, error)
	// Replay reads a game that was played from a position, by its moves. A result
	// other than game.Ongoing counts if the rules do not end it.
	Replay(judge practice.Judge, opening string, moves []game.Move, result game.Result) (practice.Game, error)
	// Weights are those of a model of the design, Model the inverse.
	Weights(m learn.Model) features.Weights
	Model(w features.Weights) (learn.Model, error)
}

// Practice binds a design and opponents, all of them agents of this process.
func (l *learning[S, P]) Practice(d features.Design, against []Spec) (Practice, error) {
	in, err := features.NewInputs(l.Set, d)
	if err != nil {
		return nil, err
	}
	p := &practiceGame[S, P]{l, inputRows[S]{inputs: in, design: d}, practice.Rules[S, P]{Ground: l.ground(), Inputs: in}}
	for _, spec := range against {
		a, err := l.Agent(spec, Env{})
		if err != nil {
			return nil, err
		}
		player, ok := a.(*builtin[S, P])
		if !ok {
			return nil, fmt.Errorf("%q is no agent of this process, and games of practice are many", spec)
		}
		p.rules.Opponents = append(p.rules.Opponents, player.practice(&l.Rules))
	}
	return p, nil
}

type practiceGame[S comparable, P game.Position[S]] struct {
	*learning[S, P]
	rows  inputRows[S]
	rules practice.Rules[S, P]
}

func (p *practiceGame[S, P]) Shape() learn.Shape { return p.rows.Shape() }

func (p *practiceGame[S, P]) Places() int {
	if l := p.rows.inputs.Layout; l != nil {
		return len(l.Places)
	}
	return 0
}

func (p *practiceGame[S, P]) Play(ctx context.Context, judge practice.Judge, plan practice.Plan) ([]practice.Game, error) {
	return practice.Play(ctx, p.rules, judge, plan)
}

func (p *practiceGame[S, P]) Weights(m learn.Model) features.Weights { return p.rows.Weights(m) }

func (p *practiceGame[S, P]) Model(w features.Weights) (learn.Model, error) {
	return p.rows.Model(w)
}

func (p *practiceGame[S, P]) Replay(judge practice.Judge, opening string, moves []game.Move, result game.Result) (practice.Game, error) {
	s, err := p.Rules.Parse(p.variant, opening)
	if err != nil {
		return practice.Game{}, err
	}
	rules := p.rules
	rules.Start = s
	return rules.Replay(judge, moves, result), nil
}

// practice begins games of an agent as an opponent.
func (a *builtin[S, P]) practice(rules *game.Rules[S]) func(seed uint64) func(*S, []uint64) game.Move {
	return func(seed uint64) func(*S, []uint64) game.Move {
		c := a.start(game.NewRand(seed))
		return func(s *S, past []uint64) game.Move {
			return c.choose(s, past, Clock{PliesLeft: rules.PliesLeft(s)}).Move
		}
	}
}
