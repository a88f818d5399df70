package littlego

import "math/bits"

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
