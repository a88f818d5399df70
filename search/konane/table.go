package konane

// table remembers which positions are won: buckets of two words, each a key
// with the value in its lowest bits. The first word of a bucket is for the
// position with the most stones, the second one for the latest.
type table struct {
	words []uint64
	mask  uint64
}

const (
	wonBit    = 1
	valueBits = 1<<10 - 1 // wonBit, and 9 bits for the stones, 1 to 324; 0: an empty word
)

// slot is the first word of a key's bucket. The upper half of the key chooses
// it, so that the bits below the value are the only ones that get lost.
func (t *table) slot(key uint64) uint64 { return key >> 32 & t.mask }

// get returns whether a position is won; known is false when the table does not
// have it.
func (t *table) get(key uint64) (won, known bool) {
	at := t.slot(key)
	for i := range uint64(2) {
		if word := t.words[at|i]; (word^key)&^valueBits == 0 && word&valueBits>>1 != 0 {
			return word&wonBit != 0, true
		}
	}
	return false, false
}

// put enters a position with so many stones on the board.
func (t *table) put(key uint64, stones int, won bool) {
	word := key&^valueBits | uint64(stones)<<1
	if won {
		word |= wonBit
	}
	at := t.slot(key)
	if uint64(stones) >= t.words[at]&valueBits>>1 {
		t.words[at+1], t.words[at] = t.words[at], word
		return
	}
	t.words[at|1] = word
}
