package game

// History is the latest positions of a game, by key. The zero value is empty.
type History struct {
	Keys []uint64 // the latest one last
}

// HistoryMax is the number of positions that are kept: cycles are shorter.
const HistoryMax = 128

// See notes a position.
func (h *History) See(key uint64) {
	if len(h.Keys) >= HistoryMax {
		copy(h.Keys, h.Keys[1:])
		h.Keys = h.Keys[:HistoryMax-1]
	}
	h.Keys = append(h.Keys, key)
}

// Times is how often a position has occurred.
func (h *History) Times(key uint64) int {
	n := 0
	for i := range h.Keys {
		if h.Keys[i] == key {
			n++
		}
	}
	return n
}

// Forget empties the history.
func (h *History) Forget() { h.Keys = h.Keys[:0] }
