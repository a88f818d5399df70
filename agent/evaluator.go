package agent

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	"evolab/search/decide"
	"evolab/search/think"
)

// evaluator plays what package decide decides.
type evaluator[S comparable, P game.Position[S]] struct {
	game    *Parts[S]
	boards  []boardWeights
	evals   []features.Linear[S] // with these weights; not changed
	board   int                  // the place of those in use
	knows   decide.Knower[S]
	decider *decide.Decider[S, P, decide.Knower[S]] // nil until a board is seen
	past    *think.Past[S, P]                       // what positions repeat by; nil: they do not
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
	ply := decide.Ply{Limits: a.limits, Allowance: a.allowance(s, c), Nodes: c.Nodes}
	if a.ties {
		ply.Limits.Seed = a.rand.Uint64() | 1
	}
	if l := &ply.Limits; l.None() && !c.limited() {
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
