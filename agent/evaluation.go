package agent

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
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

// evaluator plays the move of package decide.
type evaluator[S comparable, P game.Position[S]] struct {
	game    *Parts[S]
	boards  []boardWeights
	evals   []features.Linear[S] // with these weights; read-only
	board   int                  // the index of those in use
	knows   decide.Knower[S]
	decider *decide.Decider[S, P, decide.Knower[S]] // nil until a board is seen
	past    *think.Past[S, P]                       // for repetitions; nil: there are none
	limits  search.Limits
	endgame int           // the depth from the second phase on; 0: that of limits
	open    search.Limits // if nothing else limits a move
	ties    bool
	rand    game.Rand
	real    bool // the clock is in real time
}

var epoch = time.Now()

// now is the clock that limits are about: the thread's CPU time, or real time.
func (a *evaluator[S, P]) now() time.Duration {
	if a.real {
		return time.Since(epoch)
	}
	return cputime.Thread()
}

// DefaultTime is the CPU time for a move of the shipped agent. It is also that of an
// evaluation agent that nothing limits, if somebody waits for a single answer
// (Env.Think). In matches such an agent looks ahead as its game's Look says.
const DefaultTime = 2 * time.Second

func (a *evaluator[S, P]) recall(past []uint64) { a.limits.History = past }

func (a *evaluator[S, P]) choose(s *S, c Clock) Choice {
	a.real = c.Real
	if at := a.game.fitting(a.boards, s); a.decider == nil || at != a.board { // only analysis changes the size
		a.decider, a.board = decide.New[S, P](a.evals[at], a.knows, a.now), at
	}
	// The clock's allowance; the agent's own limits are separate.
	told := budget.Allowance{Move: c.Move, Left: c.Left, Moves: c.PliesLeft/2 + 1}
	if progress := a.game.Set.Progress; progress != nil {
		told.Share(&a.game.Set.Length, progress(s), told.Moves)
	}
	ply := decide.Ply{Limits: a.limits, Allowance: told, Nodes: c.Nodes}
	if a.endgame > 0 && a.evals[a.board].Late(s) {
		ply.Limits.Depth = a.endgame
	}
	if a.ties {
		ply.Limits.Seed = a.rand.Uint64() | 1
	}
	if l := &ply.Limits; l.None() && c.Move == 0 && c.Left == 0 && c.Nodes == 0 {
		l.Depth, l.Nodes, l.Time, l.Plain = a.open.Depth, a.open.Nodes, a.open.Time, a.open.Plain
	}
	if a.past != nil {
		a.past.Recall(a.limits.History, s)
		ply.Cycles = a.past.Cycles(s)
	}
	a.decider.Begin(s, ply)
	r := a.decider.Run()
	return Choice{
		Move: r.Move, Score: r.Score, Exact: r.Exact, Depth: r.Depth, Nodes: r.Nodes, PV: r.PV, Searched: true,
		Planned: a.decider.Known() && !r.Exact,
	}
}

// idea is a part of the search that can be switched off, by its usual name.
type idea struct {
	name, doc string
	bit       features.Ideas
}

func ideas() []idea {
	return []idea{
		{"pvs", "principal variation search", features.Scout},
		{"table", "transposition table", features.Table},
		{"quiescence", "forcing moves beyond the depth", features.Quiescence},
		{"lmr", "late-move reductions", features.LateMoves},
		{"history", "history heuristic", features.History},
		{"repetition", "draws by repetition in the tree", features.Repetition},
		{"cycles", "detours around positions that the game has seen", features.Cycles},
		{"probcut", "far outside the window, shallow searches are believed", features.ProbCut},
	}
}

func ideaNames() string { return namesOf(^features.Ideas(0)) }

func namesOf(set features.Ideas) string {
	var names []string
	for _, i := range ideas() {
		if set.Has(i.bit) {
			names = append(names, i.name)
		}
	}
	return strings.Join(names, ", ")
}

// ideas reads names with a + between them.
func (s *settings) ideas(key string) (set features.Ideas) {
	text := s.text(key, "")
	if text == "" {
		return 0
	}
	for _, name := range strings.Split(text, "+") {
		bit := features.Ideas(0)
		for _, i := range ideas() {
			if i.name == name {
				bit = i.bit
			}
		}
		switch {
		case bit == 0:
			s.refuse(fmt.Sprintf("%s names the idea %q, which there is not (allowed: %s; several with + between them)", key, name, ideaNames()))
		case set.Has(bit):
			s.refuse(fmt.Sprintf("%s names %s twice", key, name))
		}
		set |= bit
	}
	return set
}

// known is the ideas that apply to the search of a game.
func known[S comparable](h *features.Hints[S], repeats bool) features.Ideas {
	set := features.Scout | features.Table | features.History
	if h.Loud != nil {
		set |= features.Quiescence
	}
	if h.Late > 0 {
		set |= features.LateMoves
	}
	if h.Foretold != nil {
		set |= features.ProbCut
	}
	if h.Same != nil {
		set |= features.Repetition
	}
	if repeats {
		set |= features.Cycles
	}
	return set
}

// without is the ideas that an agent's search leaves out: its game's, minus the
// spec's with, plus the spec's without. Neither may ask for what already holds: a
// match would then measure nothing.
func without[S comparable](s *settings, h *features.Hints[S], repeats bool) features.Ideas {
	const deep = features.Quiescence | features.LateMoves | features.Repetition | features.ProbCut // not if only depth limits a search
	on, off := s.ideas("with"), s.ideas("without")
	all := known(h, repeats)
	for _, i := range ideas() {
		switch {
		case on.Has(i.bit) && off.Has(i.bit):
			s.refuse(i.name + " is both in with and in without")
		case (on | off).Has(i.bit) && !all.Has(i.bit):
			s.refuse(fmt.Sprintf("%s is nothing that the game's search knows (allowed: %s)", i.name, namesOf(all)))
		case (on | off).Has(i.bit) && deep.Has(i.bit) && s.spec.has("depth") && !s.spec.has("nodes") && !s.spec.Timed():
			s.refuse(i.name + " changes nothing in a search that only depth limits (with nodes or time it does)")
		case on.Has(i.bit) && !h.Without.Has(i.bit):
			s.refuse(i.name + " is on in this game")
		case off.Has(i.bit) && h.Without.Has(i.bit):
			s.refuse(i.name + " is off in this game")
		}
	}
	return h.Without&^on | off
}

func (s *settings) refuse(why string) {
	if s.err == nil {
		s.err = fmt.Errorf("agent: %q: %s", s.spec, why)
	}
}
