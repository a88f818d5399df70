package features

import (
	"fmt"
	"math"
)

// MaxPhases is the largest number of phases of a blend.
const MaxPhases = 4

// Blend is an evaluation that changes little by little during a game: the weights of
// each phase hold at its place in At, and between two places both phases count, the
// nearer one more.
type Blend struct {
	// At is how far a game has gone, 0..1 and rising, by phase; see Set.Progress.
	At []float64 `json:"at"`
	// Values is the weights of the phases after the first one, whose weights are
	// those of Weights.
	Values [][]float64 `json:"weights"`
}

func (w *Weights) checkBlend() error {
	b := w.Blend
	switch {
	case b == nil:
		return nil
	case w.Endgame != nil:
		return fmt.Errorf("an endgame and a blend (allowed: one of them)")
	case len(b.At) < 2 || len(b.At) > MaxPhases:
		return fmt.Errorf("phases of a blend: %d (allowed: 2..%d)", len(b.At), MaxPhases)
	case len(b.Values) != len(b.At)-1:
		return fmt.Errorf("lists of weights after a blend's first phase: %d (expected: %d)", len(b.Values), len(b.At)-1)
	}
	for i, at := range b.At {
		if !(at >= 0 && at <= 1) || i > 0 && thousandths(at) <= thousandths(b.At[i-1]) {
			return fmt.Errorf("phase %d of a blend is at %v (allowed: 0..1, each above the one before)", i+1, at)
		}
	}
	return nil
}

// later is the weights of the phases of a blend after the first one, if any.
func (w *Weights) later() [][]float64 {
	if w.Blend == nil {
		return nil
	}
	return w.Blend.Values
}

func thousandths(x float64) int { return int(math.Round(x * 1000)) }

// Steps is the phase and the fraction of the way to the next one, in 256ths, by
// progress: 256*phase + fraction.
func (b *Blend) Steps() []uint16 { return newSteps(b.thousandths()) }

func (b *Blend) thousandths() (list []int) {
	for _, at := range b.At {
		list = append(list, thousandths(at))
	}
	return list
}

// newSteps is the phase and the fraction of the way to the next one, in 256ths,
// by progress: 256*phase + fraction. At is the places of the phases, in
// thousandths; without any there are no steps.
func newSteps(at []int) []uint16 {
	var steps []uint16
	for progress := 0; len(at) > 0 && progress <= 1000; progress++ {
		steps = append(steps, step(at, progress))
	}
	return steps
}

func step(at []int, progress int) uint16 {
	last := len(at) - 1
	for i := range last {
		low, high := at[i], at[i+1]
		if progress < high {
			return uint16(256*i + 256*max(progress-low, 0)/(high-low))
		}
	}
	return uint16(256 * last)
}
