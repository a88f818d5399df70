package features

// Patterns looks up the tables of an evaluation. The index of a place in its
// table is a sum over its cells, so the indices of sixteen places, a block, are
// found at once: for each value of a chunk of the board there are four words,
// each of which holds what the chunk adds to the indices of four places, 16 bits
// a place. They are added up, those of enemy pieces twice.
type Patterns struct {
	form    int
	views   int
	blocks  []block // those of the first view, then those of the second
	spans   []span
	parts   []uint64
	offsets []int    // where in the tables the places read
	tables  [][]byte // by phase
	zero    int      // what the bytes of all places add up to above their values
}

const (
	blockWords  = 4
	blockPlaces = 4 * blockWords
	placeMask   = 1<<16 - 1
)

// block is the spans that add to sixteen places.
type block struct{ from, to int }

// span is what a chunk adds to a block: for the value v, the words from
// parts[base+4*v] on, shifted.
type span struct{ chunk, base, shift int }

// Sum is what the entries of all places add up to, in 256ths: between a phase
// and the next one, fraction 256ths of the way.
func (p *Patterns) Sum(c *Chunks, phase, fraction int) int {
	if c.Form != p.form {
		return 0 // the tables are for a board of another size
	}
	if fraction == 0 || len(p.tables) == 1 {
		return 256 * (p.one(c, p.tables[min(phase, len(p.tables)-1)]) - p.zero)
	}
	early, late := p.two(c, p.tables[phase], p.tables[phase+1])
	return (256-fraction)*(early-p.zero) + fraction*(late-p.zero)
}

// one adds the bytes of all places in one phase.
func (p *Patterns) one(c *Chunks, table []byte) (sum int) {
	n := len(p.blocks) / p.views
	for i := range n {
		w0, w1, w2, w3 := p.indices(c, c.View*n+i)
		o := p.offsets[blockPlaces*i : blockPlaces*i+blockPlaces]
		sum += four(table, w0, o[0], o[1], o[2], o[3]) + four(table, w1, o[4], o[5], o[6], o[7]) +
			four(table, w2, o[8], o[9], o[10], o[11]) + four(table, w3, o[12], o[13], o[14], o[15])
	}
	return sum
}

// two is one for two phases.
func (p *Patterns) two(c *Chunks, early, late []byte) (a, b int) {
	n := len(p.blocks) / p.views
	for i := range n {
		w0, w1, w2, w3 := p.indices(c, c.View*n+i)
		o := p.offsets[blockPlaces*i : blockPlaces*i+blockPlaces]
		a += four(early, w0, o[0], o[1], o[2], o[3]) + four(early, w1, o[4], o[5], o[6], o[7]) +
			four(early, w2, o[8], o[9], o[10], o[11]) + four(early, w3, o[12], o[13], o[14], o[15])
		b += four(late, w0, o[0], o[1], o[2], o[3]) + four(late, w1, o[4], o[5], o[6], o[7]) +
			four(late, w2, o[8], o[9], o[10], o[11]) + four(late, w3, o[12], o[13], o[14], o[15])
	}
	return a, b
}

// four adds the bytes of the four places of a word.
func four(table []byte, w uint64, a, b, c, d int) int {
	return int(table[a+int(w&placeMask)]) + int(table[b+int(w>>16&placeMask)]) +
		int(table[c+int(w>>32&placeMask)]) + int(table[d+int(w>>48)])
}

// indices adds up the indices of a block.
func (p *Patterns) indices(c *Chunks, at int) (w0, w1, w2, w3 uint64) {
	b := &p.blocks[at]
	spans := p.spans[b.from:b.to]
	for i := range spans {
		s := &spans[i]
		from := s.base + blockWords*int(c.At[s.chunk])
		t := p.parts[from : from+blockWords]
		w0 += t[0] << s.shift
		w1 += t[1] << s.shift
		w2 += t[2] << s.shift
		w3 += t[3] << s.shift
	}
	return w0, w1, w2, w3
}
