package net

import "math/bits"

// Pieces is a board as nets read it: the inputs of its pieces as the first side sees
// them, by kind and square. The first side's pieces of a kind come before the second
// side's, each with as many squares as half a word has bits.
type Pieces struct {
	On   [Words]uint64
	View int // of the side to move: 1 for the second side
}

// turned makes of the first side's input, by exclusive or, that of the second side, which
// sees the board from the other end and its own pieces first.
const turned = 63

// Numbers is a net in whole numbers: what a shipped program is made of.
type Numbers struct {
	Hidden, Inputs int
	Phases         []int // see Shape
	// Sets are the weights by phase in the order of Net.Sets, a byte each, zero above its
	// value; a weight that needs more is the byte wide and two digits.
	Sets [][]byte
}

const (
	zero      = 79 // as in the tables of patterns: texts of programs hold most weights as letters
	wide      = 1<<digitBits - 1
	digitBits = 7
	digitMask = 1<<digitBits - 1
	wideZero  = 1 << (2*digitBits - 1)
)

func appendWeight(set []byte, weight int) []byte {
	if weight >= -zero && weight < wide-zero {
		return append(set, byte(weight+zero))
	}
	return append(set, wide, byte((weight+wideZero)>>digitBits), byte((weight+wideZero)&digitMask))
}

// weights reads a set from its beginning.
type weights struct {
	set []byte
	at  int
}

func (w *weights) next() int {
	first := w.set[w.at]
	w.at++
	if first != wide {
		return int(first) - zero
	}
	w.at += 2
	return int(w.set[w.at-2])<<digitBits + int(w.set[w.at-1]) - wideZero
}

const (
	laneBits   = 16
	blockWords = 4 // words of four units each
	blockUnits = 4 * blockWords
	// above is what is added to each unit's sum, so that none is below 0.
	above = 1 << (laneBits - 1) //ship:native 0
	// native is whether addLanes is the processor's own: its lanes are numbers with a sign,
	// and none borrows from the next one.
	native = false //ship:native true
)

// Layer evaluates boards. The sum of a unit takes 16 bits of a word; a block is four
// words, sixteen units.
type Layer struct {
	blocks int
	stride int // blocks of a phase: those of the inputs, and the biases
	phases []int
	rows   [][blockWords]uint64 // by phase, input and block
}

// Sums is what a player has added up last for each phase and view. Most boards of a search
// differ from the one before them, seen by the same side, in a few pieces.
type Sums struct {
	of         []sum
	come, gone [MaxPieces]int32 // where the rows of pieces begin that differ
}

// sum is the sums of all units for a board.
type sum struct {
	on    [Words]uint64
	words [][blockWords]uint64 // by block
}

// NewSums is the sums of empty boards.
func (l *Layer) NewSums() Sums {
	var s Sums
	for phase := range len(l.phases) + 1 {
		for range views {
			var empty sum
			bias := phase*l.stride + l.stride - l.blocks
			for block := range l.blocks {
				empty.words = append(empty.words, l.rows[bias+block])
			}
			s.of = append(s.of, empty)
		}
	}
	return s
}

// NewLayer makes a layer of valid numbers.
func NewLayer(n *Numbers) *Layer {
	l := &Layer{blocks: n.Hidden / blockUnits, phases: n.Phases}
	l.stride = l.blocks * (n.Inputs + 1)
	l.rows = make([][blockWords]uint64, 0, len(n.Sets)*l.stride)
	for i := range n.Sets {
		w := weights{set: n.Sets[i]}
		var biases [][blockWords]uint64
		for range l.blocks {
			biases = append(biases, w.row(above))
		}
		for range n.Inputs * l.blocks {
			l.rows = append(l.rows, w.row(0))
		}
		l.rows = append(l.rows, biases...)
	}
	return l
}

// row packs the weights of sixteen units, each more by a number.
func (w *weights) row(more int) (words [blockWords]uint64) {
	for i := range blockUnits {
		weight := w.next() + more
		if native {
			weight &= 1<<laneBits - 1
		}
		words[i>>2] += uint64(weight) << (laneBits * (i & 3)) // unless native, a negative weight borrows from the next lane until its sum is made
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

// None reports whether there are no sums yet.
func (s *Sums) None() bool { return len(s.of) == 0 }

// Sum is the output for a board, in 1/Unit logits. It brings the sums of the board's phase
// and view up to date.
func (l *Layer) Sum(p *Pieces, s *Sums) (output int) {
	pieces := 0
	for i := range p.On {
		pieces += bits.OnesCount64(p.On[i])
	}
	phase := Phase(l.phases, pieces)
	at := &s.of[views*phase+p.View]
	come, gone := 0, 0
	for i := range p.On {
		now, before := p.On[i], at.on[i]
		first := phase*l.stride + 64*i*l.blocks
		for left := now &^ before; left != 0; left &= left - 1 {
			s.come[come&(MaxPieces-1)] = int32(first + (bits.TrailingZeros64(left)^turned*p.View)*l.blocks)
			come++
		}
		for left := before &^ now; left != 0; left &= left - 1 {
			s.gone[gone&(MaxPieces-1)] = int32(first + (bits.TrailingZeros64(left)^turned*p.View)*l.blocks)
			gone++
		}
		at.on[i] = now
	}
	if native {
		return addLanes(at.words, l.rows, s.come[:come], s.gone[:gone])
	}
	for block := range l.blocks {
		w := &at.words[block]
		w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
		for i := range come {
			r := &l.rows[int(s.come[i&(MaxPieces-1)])+block]
			w0 += r[0]
			w1 += r[1]
			w2 += r[2]
			w3 += r[3]
		}
		for i := range gone {
			r := &l.rows[int(s.gone[i&(MaxPieces-1)])+block]
			w0 -= r[0]
			w1 -= r[1]
			w2 -= r[2]
			w3 -= r[3]
		}
		w[0], w[1], w[2], w[3] = w0, w1, w2, w3
		both := Positive(w0) + Positive(w1) + Positive(w2) + Positive(w3)
		part := int(both>>32) + int(both&(1<<32-1))
		if 2*block >= l.blocks {
			part = -part
		}
		output += part
	}
	return output
}

// Positive is the positive sums of the four units of a word, added up in pairs.
func Positive(w uint64) uint64 {
	const (
		ones  = 0x0001000100010001
		pairs = 0x0000ffff0000ffff
	)
	on := w >> (laneBits - 1) & ones
	w &= on<<(laneBits-1) - on // the bits below the highest one where that is set, else none
	return w&pairs + w>>laneBits&pairs
}
