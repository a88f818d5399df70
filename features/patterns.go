package features

import "math/bits"

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
	chunks  int     // of all planes
	uses    [][]use // of large boards, by chunk: those of the first view, then those of the second
	second  int     // the first chunk of enemy pieces; 0: one plane shows all pieces
	parts   [][blockWords]uint64
	offsets []int    // where in the tables the places read
	tables  [][]byte // by phase
	// blends holds, by phase, its bytes and, from bit blendBits on, those of the next
	// phase; none if only one phase holds at a time.
	blends [][]uint32
	zero   int // what the bytes of all places add up to above their values
}

const (
	blendBits   = 20 // more than the bytes of all places add up to
	blockWords  = 4
	blockPlaces = 4 * blockWords
	placeMask   = 1<<16 - 1
)

// block is the spans that add to sixteen places, and the words that are in use.
type block struct{ from, to, words int }

// span is what a chunk adds to a block: parts[base+v] for its value v.
type span struct{ chunk, base int32 }

// use is a block that a chunk adds to: parts[base+v] for its value v.
type use struct{ block, base int32 }

// known is the indices on the board that a view saw last. Of a large board few
// chunks change from one position of a search to the next.
type known struct {
	at    [MaxChunks]uint32
	words [40][blockWords]uint64 // 40 blocks hold pattern.MaxPlaces places
}

// follow brings the indices of a view up to date with a large board.
func (p *Patterns) follow(c *Chunks, k *known) {
	changed := uint64(0)
	for i := range p.chunks {
		differ := uint64(c.At[i&(MaxChunks-1)] ^ k.at[i&(MaxChunks-1)])
		changed |= (differ + (1<<32 - 1)) >> 32 << (i & (MaxChunks - 1))
	}
	for ; changed != 0; changed &= changed - 1 {
		i := bits.TrailingZeros64(changed) & (MaxChunks - 1)
		p.replace(k, i, c.View, int(c.At[i]))
	}
}

// replace gives a chunk another value.
func (p *Patterns) replace(k *known, chunk, view, value int) {
	uses, old, shift := p.uses[view*p.chunks+chunk], int(k.at[chunk]), 0
	if p.second > 0 && chunk >= p.second {
		shift = 1
	}
	k.at[chunk] = uint32(value)
	for i := range uses {
		u := &uses[i]
		w, t, gone := &k.words[u.block], &p.parts[int(u.base)+value], &p.parts[int(u.base)+old]
		w[0] += (t[0] - gone[0]) << shift
		w[1] += (t[1] - gone[1]) << shift
		w[2] += (t[2] - gone[2]) << shift
		w[3] += (t[3] - gone[3]) << shift
	}
}

// Sum is what the entries of all places add up to, in 256ths: between a phase
// and the next one, fraction 256ths of the way.
func (p *Patterns) Sum(c *Chunks, k *known, phase, fraction int) int {
	if c.Form != p.form {
		return 0 // the tables are for a board of another size
	}
	if len(p.uses) > 0 {
		p.follow(c, k)
	}
	if fraction == 0 || len(p.blends) == 0 {
		return 256 * (add(p, c, k, p.tables[min(phase, len(p.tables)-1)]) - p.zero)
	}
	both := add(p, c, k, p.blends[phase])
	return (256-fraction)*(both&(1<<blendBits-1)-p.zero) + fraction*(both>>blendBits-p.zero)
}

// add adds up the entries of all places.
func add[T byte | uint32](p *Patterns, c *Chunks, k *known, table []T) (sum int) {
	n := len(p.blocks) / p.views
	blocks := p.blocks[c.View*n : c.View*n+n]
	for i := range blocks {
		b := &blocks[i]
		w0, w1, w2, w3 := k.words[i][0], k.words[i][1], k.words[i][2], k.words[i][3]
		if len(p.uses) == 0 {
			w0, w1, w2, w3 = p.indices(c, b)
		}
		o := p.offsets[blockPlaces*i : blockPlaces*i+blockPlaces]
		sum += four(table, w0, o[0], o[1], o[2], o[3])
		if b.words > 1 {
			sum += four(table, w1, o[4], o[5], o[6], o[7])
		}
		if b.words > 2 {
			sum += four(table, w2, o[8], o[9], o[10], o[11])
		}
		if b.words > 3 {
			sum += four(table, w3, o[12], o[13], o[14], o[15])
		}
	}
	return sum
}

// four adds up the entries of the four places of a word.
func four[T byte | uint32](table []T, w uint64, a, b, c, d int) int {
	return int(table[a+int(w&placeMask)]) + int(table[b+int(w>>16&placeMask)]) +
		int(table[c+int(w>>32&placeMask)]) + int(table[d+int(w>>48)])
}

// indices adds up the indices of a block.
func (p *Patterns) indices(c *Chunks, b *block) (w0, w1, w2, w3 uint64) {
	spans, parts, at := p.spans[b.from:b.to], p.parts, &c.At
	if p.second == 0 {
		for i := range spans {
			s := &spans[i]
			t := &parts[int(s.base)+int(at[s.chunk&(MaxChunks-1)])]
			w0 += t[0]
			w1 += t[1]
			w2 += t[2]
			w3 += t[3]
		}
		return w0, w1, w2, w3
	}
	for i := range spans {
		s := &spans[i]
		own, enemy := at[s.chunk&(MaxChunks-1)], at[(int(s.chunk)+p.second)&(MaxChunks-1)]
		t, u := &parts[int(s.base)+int(own)], &parts[int(s.base)+int(enemy)]
		w0 += t[0] + u[0]<<1
		w1 += t[1] + u[1]<<1
		w2 += t[2] + u[2]<<1
		w3 += t[3] + u[3]<<1
	}
	return w0, w1, w2, w3
}
