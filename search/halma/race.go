// Package halma is what only Halma's search needs: the race to the goals, once
// the two sides have passed each other and each is on its own. A plan of own
// moves to the end sees farther than a search of both sides' moves.
//
// The package keeps to the plain subset of Go that the shipped agent is
// translated from.
package halma

import (
	"math/bits"
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
	"evolab/search"
)

// Begun reports whether the position is a race for the side to move: its pieces have
// left their camp, and have nearly passed all of the enemy's, or few are not home.
func Begun(s *halma.State) bool {
	// mostOverlap is how many diagonals the last pieces of the two sides may still
	// have to go until they have passed each other. Measured with 1,500 nodes a
	// move, against the search alone, 60 games each: 60 % with 0, 68 % with 4, 60 %
	// with 8.
	const mostOverlap = 4
	// fewLeft is the number of pieces outside the goal up to which it is a race,
	// whatever stands in the goal. Against random, which leaves pieces everywhere,
	// games take 160 plies in the median with 6, and 172 without.
	const fewLeft = 6
	side := s.Turn()
	own, opp := s.Own(), s.Opp()
	if home := own.And(halma.Camp(side)); !home.Empty() {
		return false
	}
	if out := own.Without(halma.Goal(side)); out.Count() <= fewLeft {
		return true
	}
	return last(side, &own)+last(side^1, &opp) <= corners+mostOverlap
}

// corners is the distance between the corners of the two camps, in columns and
// rows.
const corners = 2 * (halma.Size - 1)

// last is how many columns and rows the last piece of a side is away from the
// corner of its goal.
func last(side game.Side, pieces *halma.Board) int {
	most := 0
	for class := 0; class < halma.Classes; class++ {
		for rest := pieces[class]; rest != 0; rest &= rest - 1 {
			most = max(most, away(side, halma.SquareOf(class, bits.TrailingZeros64(rest))))
		}
	}
	return most
}

// away is the columns and rows from a square to the corner of a side's goal.
func away(side game.Side, square int) int {
	d := square%halma.Size + square/halma.Size
	if side == game.First {
		return corners - d
	}
	return d
}

// Race chooses the moves of one player in a race.
type Race struct {
	clock   func() time.Duration
	planner *Planner // made when it is needed
}

// NewRace makes one for a game. Time limits are in CPU time, which the clock
// measures.
func NewRace(clock func() time.Duration) *Race { return &Race{clock: clock} }

//ship:warming 250 * time.Microsecond
const timePerWidth = 50 * time.Microsecond //ship:slow 5 * time.Millisecond

// width is the width of the beam that half of the limits can pay for, or 0.
func width(limits search.Limits) int {
	// What a beam costs for each position of its width, measured in races of 10 to 15
	// moves.
	const nodesPerWidth = 25
	// leastWidth is the narrowest beam that is worth its time.
	const leastWidth = 8
	w := MostWidth
	if limits.Nodes > 0 {
		w = int(min(uint64(w), limits.Nodes/2/nodesPerWidth))
	}
	if limits.Time > 0 {
		w = int(min(time.Duration(w), limits.Time/2/timePerWidth))
	}
	if w < leastWidth {
		return 0
	}
	return w
}

// Book knows no move: Halma has none.
func (r *Race) Book(s *halma.State) (search.Result, bool) { return search.Result{}, false }

// Drawn knows no draw: Halma has none.
func (r *Race) Drawn(s *halma.State) bool { return false }

// Hopeful has no hope of a proof: Move finds the plans that win for certain.
func (r *Race) Hopeful(s *halma.State, limits search.Limits) bool { return false }

// Win proves nothing.
func (r *Race) Win(s *halma.State, guess game.Move, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move returns the first move of the shortest plan that is found with half of
// the limits; false if the position is no race, or there is no plan. The score
// is the lead in moves, each worth a unit of the evaluation; it is exact, and a
// win, if the plan cannot be disturbed and the enemy needs more moves.
func (r *Race) Move(s *halma.State, limits search.Limits) (search.Result, bool) {
	w := width(limits)
	if w == 0 || !Begun(s) {
		return search.Result{}, false
	}
	if r.planner == nil {
		r.planner = NewPlanner(r.clock)
	}
	p := r.planner
	before := p.Nodes
	p.deadline = 0
	if limits.Time > 0 {
		p.deadline = r.clock() + limits.Time/2
	}
	plan := p.Plan(s, w, MostMoves)
	if len(plan) == 0 {
		return search.Result{Nodes: p.Nodes - before}, false
	}
	enemy := LeastMoves(s, s.Turn()^1)
	result := search.Result{
		Move: plan[0], PV: plan[:1], Depth: 2*len(plan) - 1, Nodes: p.Nodes - before,
		Score: (enemy - len(plan)) * features.Unit,
	}
	if len(plan) <= enemy && certain(s, plan) {
		result.Exact, result.Score = true, search.Win-result.Depth
	}
	return result, true
}

// worths[side][q] is what a piece on square q costs a plan of a side: the
// columns and rows that it is away from the goal's corner, and more for those
// that are far behind. (Measured on 159 positions of games, width 64: the factor
// hardly matters between 1/1 and 1/6.)
var worths = makeWorths()

func makeWorths() (table [2][halma.Squares]int32) {
	for side := range table {
		for q := range halma.Squares {
			d := int32(away(game.Side(side), q))
			table[side][q] = 4*d + d*d/2
		}
	}
	return table
}

// total is the cost of all pieces of the side to move.
func total(s *halma.State) int32 {
	own, worth := s.Own(), &worths[s.Turn()&1]
	var sum int32
	for class := 0; class < halma.Classes; class++ {
		for rest := own[class]; rest != 0; rest &= rest - 1 {
			sum += worth[halma.SquareOf(class, bits.TrailingZeros64(rest))&0xff]
		}
	}
	return sum
}

// LeastMoves is a lower bound on the own moves that a side needs to fill its goal,
// whatever the enemy does in between (0 if it is filled).
//
// A move brings in one piece at most, so there are at least as many moves as empty
// squares in the goal. If the side has to fill the goal all by itself, each parity
// class has to end with as many pieces as the goal has squares of it. Jumps stay
// within a class, so every surplus piece of a class has to step. The step may bring
// the piece in, if it stands next to the goal; every other step is one move more.
func LeastMoves(s *halma.State, side game.Side) int {
	goal, pieces, enemy := halma.Goal(side), s.Pieces(side), s.Pieces(side^1)
	missing := goal.Without(pieces).Without(enemy)
	n := missing.Count()
	if held := goal.And(enemy); !held.Empty() {
		return n // the enemy's pieces there count, as long as they stay
	}
	steps := 0
	for class := 0; class < halma.Classes; class++ {
		var of halma.Board
		of[class] = ^uint64(0)
		have, want := pieces.And(of), goal.And(of)
		steps += max(0, have.Count()-want.Count())
	}
	outside := pieces.Without(goal)
	beside := outside.And(goal.Grow())
	return n + max(0, steps-beside.Count())
}
