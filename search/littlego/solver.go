// Package littlego is what only Little-Go's search needs: the exact value of
// the rest of a game. A game has 24 plies, so no line is longer than those that
// are left, and a position is won or lost for the side to move.
//
// Unconditional life (Benson, 1976) in the bounds was tried: with 16 or fewer plies
// left it saved one node in 200 and cost a tenth of the time, since a proof spends
// its nodes where little lives.
package littlego

import (
	"math"
	"math/bits"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// Solve proves which moves win, in board order. Variants in which passes do not
// end the game are given up without a node.
func Solve(s *littlego.State, limits search.Limits, clock func() time.Duration) search.Proof {
	// solveBits gives the table of a long proof 512 MB at most; it is no larger
	// than the proof needs, or than its limits let it fill.
	const solveBits = 26
	if !s.TwoPassesEnd() {
		return search.Proof{}
	}
	bits := uint(min(solveBits, max(10, 2*(littlego.LastPly-s.Ply())-10)))
	z := NewSolver(limits.TableBits(bits), clock)
	moves, known := z.Winning(s, limits, nil)
	value := -1
	if len(moves) > 0 {
		value = 1
	}
	return search.Proof{Known: known, Value: value, Moves: moves, Nodes: z.Nodes}
}

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
	return z.WinsBy(game.NoMove, s, limits)
}

// WinsBy is Wins, but that a move, if it is one, is tried first. If the limits were not enough,
// the move returned is that which was being tried, and all before it have been found to lose: with
// larger limits it is the same move or a later one, and a winning move stays.
func (z *Solver) WinsBy(begin game.Move, s *littlego.State, limits search.Limits) (m game.Move, won, known bool) {
	z.Meter.Begin(z.Nodes, limits)
	left := littlego.LastPly - s.Ply()
	own, opp := s.Own(), s.Opp()
	if s.Passed() && own.Count()-opp.Count() >= need(s) {
		return littlego.Pass, true, true
	}
	if left > 1 {
		empty := littlego.Full() &^ (own | opp)
		mine, theirs := look(own, empty, 1), look(opp, empty, 1)
		return z.root(begin, s, left, &mine, &theirs)
	}
	for _, m := range s.Moves(nil) {
		if z.after(s, m) {
			return m, true, true
		}
	}
	return game.NoMove, false, true
}

func (z *Solver) root(begin game.Move, s *littlego.State, left int, own, opp *groups) (m game.Move, won, known bool) {
	p := &z.plies[s.Ply()]
	n := z.list(s, own, opp, littlego.Full())
	point, n := z.probe(s, left, n)
	if point != none {
		return pointMove(point), true, true
	}
	for i := range n {
		if pointMove(uint(p.points[i])) == begin {
			p.ranks[i] = math.MaxInt32
		}
	}
	for i := range n {
		point := p.next(i, n)
		m = pointMove(point)
		if z.after(s, m) {
			z.order.won(s.Ply(), point, left)
			return m, true, true
		}
		if z.Meter.Out {
			return m, false, false
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

func (z *Solver) wins(s *littlego.State) bool {
	z.Nodes++
	if z.Meter.Over(z.Nodes) {
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
	key, table := z.key(s, left), z.tableFor(left)
	if won, known := table.get(key); known {
		return won
	}
	empty := littlego.Full() &^ (own | opp)
	fill, foe := fills(left)
	var room room
	if left <= roomLeft {
		room = findRoom(empty)
	}
	// Most often a side that is ahead wins without a search.
	var mine, theirs groups
	if lead >= need {
		if mine = look(own, empty, foe); lead-loss(left, &mine, &room) >= need {
			return true
		}
		if theirs = look(opp, empty, fill); lead+gain(left, &theirs, &room) < need {
			return false
		}
	} else {
		if theirs = look(opp, empty, fill); lead+gain(left, &theirs, &room) < need {
			return false
		}
		if mine = look(own, empty, foe); lead-loss(left, &mine, &room) >= need {
			return true
		}
	}
	only := littlego.Full()
	if left == 2 {
		only = last2(lead-need, &mine, &theirs, &room)
	}
	before := z.Nodes
	point, won := z.search(s, left, &mine, &theirs, only)
	if !z.Meter.Out {
		table.put(key, won, z.Nodes-before)
		z.found(s, left, point)
	}
	return won
}

// found keeps what was proven of a position with enough plies left.
func (z *Solver) found(s *littlego.State, left int, point uint) {
	if z.Keep > 0 && left >= z.Keep {
		z.Found = append(z.Found, Recorded(s, pointMove(point)))
	}
}

// turnLeft is the least number of plies left with which the table holds only one of a
// position's symmetric forms: nearer to the end they hardly ever meet.
const turnLeft = 13

// key is what the table knows a position by.
func (z *Solver) key(s *littlego.State, left int) uint64 {
	if left < turnLeft {
		return codeOf(s, 0).mixed()
	}
	c, _ := canonical(s)
	return c.mixed()
}

func (z *Solver) tableFor(left int) *table {
	// Positions near the end have a table of their own, small enough for the
	// processor's cache.
	const nearLeft = 4

	if left <= nearLeft {
		return &z.near
	}
	return &z.table
}

// lastWins reports whether one move wins that many points.
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

// search tries the moves until one wins, first those that win by the table, and
// returns it.
func (z *Solver) search(s *littlego.State, left int, own, opp *groups, only littlego.Board) (point uint, won bool) {
	// Asking the table for all replies first, and judging the moves by the positions
	// after them, costs more than it saves with fewer plies left.
	const probeLeft = 6
	p := &z.plies[s.Ply()]
	n := z.list(s, own, opp, only)
	if left >= probeLeft {
		if point, n = z.probe(s, left, n); point != none {
			return point, true
		}
	}
	for i := range n {
		point := p.next(i, n)
		s.Play(game.Move(point)<<16, &p.child)
		if !z.wins(&p.child) && !z.Meter.Out {
			z.order.won(s.Ply(), point, left)
			return point, true
		}
		if z.Meter.Out {
			return none, false
		}
	}
	return none, false
}

// list puts the moves to try into the ply's place, with ranks that need no look
// at what comes after them, and returns their number.
func (z *Solver) list(s *littlego.State, own, opp *groups, only littlego.Board) int {
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
	return n
}

// probe returns the first of n moves that the table knows to win, or none; on the way it
// drops those that are known to lose, and judges the others, whose number it returns.
func (z *Solver) probe(s *littlego.State, left, n int) (point uint, open int) {
	const judgeLeft = 7 // see probeLeft
	p := &z.plies[s.Ply()]
	table := z.tableFor(left - 1)
	for i := range n {
		s.Play(game.Move(p.points[i])<<16, &p.child)
		won, known := table.get(z.key(&p.child, left-1))
		if known && !won {
			return uint(p.points[i]), 0
		}
		if known {
			continue
		}
		rank := p.ranks[i]
		if left >= judgeLeft {
			rank = z.order.judged(s.Ply(), uint(p.points[i]), &p.child)
		}
		p.points[open], p.ranks[open] = p.points[i], rank
		open++
	}
	return none, open
}

// none is no point.
const none = 30

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

// pass is the point that stands for a pass.
const pass = 31

// order says which moves have won before.
type order struct {
	history [2][32]int32
	killers [littlego.LastPly + 1][2]uint8
}

// won notes a move that has won, where so many plies were left. What wins far
// from the end counts as much as all that wins in the tree below it.
func (o *order) won(ply int, point uint, left int) {
	o.history[ply&1][point] += 1 << min(left, 16)
	k := &o.killers[ply]
	if k[0] != uint8(point) {
		k[0], k[1] = uint8(point), k[0]
	}
	if o.history[ply&1][point] > 1<<24 {
		for side := range o.history {
			for p := range o.history[side] {
				o.history[side][p] /= 2
			}
		}
	}
}

// The ranks of moves; history counts below them.
const rankKiller = 1 << 27

// rank is how early a point should be tried.
func (o *order) rank(ply int, point uint, own, opp *groups) int32 {
	const rankCapture = 1 << 28
	const rankSave = 1 << 26
	rank := o.history[ply&1][point]
	bit := littlego.Board(1) << point
	switch {
	case opp.atari&bit != 0:
		return rankCapture + rank
	case o.killers[ply][0] == uint8(point):
		return rankKiller + 1<<25
	case o.killers[ply][1] == uint8(point):
		return rankKiller
	case own.atari&bit != 0:
		return rankSave + rank
	}
	return rank
}

func first(b littlego.Board) uint { return uint(bits.TrailingZeros32(uint32(b))) }

// perStone is what judge counts for a stone.
const perStone = 8

// judge guesses how good a move is for the side that made it, by the position
// after it.
func judge(s *littlego.State) int32 {
	const perLiberty = 4
	const perAtari = 7 // a stone in a group with one liberty
	const perShort = 4 // a stone in a group with two
	const perShortFoe = 2
	own, opp := s.Opp(), s.Own()
	empty := littlego.Full() &^ (own | opp)
	mine, theirs := look(own, empty, 2), look(opp, empty, 2)
	return int32(perStone*(own.Count()-opp.Count()) +
		perLiberty*((own.Grow()&empty).Count()-(opp.Grow()&empty).Count()) -
		perAtari*(mine.one-theirs.one) -
		perShort*mine.two + perShortFoe*theirs.two)
}

// shape is how stones count in the order of moves, in sixteenths of what makes a move e
// times as likely to win.
type shape struct {
	stone   [6]int32 // one in a group with so many liberties or, the last, more
	liberty int32    // an empty point next to a stone
	area    int32    // one that is next to no stone of the other side
	eye     int32    // one whose neighbours are all such stones
}

// ownShape and oppShape are those of the side that has moved and of the other; placed is
// what the place of the move adds. They are fitted to which moves won, in positions with 6
// to 13 plies left of proofs from positions after the book.
var (
	ownShape = shape{stone: [6]int32{0, -33, 10, 11, 12, 12}, liberty: -5, area: 10, eye: 9}
	oppShape = shape{stone: [6]int32{0, -8, -13, -14, -12, -12}, liberty: -11, area: -5, eye: -24}
	placed   = [32]int32{
		-17, -3, 9, -3, -17, 0,
		-3, 20, 27, 20, -3, 0,
		9, 27, 14, 27, 9, 0,
		-3, 20, 27, 20, -3, 0,
		-17, -3, 9, -3, -17, 0,
		0, -31,
	}
)

func (h *shape) worth(stones, other littlego.Board) int32 {
	empty := littlego.Full() &^ (stones | other)
	around := stones.Grow() & empty
	eyes := empty &^ (littlego.Full() &^ stones).Grow()
	sum := h.liberty*int32(around.Count()) + h.area*int32((around&^other.Grow()).Count()) + h.eye*int32(eyes.Count())
	for stones != 0 {
		group := (stones & -stones).Flood(stones)
		stones &^= group
		sum += h.stone[min((group.Grow()&empty).Count(), 5)] * int32(group.Count())
	}
	return sum
}

// judged is the rank of a move far from the end, where trying a bad one costs
// more than a look at the position after it.
func (o *order) judged(ply int, point uint, after *littlego.State) int32 {
	const perHistory = 2 // each doubling of the history
	const firstKiller, secondKiller = 26, 11
	own, opp := after.Opp(), after.Own()
	rank := ownShape.worth(own, opp) + oppShape.worth(opp, own) + placed[point] +
		perHistory*int32(bits.Len32(uint32(o.history[ply&1][point])))
	switch uint8(point) {
	case o.killers[ply][0]:
		rank += firstKiller
	case o.killers[ply][1]:
		rank += secondKiller
	}
	return rank
}

// table remembers what positions are worth. A word holds a position's mixed
// code as a whole, so no position is mistaken for another; below it come how
// hard it was to find out, and the value.
type table struct {
	words []uint64
	mask  uint64
}

const (
	wonBit    = 1
	knownBit  = 2
	effortAt  = 2
	valueBits = 64 - codeBits
	effortMax = 1<<6 - 1
	// bucket is the number of words that a position may be in.
	bucket = 4
)

func newTable(bits uint) table {
	bits = max(bits, 2)
	return table{words: make([]uint64, 1<<bits), mask: 1<<bits - bucket}
}

// get reports whether a position is won; known is false when the table does not
// have it.
func (t *table) get(key uint64) (won, known bool) {
	at := key & t.mask
	for _, word := range t.words[at : at+bucket] {
		if word>>valueBits == key && word&knownBit != 0 {
			return word&wonBit != 0, true
		}
	}
	return false, false
}

// put remembers a value that took so many nodes to find. It replaces the value that
// was easiest to find.
func (t *table) put(key uint64, won bool, nodes uint64) {
	word := key<<valueBits | knownBit | min(uint64(bits.Len64(nodes)), effortMax)<<effortAt
	if won {
		word |= wonBit
	}
	at := key & t.mask
	words := t.words[at : at+bucket]
	easiest := 0
	for i := range words {
		if words[i]>>valueBits == key || words[i] == 0 {
			words[i] = word
			return
		}
		if effort(words[i]) < effort(words[easiest]) {
			easiest = i
		}
	}
	words[easiest] = word
}

func effort(word uint64) uint64 { return word >> effortAt & effortMax }
