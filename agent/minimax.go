package agent

import (
	"math"
	"slices"
	"time"

	"evolab/game"
	"evolab/search/cputime"
)

func minimaxKind[S comparable, P game.Position[S]]() kind[S, P] {
	type settings struct {
		Depth int `key:"depth" doc:"plies to look ahead" range:"1..8" default:"2"`
	}
	k := Kind{Name: "minimax", Doc: "plain minimax on the difference in pieces"}
	return newKind(k, func(g *bound[S, P], set *settings, _ Spec, _ Env) (Agent, error) {
		return g.builtin(func(r game.Rand) chooser[S] { return newMinimax(g.baseline(r), set.Depth) }), nil
	})
}

// minimax looks a fixed number of plies ahead at every move, without pruning,
// and compares own minus enemy pieces; finished games count as won or lost.
type minimax[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	leafValue func(s *S, side game.Side) int
	depth     int
	side      game.Side
	frames    []branchFrame[S]
	// prune skips what cannot change the choice; refuters are the moves by ply that
	// last caused a cutoff.
	prune    bool
	refuters []game.Move
	meter
}

func newMinimax[S comparable, P game.Position[S]](b baseline[S, P], depth int) *minimax[S, P] {
	return &minimax[S, P]{
		baseline: b, leafValue: b.tactics.Material, depth: depth,
		frames: make([]branchFrame[S], depth+1), refuters: make([]game.Move, depth+1),
	}
}

// meter aborts a search when its time is up.
type meter struct {
	until    time.Duration // of the thread's CPU time; 0: never
	nodes    uint64
	timedOut bool
}

// count counts a node, and reads the clock now and then.
func (m *meter) count() {
	const often = 1 << 10
	if m.nodes++; m.nodes%often == 0 && m.until > 0 && cputime.Thread() > m.until {
		m.timedOut = true
	}
}

func (a *minimax[S, P]) restart(r game.Rand) {
	a.baseline.restart(r)
	clear(a.refuters)
	a.meter = meter{}
}

func (a *minimax[S, P]) choose(s *S, _ []uint64, _ Clock) Choice {
	return Choice{Move: a.best(s)}
}

// best is one of the best moves; it means nothing if the meter has timed out.
func (a *minimax[S, P]) best(s *S) game.Move {
	root := &a.frames[0]
	root.state = *s
	a.side = P(s).Turn()
	root.moves = placements[S, P](a.rules, s, root.moves)
	var best tie
	bestValue := math.MinInt
	for _, m := range root.moves {
		P(&root.state).Play(m, &a.frames[1].state)
		alpha := math.MinInt
		if a.prune && best.seen > 0 {
			alpha = bestValue - 1 // ties are broken at random, so equal values have to be exact
		}
		value := a.value(1, alpha, math.MaxInt)
		if best.seen == 0 || value > bestValue {
			bestValue = value
			best.better(m)
		} else if value == bestValue {
			best.equal(m, &a.rand)
		}
	}
	return best.move
}

// A won or lost game outweighs any difference in pieces, and so does each ply until
// then: otherwise a player who wins anyway would never get there.
const (
	gameWorth = 1 << 20
	plyWorth  = 1 << 10
)

// value is what the position at a ply is worth to the agent's side: exact
// between alpha and beta, and always without pruning.
func (a *minimax[S, P]) value(ply, alpha, beta int) int {
	if a.count(); a.timedOut {
		return 0
	}
	f := &a.frames[ply]
	result := P(&f.state).Outcome().Result
	if result != game.Ongoing || ply == a.depth {
		return a.leaf(f, result, ply)
	}
	mine := P(&f.state).Turn() == a.side
	f.moves = P(&f.state).Moves(f.moves[:0])
	if i := slices.Index(f.moves, a.refuters[ply]); a.prune && i > 0 {
		f.moves[0], f.moves[i] = f.moves[i], f.moves[0]
	}
	best := math.MaxInt
	if mine {
		best = math.MinInt
	}
	for _, m := range f.moves {
		P(&f.state).Play(m, &a.frames[ply+1].state)
		v := a.value(ply+1, alpha, beta)
		if mine {
			best = max(best, v)
			alpha = max(alpha, best)
		} else {
			best = min(best, v)
			beta = min(beta, best)
		}
		if a.prune && alpha >= beta {
			a.refuters[ply] = m
			break
		}
	}
	return best
}

// leaf is the value at the end of the tree, or of the game.
func (a *minimax[S, P]) leaf(f *branchFrame[S], result game.Result, ply int) int {
	value := a.leafValue(&f.state, a.side)
	switch result {
	case game.Win(a.side):
		return value + gameWorth - ply*plyWorth
	case game.Win(a.side.Other()):
		return value - gameWorth + ply*plyWorth
	case game.Draw:
		return 0
	}
	return value
}

func referenceKind[S comparable, P game.Position[S]]() kind[S, P] {
	type settings struct {
		Depth int     `key:"depth" doc:"plies to look ahead; below 100 s left at most 3, below 10 s 2, below 2 s 1; one less where a search has used a quarter of the time left" range:"1..8" default:"4"`
		Pace  float64 `key:"pace" doc:"CPU that a move is charged at least, a seventh of that for each ply less" range:">0..1000000" allowed:"seconds of CPU, above 0" derived:"what it takes"`
	}
	k := Kind{Name: "reference", Doc: "the opponent of checkers-2021 and halma-2019: plain minimax that keeps the game's clock"}
	return newKind(k, func(g *bound[S, P], set *settings, _ Spec, _ Env) (Agent, error) {
		return g.builtin(func(r game.Rand) chooser[S] { return newReference(g.baseline(r), set.Depth, seconds(set.Pace)) }), nil
	})
}

// reference is the opponent that courses grade by: plain minimax without
// pruning that looks less far ahead as the game's clock runs down.
//
// The thresholds are those of the course's own reference for Checkers. It loses
// no game on time: a search that has used a quarter of the time left is aborted
// and restarted a ply shallower, with a quarter of what is then left; only that of
// a single ply always finishes.
type reference[S comparable, P game.Position[S]] struct {
	*minimax[S, P]
	deepest int
	pace    time.Duration
}

func newReference[S comparable, P game.Position[S]](b baseline[S, P], depth int, pace time.Duration) *reference[S, P] {
	m := newMinimax(b, depth)
	if b.tactics.Reference != nil {
		m.leafValue = b.tactics.Reference
	}
	return &reference[S, P]{m, depth, pace}
}

// patience is the part of the time left that a search may use, as a divisor.
const patience = 4

func (a *reference[S, P]) choose(s *S, _ []uint64, c Clock) Choice {
	watch := cputime.Start()
	defer watch.Stop()
	left := c.Left
	if c.Move > 0 {
		left = shorter(left, c.Move)
	}
	// The cost of the full tree is part of the opponent only if time counts.
	a.prune = left == 0
	for a.depth = referenceDepth(a.deepest, c.Left); ; a.depth-- {
		a.meter = meter{nodes: a.nodes}
		if left > 0 && a.depth > 1 {
			a.until = cputime.Thread() + max(left-watch.Used(), 0)/patience
		}
		if m := a.best(s); !a.timedOut {
			return Choice{Move: m, CPU: a.charge(watch.Used(), left)}
		}
	}
}

// referenceDepth is how far the reference looks ahead with this time left for the
// game; 0 is no limit.
func referenceDepth(deepest int, left time.Duration) int {
	switch {
	case left == 0 || left >= 100*time.Second:
		return deepest
	case left >= 10*time.Second:
		return min(deepest, 3)
	case left >= 2*time.Second:
		return min(deepest, 2)
	}
	return 1
}

// charge is the CPU time that is charged for the move, 0 for what the referee
// measures. It respects the quarter of the time left.
func (a *reference[S, P]) charge(used, left time.Duration) time.Duration {
	if a.pace == 0 {
		return 0
	}
	least := a.pace
	for range a.deepest - a.depth {
		least /= 7 // about the moves of a Checkers position: what one ply less saves
	}
	if left > 0 {
		least = min(least, left/patience)
	}
	return max(used, least)
}
