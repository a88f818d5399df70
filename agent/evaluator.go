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
