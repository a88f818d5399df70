package search

// noRepeat is a ply beyond all.
const noRepeat = 1 << 30

// lineFilter is the number of counters that show most positions to be new without a
// look at the line.
const lineFilter = 1 << 12

// line is the positions of the game and of the line that is searched.
type line struct {
	counts bool // whether repetition counts
	keys   []uint64
	root   int      // the place of the root among them
	seen   []uint16 // keys, by their lowest bits
}

func (e *Engine[S, P]) remember(s *S) {
	l := &e.line
	l.counts = e.use.repetition
	if !l.counts {
		return
	}
	if len(l.seen) == 0 {
		l.seen = make([]uint16, lineFilter)
	}
	for i := range l.seen {
		l.seen[i] = 0
	}
	l.keys = append(l.keys[:0], e.limits.History...)
	l.root = len(l.keys)
	l.keys = append(l.keys, e.eval.Hints.Same(s))
	for len(l.keys) < l.root+e.last+1 {
		l.keys = append(l.keys, 0)
	}
	for _, key := range l.keys {
		l.seen[key%lineFilter]++
	}
}

// drawn reports whether the position of a ply repeats one of the game or of the
// line that leads to it: a side that gains nothing by returning once gains
// nothing by returning twice. It records the position.
func (e *Engine[S, P]) drawn(ply int) bool {
	l := &e.line
	key := e.eval.Hints.Same(&e.frames[ply].state)
	at := l.root + ply
	l.seen[l.keys[at]%lineFilter]--
	l.keys[at] = key
	l.seen[key%lineFilter]++
	if l.seen[key%lineFilter] == 1 {
		return false
	}
	for i := at - 4; i >= 0; i -= 2 {
		if l.keys[i] == key {
			e.subtree.horizon = true
			e.subtree.repeats = min(e.subtree.repeats, i-l.root)
			return true
		}
	}
	return false
}
