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
	killers [MaxDepth + 1][2]game.Move
	history [2][historySize]int32

	limits  Limits
	started time.Duration
	stopped bool
	tried   int  // root moves that this iteration has finished
	horizon bool // a leaf was evaluated in this iteration
	done    bool
	best    Result
	nodes   uint64
	pv      []game.Move
	// nextLook is the number of nodes at which the clock is read again.
	nextLook uint64
}

// frame is what one ply of the tree needs; its slices are reused.
type frame[S comparable] struct {
	state S
	moves []game.Move
	order []int32
	pv    []game.Move
}

// New makes an engine. The clock is only read by searches with a time limit;
// it gives the CPU time that the limit is about.
func New[S comparable, P game.Position[S]](eval features.Linear[S], clock func() time.Duration) *Engine[S, P] {
	return &Engine[S, P]{eval: eval, clock: clock}
}

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
	e.nodes, e.nextLook, e.stopped, e.done = 0, 0, false, false
	if limits.Time > 0 {
		e.started = e.clock()
	}
	e.eval.Decide(s)
	e.forget()
	e.grow(limits.Depth)
	root := &e.frames[0]
	root.state = *s
	root.moves = P(s).Moves(root.moves[:0])
	if limits.Seed != 0 {
		shuffle(root.moves, limits.Seed)
	}
	e.best = Result{Move: root.moves[0]}
	e.pv = append(e.pv[:0], root.moves[0])
	e.best.PV = e.pv
}

// Best is the result of the iterations so far.
func (e *Engine[S, P]) Best() Result {
	e.best.Nodes = e.nodes
	return e.best
}

// Deepen runs the next iteration and tells whether another one may follow. An
// iteration that a limit cuts short counts as far as it got: its first move is
// the best one of the iteration before.
func (e *Engine[S, P]) Deepen() bool {
	if e.done || e.stopped || e.best.Depth >= e.limits.Depth {
		return false
	}
	depth := e.best.Depth + 1
	e.horizon = false
	before := e.best.Score
	e.searchRoot(depth)
	if e.stopped {
		e.doubt(before)
		return false
	}
	e.best.Depth = depth
	e.best.Exact = !e.horizon
	proven := e.best.Score > Proven || e.best.Score < -Proven
	e.done = e.best.Exact || proven
	return !e.done && depth < e.limits.Depth
}

// doubt sees to an iteration that was cut short after its first moves had
// turned out lost: the others have not been refuted, so the result is no proven
// loss, and the first move that was not tried takes its place.
func (e *Engine[S, P]) doubt(before int) {
	root := &e.frames[0]
	if e.best.Score >= -Proven || e.tried == 0 || e.tried >= len(root.moves) {
		return
	}
	e.best.Score = before
	e.best.Move = root.moves[e.tried]
	e.pv = append(e.pv[:0], e.best.Move)
	e.best.PV = e.pv
}

// searchRoot tries every root move at the given depth and moves the best one
// to the front, which is where the next iteration begins.
func (e *Engine[S, P]) searchRoot(depth int) {
	root, child := &e.frames[0], &e.frames[1]
	alpha := -infinity
	e.tried = 0
	for i, m := range root.moves {
		P(&root.state).Play(m, &child.state)
		e.nodes++
		score := -e.alphaBeta(1, depth-1, -infinity, -alpha)
		if e.stopped {
			return
		}
		e.tried = i + 1
		if score <= alpha {
			continue
		}
		alpha = score
		e.best.Score = score
		e.keepRoot(m, child)
		copy(root.moves[1:i+1], root.moves[:i])
		root.moves[0] = m
	}
}

func (e *Engine[S, P]) keepRoot(m game.Move, child *frame[S]) {
	e.best.Move = m
	e.pv = append(append(e.pv[:0], m), child.pv...)
	e.best.PV = e.pv
}

// grow makes the frames of a search to the given depth; shallow searches stay
// small.
func (e *Engine[S, P]) grow(depth int) {
	if len(e.frames) > depth {
		return
	}
	e.frames = make([]frame[S], depth+1)
	e.pv = make([]game.Move, 0, depth+1)
	for i := range e.frames {
		e.frames[i].pv = make([]game.Move, 0, depth+1-i)
	}
}

func shuffle(moves []game.Move, seed uint64) {
	r := game.NewRand(seed)
	for i := len(moves) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		moves[i], moves[j] = moves[j], moves[i]
	}
}
