package agent

import (
	"fmt"
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
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
	limits := search.Limits{
		Depth:   set.number("depth", 0, 1, search.MaxDepth),
		Nodes:   uint64(set.number("nodes", 0, 1, 1<<40)),
		Time:    set.seconds("time", "CPU"),
		TableMB: set.number("table", 0, 0, 1<<16),
	}
	// What looks only so far ahead plays the same whatever else searches learn to do.
	limits.Plain = limits.Depth > 0 && limits.Nodes == 0 && limits.Time == 0
	ties := set.choice("ties", "first", "random") == "random"
	open := g.Look
	if env.Think > 0 {
		open = search.Limits{Time: env.Think}
	}
	exact := set.choice("exact", "on", "off") == "on"
	usual, other := "off", "on"
	if set.spec.Name == "frozen" {
		usual, other = other, usual
	}
	book := set.choice("book", usual, other) == "on"
	return g.builtin(func(r game.Rand) chooser[S] {
		e := &evaluator[S, P]{game: &g.Parts, boards: boards, evals: evals, limits: limits, open: open, ties: ties, rand: r}
		if exact && g.Endgame != nil {
			e.endgame = g.Endgame(book, e.now)
		}
		if g.Draws.Repetition > 0 {
			e.past = g.past()
		}
		if exact && g.Race != nil {
			e.race = g.Race(e.now)
		}
		return e
	}), nil
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

// past is what a player remembers of a game in which positions repeat: nothing,
// until the board recalls it.
func (g *bound[S, P]) past() *think.Past[S, P] {
	p := &think.Past[S, P]{Key: g.Draws.Same}
	if p.Key == nil {
		p.Key = func(s *S) uint64 { return P(s).Hash() }
	}
	if g.Draws.Reason != "" { // the game's own rule, and not the lab's
		p.Draw = g.Draws.Repetition
	}
	return p
}

// weights are those that travel with the spec, or a file's, or the agent's own.
func (p *Parts[S]) weights(set *settings) ([]boardWeights, error) {
	if w := set.spec.Weights; w.Game != "" {
		return []boardWeights{{weights: w}}, nil
	}
	if set.spec.Name == "hand" {
		return []boardWeights{{weights: p.Hand}}, nil
	}
	file := set.text("weights", "")
	if file == "" {
		return p.frozenWeights()
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

// evaluator plays what the search finds.
type evaluator[S comparable, P game.Position[S]] struct {
	game    *Parts[S]
	boards  []boardWeights
	evals   []features.Linear[S] // with these weights; not changed
	board   int                  // the place of those in use
	thinker *think.Thinker[S, P] // nil until a board is seen
	past    *think.Past[S, P]    // what positions repeat by; nil: they do not
	endgame Endgame[S]           // nil: none
	race    Race[S]              // nil: none
	limits  search.Limits
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

// DefaultTime is the CPU time for a move of the shipped agent, and of an
// evaluation agent that nothing limits where somebody waits for one answer
// (Env.Think). In matches such an agent looks ahead as its game's Look says.
const DefaultTime = 2 * time.Second

func (a *evaluator[S, P]) recall(past []uint64) { a.limits.History = past }

func (a *evaluator[S, P]) choose(s *S, c Clock) Choice {
	a.real = c.Real
	a.sit(s)
	limits := a.limits
	if a.ties {
		limits.Seed = a.rand.Uint64() | 1
	}
	allowance := a.allowance(s, c)
	if limits.None() && !allowance.Limited() {
		limits.Depth, limits.Nodes, limits.Time = a.open.Depth, a.open.Nodes, a.open.Time
		limits.Plain = a.open.Plain
	}
	won, ok := a.prove(s, &limits, &allowance)
	if ok {
		return won
	}
	var cycles think.Cycles
	if a.past != nil {
		a.past.Recall(a.limits.History, s)
		cycles = a.past.Cycles(s)
	}
	r, planned := a.plan(s, &limits, &allowance, &cycles)
	if !planned {
		a.thinker.Begin(s, limits, allowance, cycles)
		r = a.thinker.Run()
	}
	return choiceOf(r)
}

func choiceOf(r search.Result) Choice {
	return Choice{
		Move: r.Move, Score: r.Score, Exact: r.Exact, Depth: r.Depth, Nodes: r.Nodes, PV: r.PV, Searched: true,
	}
}

// allowance is what a clock says; an agent's own limits are none of its concern.
func (a *evaluator[S, P]) allowance(s *S, c Clock) budget.Allowance {
	told := budget.Allowance{Move: c.Move, Left: c.Left, Moves: c.PliesLeft/2 + 1}
	if progress := a.game.Set.Progress; progress != nil {
		told.Share(&a.game.Set.Length, progress(s), told.Moves)
	}
	return told
}

// prove looks for a move whose value is known to the end. What the attempt takes is taken
// off the limits.
func (a *evaluator[S, P]) prove(s *S, limits *search.Limits, allowance *budget.Allowance) (Choice, bool) {
	if a.endgame == nil {
		return Choice{}, false
	}
	began, bound := a.now(), *limits
	bound.Time = shorter(limits.Time, allowance.Hard())
	r, known := a.endgame.Move(s, bound)
	if known {
		return choiceOf(r), true
	}
	spend(limits, allowance, a.now()-began, r.Nodes)
	return Choice{}, false
}

// plan looks for the way home where the game has become a race, unless that
// leads back to where it was. What the attempt takes is taken off the limits.
func (a *evaluator[S, P]) plan(s *S, limits *search.Limits, allowance *budget.Allowance, cycles *think.Cycles) (search.Result, bool) {
	if a.race == nil {
		return search.Result{}, false
	}
	began, bound := a.now(), *limits
	bound.Time = shorter(limits.Time, allowance.Hard())
	r, found := a.race.Move(s, bound)
	if found && !cycles.Back(P(s).Moves(nil), r.Move) {
		return r, true
	}
	spend(limits, allowance, a.now()-began, r.Nodes)
	return r, false
}

// spend takes off the limits what an attempt took.
func spend(limits *search.Limits, allowance *budget.Allowance, took time.Duration, nodes uint64) {
	allowance.Used += took
	if limits.Time > 0 {
		limits.Time = max(limits.Time-took, 1)
	}
	limits.Nodes -= min(limits.Nodes/2, nodes)
}

// shorter is the shorter of two times, of which 0 is none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}
