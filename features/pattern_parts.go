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
	for range n.Views * blocks {
		from := len(p.spans)
		for at < len(n.Links) && int(n.Links[at].Block) == len(p.blocks) {
			at = p.chunk(n, at)
		}
		p.blocks = append(p.blocks, block{from, len(p.spans)})
	}
	return p
}

// chunk makes the words of a chunk of a block, whose links begin at from, and
// returns where those of the next one begin. The words of a value are those of
// the value without its lowest bit, and what this bit adds.
func (p *Patterns) chunk(n *PatternNumbers, from int) int {
	base, chunk := len(p.parts), int(n.Links[from].Bit)/n.Width
	for range blockWords << n.Width {
		p.parts = append(p.parts, 0)
	}
	to := from
	for to < len(n.Links) && n.Links[to].Block == n.Links[from].Block && int(n.Links[to].Bit)/n.Width == chunk {
		l := &n.Links[to]
		value := 1 << (int(l.Bit) % n.Width)
		p.parts[base+blockWords*value+int(l.Place)>>2] += uint64(l.Power) << (16 * (l.Place & 3))
		to++
	}
	for v := 1; v < 1<<n.Width; v++ {
		low := v & -v
		for i := range blockWords {
			if low != v {
				p.parts[base+blockWords*v+i] = p.parts[base+blockWords*low+i] + p.parts[base+blockWords*(v-low)+i]
			}
		}
	}
	for plane := range n.Planes {
		p.spans = append(p.spans, span{plane*n.Chunks + chunk, base, plane})
	}
	return to
}
