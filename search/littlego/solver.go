package littlego

import (
	"math"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// Solver finds out whether positions are won. It is not for use by several
// goroutines at once; what it has found out stays in its table. The variant of
// the positions must be one in which two passes end the game.
type Solver struct {
	Nodes uint64 // positions that were searched, since the solver was made
	Meter search.Meter
	table table
	near  table // of positions near the end
	order order
	plies [littlego.LastPly + 1]ply

	// Found collects what was proven of positions with at least Keep plies
	// left, below the one that was asked about; 0: nothing. The meter's Watch may
	// take it.
	Found []Record
	Keep  int
}

// ply is what one ply of the search needs.
type ply struct {
	child  littlego.State
	points [32]uint8
	ranks  [32]int32
}

// NewSolver makes a solver with a table of 2^bits words of 8 bytes. The clock
// is only read by searches with a time limit.
func NewSolver(bits uint, clock func() time.Duration) *Solver {
	const nearBits = 16
	return &Solver{table: newTable(bits), near: newTable(nearBits), Meter: search.NewMeter(clock)}
}

// Wins reports whether the side to move wins with best play, and by which move.
// Known is false if the limits were not enough; a limit on depth is ignored. The game
// must not be over.
func (z *Solver) Wins(s *littlego.State, limits search.Limits) (m game.Move, won, known bool) {
	z.Meter.Begin(z.Nodes, limits)
	left := littlego.LastPly - s.Ply()
	own, opp := s.Own(), s.Opp()
	if s.Passed() && own.Count()-opp.Count() >= need(s) {
		return littlego.Pass, true, true
	}
	if left > 1 {
		empty := littlego.Full() &^ (own | opp)
		mine, theirs := look(own, empty), look(opp, empty)
		point, won := z.search(s, left, &mine, &theirs, littlego.Full())
		return pointMove(point), won, !z.Meter.Out
	}
	for _, m := range s.Moves(nil) {
		if z.after(s, m) {
			return m, true, true
		}
	}
	return game.NoMove, false, true
}

// pointMove is the move at a point, a pass, or NoMove for none.
func pointMove(point uint) game.Move {
	if point == none {
		return game.NoMove
	}
	return game.Move(point) << 16
}

// Winning appends the legal moves that win, in board order. Known is false when
// the limits were not enough to tell for all.
func (z *Solver) Winning(s *littlego.State, limits search.Limits, dst []game.Move) (moves []game.Move, known bool) {
	z.Meter.Begin(z.Nodes, limits)
	for _, m := range s.Moves(nil) {
		won := z.after(s, m)
		if z.Meter.Out {
			return dst, false
		}
		if won {
			dst = append(dst, m)
		}
	}
	return dst, true
}

// after reports whether a move wins.
func (z *Solver) after(s *littlego.State, m game.Move) bool {
	var child littlego.State
	s.Play(m, &child)
	if o := child.Outcome(); o.Over() {
		return o.Result == game.Win(s.Turn())
	}
	return !z.wins(&child) && !z.Meter.Out
}

// Learn puts a record into the table, marked as the hardest to find out. It ignores
// positions with few plies left.
func (z *Solver) Learn(r Record) {
	if littlego.LastPly-r.Key().Ply() >= turnLeft {
		z.table.put(r.code.mixed(), r.Won(), math.MaxUint64)
	}
}
