package features

// newPatterns makes the look-up of tables from valid numbers. Blended are those of an
// evaluation that changes little by little.
func newPatterns(n *PatternNumbers, blended bool) *Patterns {
	p := &Patterns{form: n.Form, views: n.Views, chunks: n.Planes * n.Chunks, tables: n.Tables}
	if n.Planes > 1 {
		p.second = n.Chunks
	}
	for i := range n.Offsets {
		p.offsets = append(p.offsets, int(n.Offsets[i]))
	}
	at := 0
	for range n.Views {
		for first := 0; first < len(n.Sizes); first += blockPlaces {
			at = p.block(n, first, at)
		}
	}
	for i := range p.blocks[:len(p.blocks)/n.Views] {
		p.zero += 79 * 4 * p.blocks[i].words // 79 is the character of the value 0; see package pattern
	}
	if p.chunks > 16 { // the board is large
		p.findUses()
	}
	if blended {
		for i := 1; i < len(n.Tables); i++ {
			p.blends = append(p.blends, pair(n.Tables[i-1], n.Tables[i]))
		}
	}
	return p
}

// findUses lists the blocks that each chunk adds to.
func (p *Patterns) findUses() {
	for range p.views * p.chunks {
		p.uses = append(p.uses, nil)
	}
	n := len(p.blocks) / p.views
	for i := range p.blocks {
		b := &p.blocks[i]
		for _, s := range p.spans[b.from:b.to] {
			at := i/n*p.chunks + int(s.chunk)
			p.uses[at] = append(p.uses[at], use{int32(i % n), s.base})
			if p.second > 0 {
				p.uses[at+p.second] = append(p.uses[at+p.second], use{int32(i % n), s.base})
			}
		}
	}
}

// pair is two tables in one.
func pair(early, late []byte) []uint32 {
	both := make([]uint32, len(early))
	for i := range both {
		both[i] = uint32(early[i]) | uint32(late[i])<<blendBits
	}
	return both
}

// chunkWords is what each bit of a chunk adds to a block.
type chunkWords [MaxWidth][blockWords]uint64

// block adds a block whose first place has the given number, with the bits from
// at on, and returns where those of the next one begin.
func (p *Patterns) block(n *PatternNumbers, first, at int) int {
	from, words := len(p.spans), 0
	var adds [MaxChunks]chunkWords
	var read [MaxChunks]bool
	for i := range blockPlaces {
		power := uint64(1) << (16 * (i & 3))
		for range n.Sizes[first+i] {
			chunk, bit := int(n.Bits[at])/n.Width, int(n.Bits[at])%n.Width
			adds[chunk][bit][i>>2] += power
			read[chunk] = true
			words = i>>2 + 1
			power *= uint64(n.Planes + 1)
			at++
		}
	}
	for chunk := range n.Chunks {
		if read[chunk] {
			p.spans = append(p.spans, span{int32(chunk), int32(p.part(&adds[chunk], n.Width))})
		}
	}
	p.blocks = append(p.blocks, block{from, len(p.spans), words})
	return at
}

// part is where the words begin that the values of a chunk add, given those of
// its bits. Blocks that lie alike share them.
func (p *Patterns) part(adds *chunkWords, width int) int {
	size := 1 << width
	for base := 0; base < len(p.parts); base += size {
		if p.isPart(base, adds, width) {
			return base
		}
	}
	base := len(p.parts)
	p.parts = append(p.parts, [blockWords]uint64{})
	// The words of a value are those of the value without its highest bit, and of
	// this bit.
	for bit := range width {
		a := &adds[bit]
		for v := range 1 << bit {
			w := p.parts[base+v]
			p.parts = append(p.parts, [blockWords]uint64{w[0] + a[0], w[1] + a[1], w[2] + a[2], w[3] + a[3]})
		}
	}
	return base
}

// isPart reports whether the words at base are those of some bits.
func (p *Patterns) isPart(base int, adds *chunkWords, width int) bool {
	for bit := range width {
		if p.parts[base+1<<bit] != adds[bit] {
			return false
		}
	}
	return true
}
