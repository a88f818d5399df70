// Package net is a small neural net over the pieces of a board, added to features
// and tables: one hidden layer of units, each max(0, bias + the weights of the
// pieces). The first half of the units counts for the side to move, the second half
// against it: the weight of an output is part of its unit. Sets of weights take turns
// by the number of pieces.
//
// Weights are whole numbers, and so small that every sum of a unit fits into 16 bits.
// Layer, which is shipped, adds up four units at a time (eight in C++), and usually only
// what differs from the board before. The rest reads and writes weights.
package net

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

const (
	// MaxPieces is the largest number of pieces of a game whose boards nets read.
	MaxPieces = 32
	// Words is what holds the inputs of any such game, a bit each.
	Words = 2
	// MaxHidden is the largest number of units, which come in multiples of Step.
	MaxHidden, Step = 256, 32
	// MaxSets is the largest number of sets of weights.
	MaxSets = 4
	// Unit is the weight that stands for one logit.
	Unit = 256
	// maxInputs is more than any game has.
	maxInputs = 4096
	maxSum    = 1<<15 - 1 // of a unit
	views     = 2
)

// Encoding is what a game declares of the inputs for its boards.
type Encoding struct {
	Inputs int // kinds of pieces times squares
	Pieces int // the largest number on a board
}

// Inputs appends the inputs of a board as the side to move sees them, in the order in
// which learners add them up: that of the first side's squares within own men, enemy men
// and so on.
func (p *Pieces) Inputs(list []int32) []int32 {
	const half = 32
	for i, on := range p.On {
		for left := bits.RotateLeft64(on, half*p.View); left != 0; left &= left - 1 {
			list = append(list, int32(64*i+bits.TrailingZeros64(left)^(half-1)*p.View))
		}
	}
	return list
}

// MaxWeight is the largest absolute value of a weight: a unit's bias and the weights of
// all pieces add up to a sum that fits.
func (e Encoding) MaxWeight() int { return maxSum / (e.Pieces + 1) }

// Shape is the size of a net.
type Shape struct {
	Hidden int `json:"hidden"` // units
	// Phases are the largest numbers of pieces of all sets of weights but the last one,
	// rising.
	Phases []int `json:"phases"`
}

// Check reports what is wrong with a shape.
func (s *Shape) Check() error {
	if s.Hidden < Step || s.Hidden > MaxHidden || s.Hidden%Step != 0 {
		return fmt.Errorf("hidden units: %d (allowed: multiples of %d up to %d)", s.Hidden, Step, MaxHidden)
	}
	if len(s.Phases) >= MaxSets {
		return fmt.Errorf("numbers of pieces at which a phase ends: %d (allowed: 0..%d)", len(s.Phases), MaxSets-1)
	}
	for i, pieces := range s.Phases {
		if pieces < 1 || pieces >= MaxPieces || i > 0 && pieces <= s.Phases[i-1] {
			return fmt.Errorf("phases: %v (allowed: rising numbers of pieces, 1..%d)", s.Phases, MaxPieces-1)
		}
	}
	return nil
}

// Same reports whether two nets have the same shape.
func (s *Shape) Same(other Shape) bool {
	return s.Hidden == other.Hidden && slices.Equal(s.Phases, other.Phases)
}

// Net is a net as weights files have it.
type Net struct {
	Shape
	// Sets are the weights by phase, 16-bit little-endian numbers in base64: those of
	// the biases, then those of each input; in each list, one for each unit.
	Sets []string `json:"sets"`
}

// Check reports what is wrong with a net that can be seen without its game.
func (n *Net) Check() error {
	if err := n.Shape.Check(); err != nil {
		return err
	}
	if len(n.Sets) != len(n.Phases)+1 {
		return fmt.Errorf("sets of weights: %d (expected: %d, one more than numbers of pieces)", len(n.Sets), len(n.Phases)+1)
	}
	for i, text := range n.Sets {
		if most := base64.StdEncoding.EncodedLen(2 * n.Hidden * (maxInputs + 1)); len(text) > most {
			return fmt.Errorf("set %d: length of its text: %d (allowed: up to %d)", i+1, len(text), most)
		}
	}
	return nil
}

// Numbers reads the weights of a checked net for the boards of a game.
func (n *Net) Numbers(e Encoding) (Numbers, error) {
	numbers := Numbers{Hidden: n.Hidden, Inputs: e.Inputs, Phases: n.Phases}
	if count := len(n.Phases); count > 0 && n.Phases[count-1] >= e.Pieces {
		return Numbers{}, fmt.Errorf("phases: %v (allowed: numbers of pieces below %d, with which the game begins)", n.Phases, e.Pieces)
	}
	for i, text := range n.Sets {
		set, err := parse(text, n.Hidden*(e.Inputs+1), e.MaxWeight())
		if err != nil {
			return Numbers{}, fmt.Errorf("set %d: %w", i+1, err)
		}
		numbers.Sets = append(numbers.Sets, set)
	}
	return numbers, nil
}

// parse reads a set of weights into the form of Numbers.
func parse(text string, size, most int) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") { // which package base64 skips
		return nil, fmt.Errorf("a line break in base64")
	}
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, err
	}
	if len(data) != 2*size {
		return nil, fmt.Errorf("number of bytes: %d (expected: %d, two a weight)", len(data), 2*size)
	}
	set := make([]byte, 0, size)
	for i := 0; i < len(data); i += 2 {
		weight := int(int16(binary.LittleEndian.Uint16(data[i:])))
		if weight < -most || weight > most {
			return nil, fmt.Errorf("weight %d is %d (allowed: -%d..%d)", i/2+1, weight, most, most)
		}
		set = appendWeight(set, weight)
	}
	return set, nil
}

// Values are the weights of a checked net in logits, by set in the order of Text.
func (n *Net) Values(e Encoding) ([][]float64, error) {
	numbers, err := n.Numbers(e)
	if err != nil {
		return nil, err
	}
	var sets [][]float64
	for _, set := range numbers.Sets {
		w := weights{set: set}
		values := make([]float64, n.Hidden*(e.Inputs+1))
		for i := range values {
			values[i] = float64(w.next()) / Unit
		}
		sets = append(sets, values)
	}
	return sets, nil
}

// Text writes a set of weights in logits, those beyond the largest one cut off.
func Text(values []float64, e Encoding) string {
	most := float64(e.MaxWeight())
	data := make([]byte, 0, 2*len(values))
	for _, v := range values {
		weight := int16(max(-most, min(most, math.Round(v*Unit))))
		data = binary.LittleEndian.AppendUint16(data, uint16(weight))
	}
	return base64.StdEncoding.EncodeToString(data)
}
