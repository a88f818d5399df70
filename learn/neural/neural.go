// Package neural is the net that learners adjust, in logits: package features/net has
// its form. The outputs of units are +1 and -1 from the beginning, which takes nothing
// from what the net can be, since a unit is linear in the scale of its weights.
//
// All sums are made in one order, and products are rounded before they are added,
// so that the same rows give the same bits on any machine.
package neural

import (
	"math"
	"slices"

	"evolab/features"
	"evolab/features/net"
	"evolab/game"
	"evolab/learn"
)

// Net is the weights during learning, and scratch space.
type Net struct {
	hidden int
	phases []int
	sets   []set
	sums   []float64 // of the units for the row evaluated last
}

// set is the weights of a phase: the biases of all units, then the weights of each input.
type set struct {
	weights []float64
	// squares are those of the slopes so far, one for all weights of an input: steps
	// shrink as in Adagrad, and a step takes one root an input in place of one a weight.
	squares []float64
}

// spread is the standard deviation of the first weights. They only decide which units
// work on which boards, for which any small number will do.
const spread = .02

// New is a net of a shape whose first weights the seed decides. Units come in pairs
// that differ in their output alone, so that the first output is 0.
func New(s learn.Shape, seed uint64) *Net {
	n := &Net{hidden: s.Net.Hidden, phases: s.Net.Phases, sums: make([]float64, s.Net.Hidden)}
	r := game.NewRand(seed)
	half := n.hidden / 2
	for range len(n.phases) + 1 {
		at := set{weights: make([]float64, n.hidden*(s.Inputs+1)), squares: make([]float64, s.Inputs+1)}
		for from := 0; from < len(at.weights); from += n.hidden {
			for i := range half {
				at.weights[from+i] = float64(spread * r.Normal())
				at.weights[from+half+i] = at.weights[from+i]
			}
		}
		for i := range at.squares {
			at.squares[i] = 1
		}
		n.sets = append(n.sets, at)
	}
	return n
}

// Set replaces the first weights by those of a net of the same shape.
func (n *Net) Set(sets [][]float64) {
	for i := range n.sets {
		copy(n.sets[i].weights, sets[i])
	}
}

func (n *Net) set(row *features.Row) *set { return &n.sets[net.Phase(n.phases, len(row.Pieces))] }

// of are the weights of an input, of the biases for -1.
func (s *set) of(input int32, hidden int) []float64 {
	from := int(input+1) * hidden
	return s.weights[from : from+hidden]
}

// Logit is the output for a row.
func (n *Net) Logit(row *features.Row) (output float64) {
	at := n.set(row)
	copy(n.sums, at.of(-1, n.hidden))
	for _, input := range row.Pieces {
		sums := n.sums
		for i, w := range at.of(input, n.hidden)[:len(sums)] {
			sums[i] += w
		}
	}
	half := n.hidden / 2
	for i, sum := range n.sums[:half] {
		output += max(0, sum) - max(0, n.sums[half+i])
	}
	return output
}

// Learn moves the weights against a slope of the output for the row that was evaluated
// last.
func (n *Net) Learn(row *features.Row, slope, step float64) {
	at := n.set(row)
	at.move(-1, n.sums, slope, step)
	for _, input := range row.Pieces {
		at.move(input, n.sums, slope, step)
	}
}

// move makes a step with the weights of an input, for the units that work.
func (s *set) move(input int32, sums []float64, slope, step float64) {
	squares := &s.squares[input+1]
	*squares += float64(slope * slope)
	change := float64(step*slope) / math.Sqrt(*squares)
	weights := s.of(input, len(sums))
	half := len(sums) / 2
	for i, sum := range sums[:half] {
		if sum > 0 {
			weights[i] -= change
		}
	}
	for i, sum := range sums[half:] {
		if sum > 0 {
			weights[half+i] += change
		}
	}
}

// Weights are the weights as they stand.
func (n *Net) Weights() (sets [][]float64) {
	for i := range n.sets {
		sets = append(sets, slices.Clone(n.sets[i].weights))
	}
	return sets
}
