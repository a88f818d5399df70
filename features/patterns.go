package features

import (
	"fmt"
	"math/bits"

	"evolab/features/pattern"
)

// MaxChunks is the largest number of chunks that a game's boards are read in,
// those of all planes together.
const MaxChunks = 64

// MaxWidth is the largest number of bits of a chunk of a small board. Those of a large
// board, of whose cells a move changes few, have more, up to 32.
const MaxWidth = 9

// Chunks is a board as patterns read it: the chunks of the first plane, own or
// any pieces, and then those of the second one, enemy pieces.
type Chunks struct {
	At   [MaxChunks]uint32
	View int // the side that looks, 0 or 1; 0 where both see the same
	Form int // tells boards of different sizes apart; see pattern.Geometry
}

// Patterns looks up the tables of an evaluation. The index of a place in its
// table is a sum over its cells; a word holds the indices of four places, 16 bits each.
//
// On a small board the indices of sixteen places, a block, are found at once: for each
// value of a chunk of the board there are four words, which are added up, those of enemy
// pieces twice. On a large board few pieces change from one position of a search to the
// next, and each cell has the words that a piece there adds to.
type Patterns struct {
	form    int
	views   int
	blocks  []block // those of the first view, then those of the second
	spans   []span
	chunks  int     // of all planes
	width   int     // bits of a chunk
	uses    [][]use // of large boards, by view, chunk and bit; else none
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

// use is what a piece on a cell adds to a word.
type use struct {
	adds uint64
	word int
}

// known is the indices on the large board that a view saw last.
type known struct {
	at    [MaxChunks]uint32
	words [pattern.MaxPlaces / 4]uint64
}

// follow brings the indices of a view up to date with a large board.
func (p *Patterns) follow(c *Chunks, k *known) {
	first := c.View * p.chunks * p.width
	for i := range p.chunks {
		now := c.At[i&(MaxChunks-1)]
		for differ := now ^ k.at[i&(MaxChunks-1)]; differ != 0; differ &= differ - 1 {
			bit := bits.TrailingZeros32(differ) & 31
			gone := uint64(now>>bit&1) - 1 // all ones if the piece has left
			uses := p.uses[first+bit]
			for j := range uses {
				u := &uses[j]
				k.words[u.word] += (u.adds ^ gone) - gone
			}
		}
		k.at[i&(MaxChunks-1)] = now
		first += p.width
	}
}

// Sum is what the entries of all places add up to, in 256ths: between a phase
// and the next one, fraction 256ths of the way. What is known is by view, and of large
// boards only.
func (p *Patterns) Sum(c *Chunks, known []known, phase, fraction int) int {
	if c.Form != p.form {
		return 0 // the tables are for a board of another size
	}
	if len(p.uses) > 0 {
		p.follow(c, &known[c.View])
	}
	if fraction == 0 || len(p.blends) == 0 {
		return 256 * (add(p, c, known, p.tables[min(phase, len(p.tables)-1)]) - p.zero)
	}
	both := add(p, c, known, p.blends[phase])
	return (256-fraction)*(both&(1<<blendBits-1)-p.zero) + fraction*(both>>blendBits-p.zero)
}

func add[T byte | uint32](p *Patterns, c *Chunks, known []known, table []T) (sum int) {
	if len(p.uses) > 0 {
		return addKnown(p, &known[c.View], table)
	}
	n := len(p.blocks) / p.views
	blocks := p.blocks[c.View*n : c.View*n+n]
	for i := range blocks {
		b := &blocks[i]
		w0, w1, w2, w3 := p.indices(c, b)
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

// addKnown adds up the entries of all places of a large board.
func addKnown[T byte | uint32](p *Patterns, k *known, table []T) (sum int) {
	for i := 0; i < len(p.offsets); i += blockPlaces {
		o, w := p.offsets[i:i+blockPlaces], k.words[i/4:i/4+blockWords]
		sum += four(table, w[0], o[0], o[1], o[2], o[3]) + four(table, w[1], o[4], o[5], o[6], o[7]) +
			four(table, w[2], o[8], o[9], o[10], o[11]) + four(table, w[3], o[12], o[13], o[14], o[15])
	}
	return sum
}

// four adds up the entries of the four places of a word.
func four[T byte | uint32](table []T, w uint64, a, b, c, d int) int {
	return int(table[a+int(w&placeMask)]) + int(table[b+int(w>>16&placeMask)]) +
		int(table[c+int(w>>32&placeMask)]) + int(table[d+int(w>>48)])
}

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

// newPatterns makes the look-up of tables from valid numbers. Blended are those of an
// evaluation that changes little by little.
func newPatterns(n *PatternNumbers, blended bool) *Patterns {
	p := &Patterns{form: n.Form, views: n.Views, chunks: n.Planes * n.Chunks, width: n.Width, tables: n.Tables}
	if n.Planes > 1 {
		p.second = n.Chunks
	}
	for i := range n.Offsets {
		p.offsets = append(p.offsets, int(n.Offsets[i]))
	}
	const zero = 79 // the character of the value 0; see package pattern
	if n.Width > MaxWidth {
		p.zero = zero * len(p.offsets)
		p.findUses(n)
	} else {
		at := 0
		for range n.Views {
			for first := 0; first < len(n.Sizes); first += blockPlaces {
				at = p.block(n, first, at)
			}
		}
		for i := range p.blocks[:len(p.blocks)/n.Views] {
			p.zero += zero * 4 * p.blocks[i].words
		}
	}
	if blended {
		for i := 1; i < len(n.Tables); i++ {
			p.blends = append(p.blends, pair(n.Tables[i-1], n.Tables[i]))
		}
	}
	return p
}

// findUses lists the words that each cell of a large board adds to.
func (p *Patterns) findUses(n *PatternNumbers) {
	for range n.Views * p.chunks * n.Width {
		p.uses = append(p.uses, nil)
	}
	at := 0
	for view := range n.Views {
		first := view * p.chunks * n.Width
		for place := range n.Sizes {
			power := uint64(1) << (16 * (place & 3))
			for range n.Sizes[place] {
				bit := first + int(n.Bits[at])
				p.addUse(bit, place>>2, power)
				if p.second > 0 {
					p.addUse(bit+p.second*n.Width, place>>2, 2*power)
				}
				power *= uint64(n.Planes + 1)
				at++
			}
		}
	}
}

// addUse notes what a piece on a cell adds to a word; places of one word come in turn.
func (p *Patterns) addUse(bit, word int, adds uint64) {
	uses := p.uses[bit]
	if last := len(uses) - 1; last >= 0 && uses[last].word == word {
		uses[last].adds += adds
		return
	}
	p.uses[bit] = append(uses, use{adds, word})
}

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

// PatternsName is the name of the sum of the tables among the features of weights.
// Its unit of value is EntryUnit units of an entry.
const PatternsName = "patterns"

// EntryUnit is the number of units of an entry in the value 1 of the feature
// patterns.
const EntryUnit = 32

// Tables is the patterns of an evaluation and their weights.
type Tables struct {
	// Shapes declares the patterns, as package pattern reads them.
	Shapes []string `json:"shapes"`
	// Tables is the weights by table and phase: those of the first table in each
	// phase, then those of the second one. See pattern.Text.
	Tables []string `json:"tables"`
}

// phases is the number of phases of tables on a layout.
func (t *Tables) phases(l *pattern.Layout) (int, error) {
	phases := len(t.Tables) / max(1, len(l.Tables))
	if phases < 1 || phases*len(l.Tables) != len(t.Tables) {
		return 0, fmt.Errorf("number of texts of tables: %d (expected: %d for each phase)", len(t.Tables), len(l.Tables))
	}
	return phases, nil
}

// phase is all tables of one phase, a byte an entry, and the spare one.
func (t *Tables) phase(l *pattern.Layout, phase, phases int) ([]byte, error) {
	bytes := make([]byte, 0, l.Entries()+1)
	for i, table := range l.Tables {
		values, err := pattern.Values(t.Tables[i*phases+phase], table.Size)
		if err != nil {
			return nil, fmt.Errorf("table %d (%s), phase %d: %w", i+1, table.Shape, phase+1, err)
		}
		for _, v := range values {
			bytes = append(bytes, byte(pattern.Zero+int(v)))
		}
	}
	return append(bytes, pattern.Zero), nil
}

// patterns lays the tables of weights out on the board that they are made for, and
// makes whole numbers of them.
func (set *Set[S]) patterns(w *Weights) (*PatternNumbers, error) {
	l, err := set.layOut(w.Variant, w.Patterns.Shapes)
	if err != nil {
		return nil, err
	}
	phases, err := w.Patterns.phases(l)
	if err != nil {
		return nil, err
	}
	n := PlaceNumbers(l)
	for phase := range phases {
		table, err := w.Patterns.phase(l, phase, phases)
		if err != nil {
			return nil, err
		}
		n.Tables = append(n.Tables, table)
	}
	if expected := len(w.Phases()); phases != 1 && phases != expected {
		return nil, fmt.Errorf("tables of %d phases beside weights of %d (expected: as many, or one)", phases, expected)
	}
	return n, nil
}

// layOut lays shapes out on the board of a variant.
func (set *Set[S]) layOut(variant string, shapes []string) (*pattern.Layout, error) {
	if set.Geometry == nil {
		return nil, fmt.Errorf("%s has no patterns", set.Game)
	}
	g, err := set.Geometry(variant)
	if err != nil {
		return nil, err
	}
	return pattern.New(shapes, g)
}
