package agent

import (
	"fmt"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/search"
	"evolab/search/decide"
	"evolab/search/think"
)

// evaluation builds the agent that searches with a linear evaluation.
func (g *bound[S, P]) evaluation(set *settings, env Env) (Agent, error) {
	boards, err := g.weights(set)
	if err != nil {
		return nil, err
	}
	evals, err := g.evals(set, boards)
	if err != nil {
		return nil, err
	}
	limits := set.limits()
	endgame := set.number("endgame_depth", 0, 1, search.MaxDepth)
	slot := frozen.Slot(set.spec.Name)
	ties := set.switched("ties", "random", "first", slot == frozen.QLearning || slot == frozen.Champion)
	exact := set.switched("exact", "on", "off", true)
	book := set.choice("book", usualBooks(set.spec.Name)...)
	open := g.Look
	if env.Think > 0 {
		open = search.Limits{Time: env.Think}
	}
	return g.builtin(func(r game.Rand) chooser[S] {
		e := &evaluator[S, P]{game: &g.Parts, boards: boards, evals: evals, limits: limits, endgame: endgame, open: open, ties: ties, rand: r}
		e.knows = &decide.Nothing[S]{}
		if exact && g.Knows != nil {
			e.knows = g.Knows(book != "off", r, e.now)
			if book == "first" {
				e.knows = &firstBook[S, P]{e.knows}
			}
		}
		if g.Draws.Repetition > 0 {
			e.past = g.past()
		}
		return e
	}), nil
}

// limits are how far an agent looks ahead.
func (s *settings) limits() search.Limits {
	limits := search.Limits{
		Depth:   s.number("depth", 0, 1, search.MaxDepth),
		Nodes:   uint64(s.number("nodes", 0, 1, 1<<40)),
		Time:    s.seconds("time", "CPU"),
		TableMB: s.number("table", 0, 0, 1<<16),
	}
	if limits.None() { // then these have limits of their own, whatever the clock says
		switch frozen.Slot(s.spec.Name) {
		case frozen.QLearning: // it compares moves
			limits.Depth = 1
		case frozen.Champion: // it must be as strong on every machine
			limits.Nodes = 50_000
		}
	}
	// A search that only depth limits is plain, so that new ideas for searches do not
	// change how it plays.
	limits.Plain = limits.Depth > 0 && limits.Nodes == 0 && limits.Time == 0
	return limits
}

// usualBooks are the values of the parameter book, the agent's own first. The
// champion has one for Black alone: its search finds better replies for White than
// the book, which draws among several.
func usualBooks(name string) []string {
	switch frozen.Slot(name) {
	case "hand":
		return []string{"off", "on", "first"}
	case frozen.Champion:
		return []string{"first", "on", "off"}
	}
	return []string{"on", "off", "first"}
}

// firstBook is a Knower that uses its book for the first side alone.
type firstBook[S comparable, P game.Position[S]] struct{ decide.Knower[S] }

// Book implements decide.Knower.
func (k *firstBook[S, P]) Book(s *S) (search.Result, bool) {
	if P(s).Turn() != game.First {
		return search.Result{}, false
	}
	return k.Knower.Book(s)
}

// evals are the evaluations by the weights for each size of the board.
func (g *bound[S, P]) evals(set *settings, boards []boardWeights) ([]features.Linear[S], error) {
	list := make([]features.Linear[S], len(boards))
	for i := range boards {
		eval, err := features.NewLinear(g.Set, boards[i].weights)
		if err != nil {
			return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
		}
		eval.Hints.Without = without(set, &eval.Hints, g.Draws.Repetition > 0)
		list[i] = eval
	}
	return list, nil
}

// past is what a player remembers of a game in which positions repeat; the board
// fills it.
func (g *bound[S, P]) past() *think.Past[S, P] {
	p := &think.Past[S, P]{Key: g.Draws.Same}
	if p.Key == nil {
		p.Key = func(s *S) uint64 { return P(s).Hash() }
	}
	if g.Draws.Reason != "" { // the game's own rule, not the lab's
		p.Draw = g.Draws.Repetition
	}
	return p
}

// weights are those in the spec, or a file's, or the agent's own.
func (p *Parts[S]) weights(set *settings) ([]boardWeights, error) {
	if w := set.spec.Weights; w.Game != "" {
		return []boardWeights{{weights: w}}, nil
	}
	if set.spec.Name == "hand" {
		return []boardWeights{{weights: p.Hand}}, nil
	}
	file := set.text("weights", "")
	if file == "" {
		return p.embedded(frozen.Slot(set.spec.Name))
	}
	data, err := files.Read(file, features.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("agent: weights: %w", err)
	}
	w, err := ReadWeights(data)
	if err != nil {
		return nil, fmt.Errorf("agent: weights file %q: %w", file, err)
	}
	return []boardWeights{{weights: w}}, nil
}
