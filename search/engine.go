package search

import (
	"time"

	"evolab/features"
	"evolab/game"
)

// Engine searches one game with one evaluation. It is not for use by several
// goroutines at once. The result of a search depends on nothing but its
// arguments, unless time limits it.
type Engine[S comparable, P game.Position[S]] struct {
	eval    features.Linear[S]
	clock   func() time.Duration
	frames  []frame[S] // one a ply, from the root down
	last    int        // deepest ply that this search may reach
	known   knowledge
	table   table
	scores  scores
	answers answers
	use     use
	line    line

	limits  Limits
	started time.Duration
	stopped bool
	tried   int // root moves that this iteration has finished
	subtree subtree
	done    bool
	best    Result
	nodes   uint64
	pv      []game.Move
	// nextLook is the number of nodes at which the clock is read again.
	nextLook uint64
}

// subtree is what the values found so far rest on.
type subtree struct {
	horizon bool // a leaf was evaluated
	// repeats is the lowest ply of the line that some position below came back
	// to; a value that rests on it holds for this line only.
	repeats int
}

// frame is what one ply of the tree needs; its slices are reused.
type frame[S comparable] struct {
	state  S
	moves  []game.Move
	order  []int64 // see pickNext
	pv     []game.Move
	chosen int  // the best move's place among the moves, or noMove
	drawn  bool // the endings say so
}

// New makes an engine. Time limits are in CPU time, which the clock measures; other
// searches do not read it.
func New[S comparable, P game.Position[S]](eval features.Linear[S], clock func() time.Duration) *Engine[S, P] {
	return &Engine[S, P]{eval: eval, clock: clock}
}

// Restart begins another game, with an evaluation that is in the first phase: the engine
// keeps its memory, and nothing that it has found.
func (e *Engine[S, P]) Restart(eval features.Linear[S]) {
	e.eval = eval
	e.table.clear() // its ages begin anew, too: the game must not depend on those before it
	e.scores.clear()
}

// Ahead reports whether the evaluation of a position is for its side to move.
func (e *Engine[S, P]) Ahead(s *S) bool { return e.eval.Score(s) >= 0 }

// Search runs all iterations that the limits allow. The position must not be
// over.
func (e *Engine[S, P]) Search(s *S, limits Limits) Result {
	e.Begin(s, limits)
	for e.Deepen() {
	}
	return e.Best()
}

// Begin sets up a search; its result is already a legal move.
func (e *Engine[S, P]) Begin(s *S, limits Limits) {
	if limits.Depth <= 0 || limits.Depth > MaxDepth {
		limits.Depth = MaxDepth
	}
	e.limits = limits
	nearby := e.use.nearby
	e.choose()
	// Scores of one search compare only if all of its leaves can have estimates.
	e.use.nearby = e.use.endings && e.eval.Hints.Estimate != nil && e.eval.Hints.Estimate(s) != features.NoEnding
	e.nodes, e.nextLook, e.stopped, e.done = 0, lookInterval, false, false
	if limits.Time > 0 {
		e.started = e.clock()
	}
	if e.eval.Decide(s) || e.use.nearby != nearby {
		e.table.clear()
		e.scores.clear()
	}
	e.table.open(e.tableBits(), limits.Time > 0)
	e.scores.open(e.eval.Hints.Again && e.table.mask != 0)
	e.grow(limits.Depth)
	if e.use.answers {
		e.answers.n = 0
	} else {
		e.known.forget(limits.Depth)
	}
	e.remember(s)
	e.setRoot(s)
}

// setRoot sets the root to a position and its moves.
func (e *Engine[S, P]) setRoot(s *S) {
	root := &e.frames[0]
	root.state = *s
	root.moves = P(s).Moves(root.moves[:0])
	if e.limits.Seed != 0 {
		r := game.NewRand(e.limits.Seed)
		for i := len(root.moves) - 1; i > 0; i-- {
			j := r.Intn(i + 1)
			root.moves[i], root.moves[j] = root.moves[j], root.moves[i]
		}
	}
	e.pv = append(e.pv[:0], root.moves[0])
	e.best = Result{Move: root.moves[0], PV: e.pv}
}

// Best is the result of the iterations so far.
func (e *Engine[S, P]) Best() Result {
	e.best.Nodes = e.nodes
	return e.best
}

// usualMoves is enough for the moves of most positions. Growing a list costs time
// that shallow searches notice, and short games have many of those.
const usualMoves = 32

// grow makes the frames for a search to the given depth, only a few for a shallow
// one.
func (e *Engine[S, P]) grow(depth int) {
	// quietPlies is how far quiescence may go beyond the deepest iteration.
	const quietPlies = 32
	e.last = depth
	if e.use.loud {
		e.last += quietPlies
	}
	if len(e.frames) > e.last {
		return
	}
	e.frames = make([]frame[S], e.last+1)
	e.pv = make([]game.Move, 0, e.last+1)
	for i := range e.frames {
		f := &e.frames[i]
		f.pv = make([]game.Move, 0, e.last+1-i)
		if e.last <= shallow && i < e.last { // the last ply lists no moves
			f.moves = make([]game.Move, 0, usualMoves)
			if !e.use.answers {
				f.order = make([]int64, 0, usualMoves)
			}
		}
	}
}

// Deepen runs the next iteration and reports whether another one may follow. An
// iteration that a limit cuts short counts as far as it got: its first move is
// the best one of the iteration before. Even the first iteration is cut short when
// time is up.
func (e *Engine[S, P]) Deepen() bool {
	if e.done || e.stopped || e.best.Depth >= e.limits.Depth {
		return false
	}
	depth := e.best.Depth + 1
	before := e.best.Score
	e.searchRoot(depth)
	if e.stopped {
		root := &e.frames[0]
		// The first moves may have turned out lost. The others have not been refuted then, so
		// the loss is not proven, and the first untried move becomes the best one.
		if e.best.Score < -Proven && e.tried > 0 && e.tried < len(root.moves) {
			e.best.Score = before
			e.best.Move = root.moves[e.tried]
			e.pv = append(e.pv[:0], e.best.Move)
			e.best.PV = e.pv
		}
		return false
	}
	e.best.Depth = depth
	e.best.Exact = !e.subtree.horizon
	proven := e.best.Score > Proven || e.best.Score < -Proven
	e.done = e.best.Exact || proven
	return !e.done && depth < e.limits.Depth
}

// searchRoot tries the root moves at the given depth and moves the best one to
// the front, which is where the next iteration begins. Its window is open: one
// around the last score (aspiration) won no match.
func (e *Engine[S, P]) searchRoot(depth int) {
	root, child := &e.frames[0], &e.frames[1]
	e.subtree = subtree{repeats: noRepeat}
	e.tried = 0
	alpha := -infinity
	for i, m := range root.moves {
		P(&root.state).Play(m, &child.state)
		e.nodes++
		score := e.reply(0, depth-1, 0, i == 0, alpha, infinity)
		if e.stopped {
			return
		}
		e.tried = i + 1
		if score > alpha {
			alpha = score
			copy(root.moves[1:i+1], root.moves[:i])
			root.moves[0] = m
			e.pv = append(append(e.pv[:0], m), child.pv...)
			e.best.Move, e.best.Score, e.best.PV = m, score, e.pv
		}
	}
}

// use is the ideas that a search follows: those that its limits allow and its game
// does not leave out.
type use struct {
	scout, table, history, repetition, forward bool

	answers  bool // see answer: for searches of at most two plies
	loud     bool // quiescence
	probCut  bool
	futility bool
	endings  bool
	nearby   bool // estimates of positions close to the endings, where the root is one
	lmr      int  // the first move that may be reduced; 0: none
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
	e.use.endings = h.Ending != nil
	e.use.repetition = h.Same != nil && !h.Without.Has(features.Repetition)
	e.use.loud = h.Loud != nil && !h.Without.Has(features.Quiescence)
	e.use.probCut = h.Foretold != nil && !h.Without.Has(features.ProbCut)
	e.use.futility = h.Foretold != nil && !h.Without.Has(features.Futility)
	e.use.forward = h.Back != nil && !h.Without.Has(features.Forward)
	if !h.Without.Has(features.LateMoves) {
		e.use.lmr = h.Late
	}
}
