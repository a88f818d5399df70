package features

// zeroEntry is the character of the value 0; see package pattern.
const zeroEntry = 79

// newPatterns makes what looks up the tables of numbers that are right.
func newPatterns(n *PatternNumbers) *Patterns {
	blocks := (len(n.Offsets) + blockPlaces - 1) / blockPlaces
	p := &Patterns{form: n.Form, views: n.Views, tables: n.Tables, zero: zeroEntry * blocks * blockPlaces}
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
	return p
}

// block adds a block whose first place has the given number, with the bits from
// at on, and returns where those of the next one begin.
func (p *Patterns) block(n *PatternNumbers, first, at int) int {
	from := len(p.spans)
	var bases [MaxChunks]int // of the words of each chunk, from 1 on
	for place := first; place < min(first+blockPlaces, len(n.Sizes)); place++ {
		power := 1
		for range n.Sizes[place] {
			chunk, bit := int(n.Bits[at])/n.Width, int(n.Bits[at])%n.Width
			if bases[chunk] == 0 {
				bases[chunk] = len(p.parts) + 1
				p.chunk(n, chunk)
			}
			i := place - first
			p.parts[bases[chunk]-1+blockWords<<bit+i>>2] += uint64(power) << (16 * (i & 3))
			power *= n.Planes + 1
			at++
		}
	}
	for i := from; i < len(p.spans); i += n.Planes {
		p.fill(p.spans[i].base, n.Width)
	}
	p.blocks = append(p.blocks, block{from, len(p.spans)})
	return at
}

// chunk adds the spans of a chunk with words that are all 0.
func (p *Patterns) chunk(n *PatternNumbers, chunk int) {
	for plane := range n.Planes {
		p.spans = append(p.spans, span{plane*n.Chunks + chunk, len(p.parts), plane})
	}
	for range blockWords << n.Width {
		p.parts = append(p.parts, 0)
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
			p.parts[base+blockWords*v+i] = p.parts[base+blockWords*low+i] + p.parts[base+blockWords*(v-low)+i]
		}
	}
}
