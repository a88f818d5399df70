package features

// spanBits is the largest number of bits of a chunk that are looked up at once.
// A program in a slow language would take too long to make large tables of words.
const spanBits = 9 //ship:slow 7

// zeroEntry is the character of the value 0; see package pattern.
const zeroEntry = 79

// newPatterns makes what looks up the tables of numbers that are right. Blended
// are those of an evaluation that changes little by little.
func newPatterns(n *PatternNumbers, blended bool) *Patterns {
	blocks := (len(n.Offsets) + blockPlaces - 1) / blockPlaces
	p := &Patterns{form: n.Form, views: n.Views, tables: n.Tables}
	if n.Planes > 1 {
		p.second = n.Chunks
	}
	for i := range n.Offsets {
		p.offsets = append(p.offsets, int(n.Offsets[i]))
	}
	for len(p.offsets) < blocks*blockPlaces {
		p.offsets = append(p.offsets, int(n.Spare))
	}
	at := 0
	for range n.Views {
		for first := 0; first < len(n.Sizes); first += blockPlaces {
			at = p.block(n, first, at)
		}
	}
	for i := range blocks {
		p.zero += zeroEntry * 4 * p.blocks[i].words
	}
	if blended {
		for i := 1; i < len(n.Tables); i++ {
			p.blends = append(p.blends, pair(n.Tables[i-1], n.Tables[i]))
		}
	}
	return p
}

// pair is two tables in one.
func pair(early, late []byte) []uint16 {
	both := make([]uint16, len(early))
	for i := range both {
		both[i] = uint16(early[i]) | uint16(late[i])<<8
	}
	return both
}

// block adds a block whose first place has the given number, with the bits from
// at on, and returns where those of the next one begin.
func (p *Patterns) block(n *PatternNumbers, first, at int) int {
	from, places := len(p.spans), min(blockPlaces, len(n.Sizes)-first)
	var bases [MaxChunks * spanParts]int // of the words of each part of a chunk, from 1 on
	bits := spanWidth(n.Width)
	for i := range places {
		power := 1
		for range n.Sizes[first+i] {
			chunk, bit := int(n.Bits[at])/n.Width, int(n.Bits[at])%n.Width
			part := spanParts*chunk + bit/bits
			if bases[part] == 0 {
				bases[part] = len(p.parts) + 1
				p.span(chunk, bit/bits*bits, bits)
			}
			p.parts[bases[part]-1+1<<(bit%bits)][i>>2] += uint64(power) << (16 * (i & 3))
			power *= n.Planes + 1
			at++
		}
	}
	for i := from; i < len(p.spans); i++ {
		p.fill(p.spans[i].base, bits)
	}
	p.blocks = append(p.blocks, block{from, len(p.spans), (places + 3) / 4})
	return at
}

// spanParts is the largest number of spans of a chunk.
const spanParts = 8

// spanWidth is the width of the spans of chunks of a width: as many of them as it
// takes, about equally wide.
func spanWidth(width int) int {
	parts := (width + spanBits - 1) / spanBits
	return (width + parts - 1) / parts
}

// span adds the span of some bits of a chunk with words that are all 0.
func (p *Patterns) span(chunk, shift, bits int) {
	p.spans = append(p.spans, span{chunk, len(p.parts), uint32(shift), 1<<bits - 1})
	for range 1 << bits {
		p.parts = append(p.parts, [blockWords]uint64{})
	}
}

// fill completes the words of a chunk of which those of single bits are known:
// the words of a value are those of the value without its lowest bit, and of
// this bit.
func (p *Patterns) fill(base, width int) {
	for v := 1; v < 1<<width; v++ {
		low := v & -v
		if low == v {
			continue
		}
		for i := range blockWords {
			p.parts[base+v][i] = p.parts[base+low][i] + p.parts[base+v-low][i]
		}
	}
}
