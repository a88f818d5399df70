package search

import (
	"math/bits"
	"time"

	"evolab/features"
	"evolab/game"
)

// Limits bound a search; whichever is reached first ends it. The depth is
// always bounded: by MaxDepth if by nothing else.
type Limits struct {
	Depth int           // plies; 0 is no limit
	Nodes uint64        // moves played in the tree; 0 is no limit
	Time  time.Duration // on the engine's clock; 0 is no limit
	// Seed draws the order of the root moves, and with it which one of
	// several equal moves is chosen; 0 keeps the game's board order.
	Seed uint64
	// Plain looks at every line up to the depth and no further, so that the
	// score is Minimax's: there is no quiescence and no reduction, the table
	// gives what was searched to the same depth, and nothing is drawn by
	// repetition.
	Plain bool
	// Proof makes a known draw (Hints.Ending) the end of a line. A player searches on: some
	// drawn positions are harder for the opponent than others.
	Proof bool
	// History holds the keys (Hints.Same) of the game's earlier positions, the
	// oldest first. Returning to one is a draw.
	History []uint64
	// TableMB bounds the memory of the table. 0: DefaultTableMB, and no table for
	// searches so shallow that it costs more than it saves; below 0: no table.
	TableMB int
}

// None reports whether nothing but MaxDepth bounds the search.
func (l Limits) None() bool { return l.Depth == 0 && l.Nodes == 0 && l.Time == 0 }

// MaxDepth is the deepest search, in plies.
const MaxDepth = 64

// Result is what a search has found so far.
type Result struct {
	Move  game.Move
	Score int  // from the side to move; see Win
	Depth int  // deepest iteration that was finished, in plies
	Exact bool // no leaf was evaluated: the score is the truth
	Nodes uint64
	PV    []game.Move // principal variation, valid until the next search
}

// Meter watches the limits of an exact solver, whose own count of nodes
// continues from one search to the next.
type Meter struct {
	Out bool // a limit ended the search: what it finds means nothing
	// Watch, if there is one, is asked every lookInterval nodes whether to
	// stop.
	Watch func() (stop bool)

	clock func() time.Duration
	limit uint64        // of the nodes; 0: none
	whole uint64        // the limit of the search, of which this may be a part
	until time.Duration // on the clock; 0: no limit
	look  uint64        // of the nodes, when the clock is read again
}

// NewMeter makes a meter. The clock is only read by searches with a time limit.
func NewMeter(clock func() time.Duration) Meter { return Meter{clock: clock} }

// Begin begins a search after so many nodes were counted already; a limit on depth
// is ignored.
func (m *Meter) Begin(nodes uint64, limits Limits) {
	m.Out, m.limit, m.whole, m.until, m.look = false, 0, 0, 0, nodes
	if limits.Nodes > 0 {
		m.limit = nodes + limits.Nodes
		m.whole = m.limit
	}
	if limits.Time > 0 {
		m.until = m.clock() + limits.Time
	}
}

// Part begins a part of the search, of so many nodes at most, or of all that
// are left with 0. It is false, and the search is out, when the search's own
// limits are reached.
func (m *Meter) Part(nodes, most uint64) bool {
	m.Out = m.whole > 0 && nodes >= m.whole || m.until > 0 && m.clock() >= m.until
	m.limit = m.whole
	if part := nodes + most; most > 0 && (m.whole == 0 || part < m.whole) {
		m.limit = part
	}
	return !m.Out
}

// Over reports whether a limit has been reached with so many nodes.
func (m *Meter) Over(nodes uint64) bool {
	if m.limit > 0 && nodes > m.limit {
		m.Out = true
	}
	if nodes >= m.look && (m.until > 0 || m.Watch != nil) {
		m.look = nodes + lookInterval
		m.Out = m.Out || m.until > 0 && m.clock() >= m.until || m.Watch != nil && m.Watch()
	}
	return m.Out
}

// TableBits is the size that a solver's table of up to 2^most words needs under the limits: a larger one
// would stay empty, and clearing it would take longer than a short search.
func (l Limits) TableBits(most uint) uint {
	const perSecond = 1 << 22 // more nodes than solvers search
	if l.Nodes > 0 {
		most = min(most, uint(bits.Len64(l.Nodes))+1)
	}
	if l.Time > 0 {
		most = min(most, uint(bits.Len64(uint64(l.Time.Seconds()*perSecond)))+1)
	}
	return max(most, 10)
}

// Speed searches positions of random games for about a time of the clock, and
// returns the nodes a second.
func Speed[S comparable, P game.Position[S]](start *S, eval *features.Linear[S], t time.Duration, clock func() time.Duration) int64 {
	const positions = 8  // searched in turn
	const apart = 4      // random plies from one to the next
	const visits = 5_000 // nodes of a search
	engine := New[S, P](*eval, clock)
	r := game.NewRand(1)
	s, visited := *start, uint64(0)
	began := clock()
	for i := 0; clock()-began < t; i++ {
		if i%positions == 0 {
			s = *start
		}
		game.Playout[S, P](&s, &r, apart, nil)
		if P(&s).Outcome().Over() {
			s = *start
		}
		best := engine.Search(&s, Limits{Nodes: visits})
		visited += best.Nodes
	}
	return int64(float64(visited) / (clock() - began).Seconds())
}
