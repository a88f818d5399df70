package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"evolab/internal/quantity"
)

// roundTicks marks round numbers with at most the given number of decimals:
// with none there is no mark between two generations.
type roundTicks struct{ decimals int }

// Ticks has nine marks at most, five where they are long numbers, at steps of 1,
// 2, 5, 10, 20, 50 and so on, in units of the last decimal.
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	unit := math.Pow10(r.decimals)
	step, decimals := 1.0, r.decimals
	steps := 8.0
	if r.decimals == 0 && len(number(high, 0)) > 5 {
		steps = 4.5
	}
	for i := 0; (high-low)*unit/step > steps; i++ {
		step *= [3]float64{2, 2.5, 2}[i%3]
		if i%3 == 2 {
			decimals = max(0, decimals-1)
		}
	}
	var ticks []plot.Tick
	for v := math.Ceil(low*unit/step) * step; v <= high*unit; v += step {
		ticks = append(ticks, plot.Tick{Value: v / unit, Label: number(v/unit, decimals)})
	}
	return ticks
}

// sparseTicks writes only as many of the round numbers as have room on an axis.
type sparseTicks struct {
	roundTicks
	room vg.Length
}

func (s sparseTicks) Ticks(low, high float64) []plot.Tick {
	const gap = 6
	ticks, needed := s.roundTicks.Ticks(low, high), vg.Length(0)
	for _, t := range ticks {
		needed += sans(9).Width(t.Label) + gap
	}
	every := max(1, int(math.Ceil(float64(needed/max(1, s.room)))))
	for i := range ticks {
		if i%every != 0 {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// evenTicks marks n equal steps from 0 to 1, written as a fraction or, for a
// scale of 100, in per cent.
func evenTicks(n int, scale float64, decimals int) plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, n+1)
	for i := range ticks {
		v := float64(i) / float64(n)
		ticks[i] = plot.Tick{Value: v, Label: strconv.FormatFloat(scale*v, 'f', decimals, 64)}
	}
	return ticks
}

// number writes a number with the given decimals, whole ones in groups of
// three digits, and never a negative zero.
func number(v float64, decimals int) string {
	if decimals == 0 {
		return Thousands(int(math.Round(v)))
	}
	return strconv.FormatFloat(v+0, 'f', decimals, 64)
}

// Thousands writes a whole number in groups of three digits.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// CountText writes a number of games or of seconds, small ones with decimals: what took
// some time did not take 0.0 s.
func CountText(n float64) string {
	if n > 0 && n < 1 {
		return quantity.Digits(n, 2)
	}
	if n != math.Trunc(n) && n < 1000 {
		return number(n, 1)
	}
	return number(n, 0)
}
