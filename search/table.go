package search

import (
	"time"

	"evolab/features"
	"evolab/search/prefetch"
)

// DefaultTableMB is the memory of a transposition table, in MB, if nothing else
// is asked for. A search takes no more than its limits let it fill.
const DefaultTableMB = 16

// entry is what a search has found out about a position: 16 bytes.
type entry struct {
	key   uint64
	value int32 // wins and losses count their plies from this position on
	move  uint16
	depth uint8 // plies searched; truthBit: no leaf below was evaluated
	state uint8 // the bound in its two lowest bits, then the age; 0: empty
}

// The bounds of a value.
const (
	upper  = 1 // the value is this or less
	lower  = 2 // this or more
	exact  = upper | lower
	bounds = 3

	truthBit = 1 << 7
	ageStep  = 1 << 2
	lastAge  = 63
	wayBits  = 2
	ways     = 1 << wayBits // entries that a position can be put into

	noMove = 1<<16 - 1 // no move stands out
)

// table remembers positions (Greenblatt, Eastlake and Crocker, "The Greenblatt
// chess program", 1967). Of the entries of a place, those of earlier searches give
// way first, then the one searched least deeply (Breuker, Uiterwijk and van den
// Herik, "Replacement schemes for transposition tables", 1994).
type table struct {
	entries []entry
	mask    uint64 // of a place; 0: there is no table
	age     uint8  // of this search, 1..lastAge
	oldest  uint8  // what is older counts as empty
}

// open makes room for 2^bits entries and begins a search. It starts from an
// empty table unless keep lets it use what earlier searches of the game have found in
// one of the same size.
func (t *table) open(bits uint, keep bool) {
	if bits == 0 {
		t.mask = 0
		return
	}
	mask := uint64(1<<(bits-wayBits) - 1)
	if len(t.entries) < 1<<bits {
		t.entries = make([]entry, 1<<bits)
		t.age, t.oldest = 0, 1
	} else if t.mask != mask || t.age == lastAge {
		t.clear()
	}
	t.mask = mask
	t.age++
	if !keep {
		t.oldest = t.age
	}
}

func (t *table) clear() {
	for i := range t.entries {
		t.entries[i] = entry{}
	}
	t.age, t.oldest = 0, 1
}

// place is the first of the entries that a position can be put into.
func (t *table) place(key uint64) int { return int(key&t.mask) << wayBits }

// find is the entry of a position in the table, or -1.
func (t *table) find(key uint64) int {
	first := t.place(key)
	for i := first; i < first+ways; i++ {
		if t.entries[i].key == key && t.entries[i].state>>2 >= t.oldest {
			return i
		}
	}
	return -1
}

func (t *table) put(e entry) {
	first := t.place(e.key)
	e.state |= t.age * ageStep
	worst, least := first, int(1<<30)
	for i := first; i < first+ways; i++ {
		old := &t.entries[i]
		if old.key == e.key && old.state>>2 >= t.oldest {
			if e.move == noMove {
				e.move = old.move
			}
			worst = i
			break
		}
		if worth := t.worth(old); worth < least {
			worst, least = i, worth
		}
	}
	t.entries[worst] = e
}

func (t *table) worth(e *entry) int {
	age := e.state >> 2
	if age < t.oldest {
		return -1
	}
	return int(e.depth&^truthBit) + int(age)*MaxDepth
}

// tableBits is the size of the table that a search can make use of: one that
// its nodes fill, and none where it looks only a few plies ahead.
func (e *Engine[S, P]) tableBits() uint {
	l := &e.limits
	most := uint64(l.TableMB)
	if l.TableMB == 0 {
		most = DefaultTableMB
	}
	if !e.use.table || l.TableMB < 0 || l.TableMB == 0 && l.Depth <= shallow {
		return 0
	}
	most <<= 20
	most /= 16 // the size of an entry
	if l.Nodes > 0 {
		most = min(most, l.Nodes)
	}
	if l.Time > 0 {
		most = min(most, uint64(l.Time/nodeTime))
	}
	const perPly = 3 // bits of the number of nodes
	if l.Depth < 64/perPly {
		most = min(most, 1<<(perPly*uint(l.Depth)))
	}
	bits := uint(8) // of the smallest table
	for most>>(bits+1) > 0 {
		bits++
	}
	return bits
}

const (
	// shallow is the depth up to which a table costs more than it saves.
	shallow = 3
	// nodeTime is about what a node costs in the fastest games.
	//
	//ship:warming time.Microsecond
	nodeTime = 250 * time.Nanosecond //ship:slow 100 * time.Microsecond
)

// expect asks for the table's entries of a position that is to be searched.
func (e *Engine[S, P]) expect(s *S, depth int) {
	if e.table.mask != 0 {
		prefetch.Element(e.table.entries, e.table.place(e.key(s, depth)))
	}
}

// recall is the value of a position that the table may know. What it does not
// know is searched, and put there.
func (e *Engine[S, P]) recall(ply, depth, alpha, beta int) int {
	f := &e.frames[ply]
	key, first := e.key(&f.state, depth), noMove
	if at := e.table.find(key); at >= 0 {
		known := &e.table.entries[at]
		first = int(known.move)
		// The principal variation is searched to its end, so that it is whole.
		if beta-alpha == 1 && e.usable(known, ply, depth) {
			score := fromRoot(int(known.value), ply)
			if fits(known.state&bounds, score, alpha, beta) {
				e.subtree.horizon = e.subtree.horizon || known.depth&truthBit == 0
				return score
			}
		}
	}
	above := e.subtree
	e.subtree = subtree{repeats: noRepeat}
	best := e.branch(ply, depth, alpha, beta, first)
	// A draw by repetition of the line above is none in another line. Any other
	// score does not depend on the line.
	if !e.stopped && (best != 0 || e.subtree.repeats >= ply) {
		searched := uint8(depth)
		if !e.subtree.horizon {
			searched |= truthBit
		}
		e.table.put(entry{
			key: key, value: int32(fromHere(best, ply)), move: uint16(f.chosen), depth: searched, state: bound(best, alpha, beta),
		})
	}
	e.subtree.horizon = e.subtree.horizon || above.horizon
	e.subtree.repeats = min(e.subtree.repeats, above.repeats)
	return best
}

// key is equal for positions with the same value at a depth.
func (e *Engine[S, P]) key(s *S, depth int) uint64 {
	if e.eval.Hints.Key != nil {
		return e.eval.Hints.Key(s, depth)
	}
	return P(s).Hash()
}

// usable reports whether an entry was searched deep enough to stand for a search.
func (e *Engine[S, P]) usable(known *entry, ply, depth int) bool {
	searched := int(known.depth &^ truthBit)
	if searched == depth || e.limits.Plain {
		return searched == depth
	}
	if e.eval.Hints.Key == nil {
		return searched > depth || known.depth&truthBit != 0
	}
	return searched > depth && e.eval.Hints.Key(&e.frames[ply].state, searched) == known.key
}

// fits reports whether a bound says enough about a score.
func fits(kind uint8, score, alpha, beta int) bool {
	return kind == exact || kind == lower && score >= beta || kind == upper && score <= alpha
}

// bound is what the score of a window is.
func bound(score, alpha, beta int) uint8 {
	if score >= beta {
		return lower
	}
	if score <= alpha {
		return upper
	}
	return exact
}

// scores remembers evaluations, where Hints.Again says that it pays. The same leaf
// comes up again in second looks at a move, and by other orders of the same moves.
type scores struct {
	on   bool
	list []uint64 // a key and its score in turn
}

// scoreBits is the size of the memory: 2^12 scores stay in a processor's cache.
const scoreBits = 12

func (c *scores) open(on bool) {
	c.on = on
	if on && len(c.list) == 0 {
		c.list = make([]uint64, 2<<scoreBits)
	}
}

func (c *scores) clear() {
	for i := range c.list {
		c.list[i] = 0
	}
}

func (e *Engine[S, P]) score(s *S) int {
	if e.use.nearby {
		if score := e.eval.Hints.Estimate(s); score != features.NoEnding {
			return score
		}
	}
	if !e.scores.on {
		return e.eval.Score(s)
	}
	key := P(s).Hash()
	at := int(key&(1<<scoreBits-1)) << 1
	known := e.scores.list[at : at+2]
	if known[0] == key {
		return int(known[1])
	}
	score := e.eval.Score(s)
	known[0], known[1] = key, uint64(score)
	return score
}
