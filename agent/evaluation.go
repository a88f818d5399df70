package agent

import (
	"cmp"
	"fmt"
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

// searchSettings are those of an agent that searches with an evaluation.
type searchSettings struct {
	Depth        int     `key:"depth" doc:"plies to look ahead" range:"1..64" derived:"no limit"`
	EndgameDepth int     `key:"endgame_depth" doc:"plies to look ahead once the endgame of weights with two phases has begun" range:"1..64" derived:"depth"`
	Nodes        int     `key:"nodes" doc:"moves played in the tree, per move" range:"1..1099511627776" derived:"no limit; if nothing limits the agent, some thousands, or depth 2 for halma; champion 50,000, qlearning depth 1"`
	Time         float64 `key:"time" doc:"CPU, per move" range:">0..1000000" allowed:"seconds of CPU, above 0" derived:"no limit; 2, if nothing else limits it and one answer is waited for, as in play and analyze"`
	Table        int     `key:"table" doc:"memory for the positions that a search remembers" unit:"MB" range:"0..65536" derived:"16"`
	Ties         string  `key:"ties" doc:"which of several equal moves is played" oneof:"first|random" derived:"first; random for qlearning and champion"`
	Without      string  `key:"without" doc:"ideas of the search to leave out, with + between them: pvs, table, quiescence, lmr, history, repetition, cycles, probcut, futility, forward" derived:"none"`
	With         string  `key:"with" doc:"ideas to follow that the game's search leaves out" derived:"none"`
	Exact        string  `key:"exact" doc:"whether to prove wins near the end and plan races, if time or nodes limit the search" oneof:"on|off" default:"on"`
	Endings      string  `key:"endings" doc:"the exact values of positions with few pieces (checkers), at the root and at the leaves of a search that time or nodes limit: on, those with up to 4; 5, those of evolve solve --endings 5; shipped, those that the shipped program of the game has, in their form" oneof:"on|off|5|shipped" derived:"off; on where one answer is waited for, as in play and analyze"`
	Book         string  `key:"book" doc:"whether to play the openings of its book (littlego), if exact is on: for both sides, for neither or for Black alone" oneof:"on|off|first" derived:"on; off for hand, first for champion"`
}

// weightsSettings are those of an agent whose weights can be replaced by a file's.
type weightsSettings struct {
	Weights string `key:"weights" doc:"a weights file, instead of the weights that come with the agent" derived:"none"`
	searchSettings
}

func handKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: "hand", Doc: "the evaluation with the weights set by hand", Linear: true}
	return newKind(k, func(g *bound[S, P], set *searchSettings, spec Spec, env Env) (Agent, error) {
		set.Book = cmp.Or(set.Book, "off")
		return g.evaluation(set, spec, env)
	})
}

func frozenKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: string(frozen.Frozen), Doc: "the best evaluation that there is for the game: the agent that is shipped", Slot: frozen.Frozen, Linear: true}
	return newKind(k, func(g *bound[S, P], set *weightsSettings, spec Spec, env Env) (Agent, error) {
		return g.evaluation(&set.searchSettings, spec, env)
	})
}

func evolvedKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: string(frozen.Evolved), Doc: "the evaluation with the weights that evolution found over named features", Slot: frozen.Evolved, Linear: true}
	return newKind(k, func(g *bound[S, P], set *weightsSettings, spec Spec, env Env) (Agent, error) {
		return g.evaluation(&set.searchSettings, spec, env)
	})
}

func qLearningKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{
		Name: string(frozen.QLearning), Slot: frozen.QLearning,
		Doc: "littlego, tictactoe: the assignment's Q-learner, which compares the learned values of the positions after each move",
	}
	return newKind(k, func(g *bound[S, P], set *weightsSettings, spec Spec, env Env) (Agent, error) {
		if !k.Slot.Has(g.Rules.Name, "") {
			return nil, g.noAgent(spec)
		}
		if set.unlimited() { // it compares moves, whatever the clock says
			set.Depth = 1
		}
		set.Ties = cmp.Or(set.Ties, "random")
		return g.evaluation(&set.searchSettings, spec, env)
	})
}

func championKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{
		Name: string(frozen.Champion), Slot: frozen.Champion,
		Doc: "littlego: the assignment's championship player, which stays as it is whatever becomes of frozen",
	}
	return newKind(k, func(g *bound[S, P], set *weightsSettings, spec Spec, env Env) (Agent, error) {
		if !k.Slot.Has(g.Rules.Name, "") {
			return nil, g.noAgent(spec)
		}
		if set.unlimited() { // it must be as strong on every machine
			set.Nodes = 50_000
		}
		set.Ties = cmp.Or(set.Ties, "random")
		// The search finds better replies for White than the book, which draws among several.
		set.Book = cmp.Or(set.Book, "first")
		return g.evaluation(&set.searchSettings, spec, env)
	})
}

// evaluation makes the agent that searches with a linear evaluation.
func (g *bound[S, P]) evaluation(set *searchSettings, spec Spec, env Env) (Agent, error) {
	boards, err := g.weights(spec)
	if err != nil {
		return nil, err
	}
	evals, err := g.evals(set, spec, boards)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	known, err := g.endings(set, env)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", spec, err)
	}
	limits, book := set.limits(), cmp.Or(set.Book, "on")
	if known != nil && !limits.Plain {
		for i := range evals {
			evals[i].Hints.Ending, evals[i].Hints.Estimate = known.Ending, g.Estimate
		}
	}
	open := g.Look
	if env.Think > 0 {
		open = search.Limits{Time: env.Think}
	}
	return g.builtin(func(r game.Rand) chooser[S] {
		e := &evaluator[S, P]{
			game: &g.Parts, boards: boards, evals: evals, limits: limits, endgame: set.EndgameDepth, open: open, ties: set.Ties == "random",
			exact: set.Exact == "on" && g.Knows != nil, book: book, endings: known,
		}
		if g.Draws.Repetition > 0 {
			e.past = g.past()
		}
		e.restart(r)
		return e
	}), nil
}

// endings are those of an agent; nil: none.
func (g *bound[S, P]) endings(set *searchSettings, env Env) (Endings[S], error) {
	switch {
	case set.Endings == "shipped" && g.Shipped != nil:
		return g.Shipped(), nil
	case g.Endings == nil && (set.Endings == "on" || set.Endings == "5"):
		return nil, fmt.Errorf("endings=%s: %s has no endings (allowed: off)", set.Endings, g.Rules.Name)
	case g.Endings == nil || set.Endings == "off" || set.Endings == "" && env.Think == 0:
		return nil, nil
	case set.Endings == "5":
		return g.Endings(5)
	}
	return g.Endings(0)
}

func (s *searchSettings) limits() search.Limits {
	return search.Limits{
		Depth: s.Depth, Nodes: uint64(s.Nodes), Time: seconds(s.Time), TableMB: s.Table,
		// A search that only depth limits is plain, so that new ideas for searches do not
		// change how it plays.
		Plain: s.Depth > 0 && s.Nodes == 0 && s.Time == 0,
	}
}

// unlimited reports whether only the game or a clock limits the search.
func (s *searchSettings) unlimited() bool { l := s.limits(); return l.None() }

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
func (g *bound[S, P]) evals(set *searchSettings, spec Spec, boards []boardWeights) ([]features.Linear[S], error) {
	on, err := parseIdeas("with", set.With)
	if err != nil {
		return nil, err
	}
	off, err := parseIdeas("without", set.Without)
	if err != nil {
		return nil, err
	}
	list := make([]features.Linear[S], len(boards))
	for i := range boards {
		if list[i], err = features.NewLinear(g.Set, boards[i].weights); err != nil {
			return nil, err
		}
		list[i].Hints.Without, err = disabledIdeas(&list[i].Hints, on, off, g.Draws.Repetition > 0, set.limits().Plain)
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// past is what a player remembers of a game in which positions repeat; the board
// fills it.
func (g *bound[S, P]) past() *think.Past[S, P] {
	p := &think.Past[S, P]{Key: g.Draws.Same}
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
	exact   bool                 // the game knows what sees farther than a search
	book    string               // the setting
	endings Endings[S]           // nil: none
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

func (a *evaluator[S, P]) restart(r game.Rand) {
	a.rand, a.knows = r, &decide.Nothing[S]{}
	if a.exact {
		a.knows = a.game.Knows(a.book != "off", r, a.now)
		if a.book == "first" {
			a.knows = &firstBook[S, P]{a.knows}
		}
	}
	if a.endings != nil { // no game has both
		a.knows = a.endings
	}
	if a.decider != nil {
		a.decider.Restart(a.evals[a.board], a.knows)
	}
}

func (a *evaluator[S, P]) choose(s *S, past []uint64, c Clock) Choice {
	a.limits.History = past
	cputime.Pin()
	defer cputime.Unpin()
	a.real = c.Real
	if at := a.game.fitting(a.boards, s); a.decider == nil || at != a.board { // only analysis changes the size
		a.decider, a.board = decide.New[S, P](a.evals[at], a.knows, a.now), at
	}
	// The clock's allowance; the agent's own limits are separate.
	allowance := budget.Allowance{Move: c.Move, Left: c.Left, Moves: c.PliesLeft/2 + 1}
	if progress := a.game.Set.Progress; progress != nil {
		allowance.Share(&a.game.Set.Length, progress(s), allowance.Moves)
	}
	ply := decide.Ply{Limits: a.limits, Allowance: allowance, Nodes: c.Nodes}
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
