package littlego

// table remembers positions: one word each, the key with the value in its
// lowest bits.
type table struct {
	words []uint64
	mask  uint64
}

const (
	wonBit    = 1
	knownBit  = 2
	valueBits = wonBit | knownBit
)

func newTable(bits uint) table {
	return table{words: make([]uint64, 1<<bits), mask: 1<<bits - 1}
}

// get returns whether a position is won; known is false when the table does
// not have it. The lowest bits of the key choose the place, so none are lost.
func (t *table) get(key uint64) (won, known bool) {
	word := t.words[key>>2&t.mask]
	if (word^key)&^valueBits != 0 || word&knownBit == 0 {
		return false, false
	}
	return word&wonBit != 0, true
}

func (t *table) put(key uint64, won bool) {
	word := key&^valueBits | knownBit
	if won {
		word |= wonBit
	}
	t.words[key>>2&t.mask] = word
}
