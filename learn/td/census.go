package td

import (
	"fmt"
	"math"
	"slices"

	"evolab/features"
)

// Census counts where the predictions of a round are wrong, to find a condition on
// two features that would mend them: each feature is cut in two at its mean of the
// round before, and of all pairs of halves the one with the clearest mean error is
// the best candidate. Fields are exported to be written down.
type Census struct {
	Names  []string  // of the features
	Scales []float64 // their standard deviations
	Cuts   []int     // a feature is high from here on; none in the first round
	N      int
	Sums   []float64 // of the columns of the rows
	pairs  []errorSum
}

// errorSum sums up the errors of predictions where a condition holds.
type errorSum struct {
	n            int
	sum, squares float64
}

// NewCensus counts over features, with the cuts that another census found.
func NewCensus(names []string, scales []float64, cuts []int) *Census {
	c := &Census{Names: names, Scales: scales, Cuts: cuts}
	if len(cuts) > 0 {
		c.pairs = make([]errorSum, 4*len(names)*len(names))
	}
	return c
}

// sampleEvery thins the positions: one of this many is counted, since pairs of
// features are many.
const sampleEvery = 8

// add counts a position and the error of its prediction, if it is in the sample.
func (c *Census) add(row *features.Row, miss float64) {
	if c.N++; c.N%sampleEvery != 0 {
		return
	}
	if c.Sums == nil {
		c.Sums = make([]float64, len(row.Core))
	}
	for i, x := range row.Core {
		c.Sums[i] += x
	}
	if len(c.pairs) == 0 {
		return
	}
	n := len(c.Names)
	half := func(i int) int { // 1: the high one
		if int(math.Round(float64(row.Core[i]*c.Scales[i]))) >= c.Cuts[i] {
			return 1
		}
		return 0
	}
	square := float64(miss * miss)
	for i := range n {
		for k := range i {
			w := &c.pairs[4*(n*i+k)+2*half(i)+half(k)]
			w.n++
			w.sum += miss
			w.squares += square
		}
	}
}

// counted is the number of positions in the sample.
func (c *Census) counted() float64 { return float64(max(1, c.N/sampleEvery)) }

// NextCuts are the means of the features.
func (c *Census) NextCuts() []int {
	list := make([]int, len(c.Names))
	for i := range list {
		if c.Sums != nil {
			list[i] = int(math.Round(float64(c.Sums[i]*c.Scales[i]) / c.counted()))
		}
	}
	return list
}

// Best is the new condition under which predictions err most; "" if none is clear.
func (c *Census) Best(existing []string) string {
	const (
		clear = 4.  // standard errors that the mean error must be away from 0 where a new condition holds
		rare  = .02 // the least share of the positions where a condition holds, and of those where it does not
	)
	best, most := "", clear
	n := len(c.Names)
	for at, w := range c.pairs {
		share := float64(w.n) / c.counted()
		if w.squares == 0 || share < rare || share > 1-rare {
			continue
		}
		z := math.Abs(w.sum) / math.Sqrt(w.squares)
		if z <= most {
			continue
		}
		name := c.condition(at/4/n, at>>1&1) + " & " + c.condition(at/4%n, at&1)
		if !slices.Contains(existing, name) {
			best, most = name, z
		}
	}
	return best
}

// condition is that of the high or the low half of a feature.
func (c *Census) condition(i, high int) string {
	if high == 1 {
		return fmt.Sprintf("%s>=%d", c.Names[i], c.Cuts[i])
	}
	return fmt.Sprintf("%s<%d", c.Names[i], c.Cuts[i])
}

// Idle lists the connectives, after the features among the columns of rows, that
// say little with the weights of all phases.
func (c *Census) Idle(core [][]float64) (list []int) {
	const little = .01 // the least standard deviation in logits that a connective must contribute to stay
	if c.Sums == nil {
		return nil
	}
	for i := len(c.Names); i < len(c.Sums); i++ {
		weight := 0.
		for _, phase := range core {
			weight = max(weight, math.Abs(phase[i]))
		}
		holds := float64(c.Sums[i] / c.counted() * features.ConnectiveScale)
		deviation := math.Sqrt(max(0, float64(holds*(1-holds)))) / features.ConnectiveScale
		if float64(weight*deviation) < little {
			list = append(list, i-len(c.Names))
		}
	}
	return list
}
