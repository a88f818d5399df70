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
	clock func() time.Duration
	table table
	near  table // of positions near the end
	order order
	plies [littlego.LastPly + 1]ply
	limit uint64        // of Nodes; 0: none
	until time.Duration // on the clock; 0: no limit
	look  uint64        // of Nodes, when the clock is read again
	out   bool          // a limit ended the search

	// Watch, if there is one, is asked now and then whether to stop a proof
	// that takes long.
	Watch func() (stop bool)
	// Found collects what was proven of positions with at least Keep plies
	// left, below the one that was asked about; 0: nothing. Watch may take it.
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
	return &Solver{table: newTable(bits), near: newTable(nearBits), clock: clock}
}

// Wins tells whether the side to move wins with best play, and by which move.
// Known is false when the limits were not enough; a depth does not limit it.
// The game must not be over.
func (z *Solver) Wins(s *littlego.State, limits search.Limits) (m game.Move, won, known bool) {
	z.begin(limits)
	left := littlego.LastPly - s.Ply()
	own, opp := s.Own(), s.Opp()
	if s.Passed() && own.Count()-opp.Count() >= need(s) {
		return littlego.Pass, true, true
	}
	if left > 1 {
		empty := littlego.Full() &^ (own | opp)
		mine, theirs := look(own, empty), look(opp, empty)
		point, won := z.search(s, left, &mine, &theirs, littlego.Full())
		return pointMove(point), won, !z.out
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
	z.begin(limits)
	for _, m := range s.Moves(nil) {
		won := z.after(s, m)
		if z.out {
			return dst, false
		}
		if won {
			dst = append(dst, m)
		}
	}
	return dst, true
}

// after tells whether a move wins.
func (z *Solver) after(s *littlego.State, m game.Move) bool {
	var child littlego.State
	s.Play(m, &child)
	if o := child.Outcome(); o.Over() {
		return o.Result == game.Win(s.Turn())
	}
	return !z.wins(&child) && !z.out
}

func (z *Solver) begin(limits search.Limits) {
	z.out, z.limit, z.until, z.look = false, 0, 0, z.Nodes
	if limits.Nodes > 0 {
		z.limit = z.Nodes + limits.Nodes
	}
	if limits.Time > 0 {
		z.until = z.clock() + limits.Time
	}
}

// lookInterval is the number of nodes from one look at the clock to the next.
const lookInterval = 512

// ended tells whether a limit has been reached.
func (z *Solver) ended() bool {
	if z.limit > 0 && z.Nodes > z.limit {
		z.out = true
	}
	if z.Nodes >= z.look && (z.until > 0 || z.Watch != nil) {
		z.look = z.Nodes + lookInterval
		z.out = z.out || z.until > 0 && z.clock() >= z.until || z.Watch != nil && z.Watch()
	}
	return z.out
}

func (z *Solver) wins(s *littlego.State) bool {
	z.Nodes++
	if z.ended() {
		return false
	}
	left := littlego.LastPly - s.Ply()
	own, opp := s.Own(), s.Opp()
	lead, need := own.Count()-opp.Count(), need(s)
	if s.Passed() && lead >= need {
		return true // a second pass ends the game
	}
	if left == 1 {
		return lead >= need || lastWins(s, need-lead)
	}
	key := z.key(s, left)
	table := z.tableFor(left)
	if won, known := table.get(key); known {
		return won
	}
	empty := littlego.Full() &^ (own | opp)
	mine, theirs := look(own, empty), look(opp, empty)
	room := findRoom(empty)
	if won, known := clear(lead, need, left, &mine, &theirs, &room); known {
		return won
	}
	before := z.Nodes
	only := littlego.Full()
	if left == 2 {
		only = last2(lead-need, &mine, &theirs, &room)
	}
	point, won := z.search(s, left, &mine, &theirs, only)
	if !z.out {
		table.put(key, won, z.Nodes-before)
		if z.Keep > 0 && left >= z.Keep {
			z.Found = append(z.Found, Recorded(s, pointMove(point)))
		}
	}
	return won
}

// turnLeft is the number of plies left from which on the table holds but one
// of a position's symmetric forms: nearer to the end they hardly ever meet.
const turnLeft = 13

// key is what the table knows a position by.
func (z *Solver) key(s *littlego.State, left int) uint64 {
	if left < turnLeft {
		return codeOf(s, 0).mixed()
	}
	c, _ := canonical(s)
	return c.mixed()
}

// Learn puts a record into the table, as hard to find out as anything there.
// Positions with few plies left are none of the table's business.
func (z *Solver) Learn(r Record) {
	if littlego.LastPly-r.Key().Ply() >= turnLeft {
		z.table.put(r.code.mixed(), r.Won(), math.MaxUint64)
	}
}

// nearLeft is the number of plies left up to which positions are kept in a
// table of their own, so small that the processor has it at hand.
const (
	nearLeft = 4
	nearBits = 16
)

func (z *Solver) tableFor(left int) *table {
	if left <= nearLeft {
		return &z.near
	}
	return &z.table
}

// lastWins tells whether one move wins that many points.
func lastWins(s *littlego.State, missing int) bool {
	legal := s.Placements()
	if missing <= 1 {
		return legal != 0
	}
	for legal &= s.Opp().Grow(); legal != 0; legal &= legal - 1 {
		if taken := s.Captures(game.Move(first(legal)) << 16); 1+taken.Count() >= missing {
			return true
		}
	}
	return false
}

// search tries the moves until one wins, first those that the table knows to,
// and returns it.
func (z *Solver) search(s *littlego.State, left int, own, opp *groups, only littlego.Board) (point uint, won bool) {
	p := &z.plies[s.Ply()]
	n := 0
	for legal := s.Placements() & only; legal != 0; legal &= legal - 1 {
		point := first(legal)
		p.points[n], p.ranks[n] = uint8(point), z.order.rank(s.Ply(), point, own, opp)
		n++
	}
	// A pass after a pass has been looked at; one as the first move loses or
	// wins nothing.
	if !s.Passed() && s.Ply() > 0 && only == littlego.Full() {
		p.points[n], p.ranks[n] = pass, z.order.rank(s.Ply(), pass, own, opp)
		n++
	}
	if left >= probeLeft {
		table := z.tableFor(left - 1)
		for i := range n {
			s.Play(game.Move(p.points[i])<<16, &p.child)
			if won, known := table.get(z.key(&p.child, left-1)); known && !won {
				return uint(p.points[i]), true
			}
			if left >= judgeLeft {
				p.ranks[i] = z.order.judged(s.Ply(), uint(p.points[i]), &p.child)
			}
		}
	}
	for i := range n {
		point := p.next(i, n)
		s.Play(game.Move(point)<<16, &p.child)
		if !z.wins(&p.child) && !z.out {
			z.order.won(s.Ply(), point, left)
			return point, true
		}
		if z.out {
			return none, false
		}
	}
	return none, false
}

// none is no point.
const none = 30

// From so many plies left on, the table is asked for all replies first, and the
// moves are judged by the positions after them: nearer to the end that costs
// more than it saves.
const (
	probeLeft = 4
	judgeLeft = 6
)

// next brings the best of the moves from i on to place i.
func (p *ply) next(i, n int) uint {
	best := i
	for j := i + 1; j < n; j++ {
		if p.ranks[j] > p.ranks[best] {
			best = j
		}
	}
	p.points[i], p.points[best] = p.points[best], p.points[i]
	p.ranks[i], p.ranks[best] = p.ranks[best], p.ranks[i]
	return uint(p.points[i])
}
