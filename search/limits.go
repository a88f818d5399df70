package search

import (
	"math/bits"
	"time"

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
	// score is Minimax's: there is no quiescence and no reduction, no move is
	// left out, the table gives what was searched to the same depth, and nothing
	// is drawn by repetition.
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

// TableBits is the size that a solver's table of up to 2^most words of 8 bytes needs under the limits: a
// larger one would stay empty, and clearing it would take longer than a short search. Only a TableMB
// above 0 counts: solvers cannot do without a table.
func (l Limits) TableBits(most uint) uint {
	const perSecond = 1 << 22 // more nodes than solvers search
	if l.TableMB > 0 {
		most = min(most, uint(bits.Len(uint(l.TableMB)<<20/8))-1)
	}
	if l.Nodes > 0 {
		most = min(most, uint(bits.Len64(l.Nodes))+1)
	}
	if l.Time > 0 {
		most = min(most, uint(bits.Len64(uint64(l.Time.Seconds()*perSecond)))+1)
	}
	return max(most, 10)
}

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
