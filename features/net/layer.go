package net

// Pieces is a board as nets read it: the input of each piece, by its kind and its
// square as the side to move sees them.
type Pieces struct {
	At [MaxPieces]int32
	N  int
}

// Numbers is a net in whole numbers: what a shipped program is made of.
type Numbers struct {
	Hidden, Inputs int
	Phases         []int // see Shape
	// Sets are the weights by phase in the order of Net.Sets, two bytes each: the upper
	// and the lower seven bits of the weight plus zero.
	Sets [][]byte
}

const (
	digitBits = 7
	digitMask = 1<<digitBits - 1
	zero      = 1 << (2*digitBits - 1)
)

const (
	laneBits   = 16
	blockWords = 4 // words of four units each
	blockUnits = 4 * blockWords
	above      = 1 << (laneBits - 1) // what is added to each unit's sum, so that none is below 0
)

// Layer evaluates boards. The sum of a unit takes 16 bits of a word; a block is four
// words, sixteen units.
type Layer struct {
	blocks int
	stride int // rows of a block: those of the inputs, and the biases
	phases []int
	rows   [][blockWords]uint64 // by phase, block and input
}

// NewLayer makes a layer of valid numbers.
func NewLayer(n *Numbers) *Layer {
	l := &Layer{blocks: n.Hidden / blockUnits, stride: n.Inputs + 1, phases: n.Phases}
	for i := range n.Sets {
		for block := range l.blocks {
			for input := range n.Inputs {
				l.rows = append(l.rows, row(n.Sets[i], (1+input)*n.Hidden+block*blockUnits, 0))
			}
			l.rows = append(l.rows, row(n.Sets[i], block*blockUnits, above))
		}
	}
	return l
}

// row packs the weights of sixteen units from number first on, each more by a number.
func row(set []byte, first, more int) (words [blockWords]uint64) {
	for i := range blockUnits {
		at := 2 * (first + i)
		weight := int(set[at])<<digitBits + int(set[at+1]) - zero + more
		words[i>>2] += uint64(weight) << (laneBits * (i & 3)) // a negative weight borrows from the next lane until its sum is made
	}
	return words
}

// Phase is the index of the weights for a number of pieces; see Shape.
func Phase(phases []int, pieces int) int {
	phase := 0
	for phase < len(phases) && pieces > phases[phase] {
		phase++
	}
	return phase
}

// Sum is the output for a board, in 1/Unit logits.
func (l *Layer) Sum(p *Pieces) (sum int) {
	phase := Phase(l.phases, p.N)
	for block := range l.blocks {
		from := (phase*l.blocks + block) * l.stride
		rows := l.rows[from : from+l.stride]
		bias := &rows[l.stride-1]
		w0, w1, w2, w3 := bias[0], bias[1], bias[2], bias[3]
		for i := range p.N {
			r := &rows[p.At[i&(MaxPieces-1)]]
			w0 += r[0]
			w1 += r[1]
			w2 += r[2]
			w3 += r[3]
		}
		both := positive(w0) + positive(w1) + positive(w2) + positive(w3)
		part := int(both>>32) + int(both&(1<<32-1))
		if 2*block >= l.blocks {
			part = -part
		}
		sum += part
	}
	return sum
}

// positive is the positive sums of the four units of a word, added up in pairs.
func positive(w uint64) uint64 {
	const (
		ones  = 0x0001000100010001
		pairs = 0x0000ffff0000ffff
	)
	on := w >> (laneBits - 1) & ones
	w &= on<<(laneBits-1) - on // the bits below the highest one where that is set, else none
	return w&pairs + w>>laneBits&pairs
}
