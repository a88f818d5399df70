package float

import (
	"math"
	"math/rand"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// ulps is how many numbers lie between two.
func ulps(a, b float64) int64 {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return 0
	}
	return max(int64(math.Float64bits(a))-int64(math.Float64bits(b)), int64(math.Float64bits(b))-int64(math.Float64bits(a)))
}

// The functions differ from those of package math by a last bit or two, whatever the
// processor that runs these.
func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, f := range []struct {
		name      string
		own, math func(x, y float64) float64
		draw      func() float64
		far       int64
	}{
		{"exp", one(Exp), one(math.Exp), func() float64 { return 1400*r.Float64() - 700 }, 1},
		{"exp near 0", one(Exp), one(math.Exp), func() float64 { return r.NormFloat64() }, 1},
		{"log", one(Log), one(math.Log), func() float64 { return math.Exp(100 * r.NormFloat64()) }, 1},
		{"log near 1", one(Log), one(math.Log), func() float64 { return 1 + r.NormFloat64()/1000 }, 1},
		{"log10", one(Log10), one(math.Log10), func() float64 { return math.Exp(100 * r.NormFloat64()) }, 2},
		{"pow", Pow, math.Pow, func() float64 { return 5 * r.Float64() }, 4},
		{"cos", one(Cos), one(math.Cos), func() float64 { return 2 * math.Pi * r.Float64() }, 1 << 10}, // near 0 the error counts in parts of 1
		{"hypot", Hypot, math.Hypot, func() float64 { return r.NormFloat64() }, 2},
	} {
		for range 20_000 {
			x, y := f.draw(), f.draw()
			if got, want := f.own(x, y), f.math(x, y); ulps(got, want) > f.far && math.Abs(got-want) > 1e-16 {
				t.Errorf("%s of %v, %v: %v (expected: %v)", f.name, x, y, got, want)
				break
			}
		}
	}
}

func one(f func(float64) float64) func(x, _ float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

func TestEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp 0", Exp(0), 1},
		{"exp 1", Exp(1), math.E},
		{"exp -inf", Exp(-inf), 0},
		{"exp inf", Exp(inf), inf},
		{"exp 710", Exp(710), inf},
		{"exp nan", Exp(math.NaN()), math.NaN()},
		{"exp of the least result", Exp(-745), 5e-324},
		{"log 0", Log(0), -inf},
		{"log 1", Log(1), 0},
		{"log -1", Log(-1), math.NaN()},
		{"log inf", Log(inf), inf},
		{"log10 1000", Log10(1000), math.Log10(1000)},
		{"log10 8", Log10(8), math.Log10(8)},
		{"2^10", Pow(2, 10), 1024},
		{"4^-.5", Pow(4, -.5), .5},
		{"x^0", Pow(3, 0), 1},
		{"cos 0", Cos(0), 1},
		{"cos pi", Cos(math.Pi), -1},
		{"hypot 3, -4", Hypot(3, -4), 5},
		{"hypot 0, 0", Hypot(0, 0), 0},
		{"norm of a large vector", Norm([]float64{3e300, 4e300}), 5e300},
		{"norm of zeros", Norm([]float64{0, 0}), 0},
		{"norm of nothing", Norm(nil), 0},
		{"norm with nan", Norm([]float64{1, math.NaN()}), math.NaN()},
		{"sum of nothing", Sum(nil), 0},
	} {
		if ulps(c.got, c.want) != 0 {
			t.Errorf("%s: %v (expected: %v)", c.name, c.got, c.want)
		}
	}
}

// What gonum computes, in an order that does not depend on the processor.
func TestVectors(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := 2; n < 70; n++ {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		mean, deviation := MeanDeviation(v)
		wantMean, wantDeviation := stat.MeanStdDev(v, nil)
		moved := append([]float64(nil), v...)
		AddScaled(moved, .3, v)
		wantMoved := append([]float64(nil), v...)
		floats.AddScaled(wantMoved, .3, v)
		for name, pair := range map[string][2]float64{
			"sum":       {Sum(v), floats.Sum(v)},
			"norm":      {Norm(v), floats.Norm(v, 2)},
			"mean":      {mean, wantMean},
			"deviation": {deviation, wantDeviation},
			"moved":     {moved[n-1], wantMoved[n-1]},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-14 {
				t.Errorf("%s of %d: %v (expected: %v)", name, n, pair[0], pair[1])
			}
		}
	}
}
