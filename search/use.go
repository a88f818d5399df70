package search

import "evolab/features"

// use is the ideas that a search follows: those that its limits allow and its game
// does not leave out.
type use struct {
	scout, table, history, repetition bool

	answers bool // see answer: for searches of at most two plies
	loud    bool // quiescence
	probCut bool
	lmr     int // the first move that may be reduced; 0: none
}

func (e *Engine[S, P]) choose() {
	h := &e.eval.Hints
	e.use = use{
		scout:   !h.Without.Has(features.Scout),
		table:   !h.Without.Has(features.Table),
		history: !h.Without.Has(features.History),
	}
	if l := &e.limits; l.Plain {
		e.use.answers = h.Legal != nil && l.Depth <= 2 && l.TableMB <= 0 && l.Nodes == 0 && l.Time == 0
		return
	}
	e.use.repetition = h.Same != nil && !h.Without.Has(features.Repetition)
	e.use.loud = h.Loud != nil && !h.Without.Has(features.Quiescence)
	e.use.probCut = h.Foretold != nil && !h.Without.Has(features.ProbCut)
	if !h.Without.Has(features.LateMoves) {
		e.use.lmr = h.Late
	}
}
