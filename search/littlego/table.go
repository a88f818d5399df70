package littlego

// table remembers positions: one word each, which holds the upper bits of the
// key, the move that won, and the value.
type table struct {
	words []uint64
	mask  uint64
}

const (
	moveBits  = 5 // a point, or a pass
	valueBit  = 1 << moveBits
	knownBits = valueBit | (valueBit - 1)
)

func newTable(bits uint) table {
	return table{words: make([]uint64, 1<<bits), mask: 1<<bits - 1}
}

// get returns whether a position is won and by which point; known is false
// when the table does not have it.
func (t *table) get(key uint64) (won bool, point uint, known bool) {
	word := t.words[key&t.mask]
	if (word^key)&^knownBits != 0 || word == 0 {
		return false, 0, false
	}
	return word&valueBit != 0, uint(word & (valueBit - 1)), true
}

func (t *table) put(key uint64, won bool, point uint) {
	word := key&^knownBits | uint64(point)
	if won {
		word |= valueBit
	}
	t.words[key&t.mask] = word
}
