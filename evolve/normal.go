package evolve

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"sync"

	"evolab/internal/float"
)

func normal(r *rand.Rand) float64 {
	return layers().draw(func() (int32, uint32) { n := r.Uint32(); return int32(n), n & 127 }, r.Float64)
}

// normalV2 is normal for the other kind of generator.
func normalV2(r *randv2.Rand) float64 {
	return layers().draw(func() (int32, uint32) { n := r.Uint64(); return int32(n), uint32(n>>32) & 127 }, r.Float64)
}

// ziggurat draws standard normal numbers (Marsaglia and Tsang, "The ziggurat method for
// generating random variables", 2000): the density is covered by layers of equal area.
// These are the numbers of math/rand, which decides a few of them by results that depend
// on the processor.
type ziggurat struct {
	sure   [128]uint32  // draws below it are under the density, in units of 2^-31 of the layer
	width  [128]float32 // of a layer, divided by 2^31
	height [128]float32 // of the density at its edge
}

// tail is where the density's tail begins.
const tail = 3.442619855899

var layers = sync.OnceValue(func() *ziggurat {
	const area = 9.91256303526217e-3
	density := func(x float64) float64 { return float.Exp(-.5 * x * x) }
	z, x, outer := new(ziggurat), tail, area/density(tail)
	for i := len(z.sure) - 1; i > 0; i-- {
		z.width[i], z.height[i] = float32(x/(1<<31)), float32(density(x))
		next := 0.
		if i > 1 {
			next = math.Sqrt(-2 * float.Log(area/x+density(x)))
		}
		z.sure[i], x = uint32(next/x*(1<<31)), next
	}
	z.sure[0], z.width[0], z.height[0] = uint32(tail/outer*(1<<31)), float32(outer/(1<<31)), 1
	return z
})

// draw returns a number. Each try is a number of 32 random bits and the layer; uniform
// draws from 0 up to but not including 1.
func (z *ziggurat) draw(try func() (bits int32, layer uint32), uniform func() float64) float64 {
	for {
		bits, i := try()
		x := float64(bits) * float64(z.width[i])
		switch {
		case magnitude(bits) < z.sure[i]:
			return x
		case i == 0:
			return math.Copysign(beyond(uniform), float64(bits))
		case z.height[i]+float32(float32(uniform())*(z.height[i-1]-z.height[i])) < float32(float.Exp(-.5*x*x)):
			return x
		}
	}
}

func magnitude(bits int32) uint32 {
	if bits < 0 {
		return uint32(-bits)
	}
	return uint32(bits)
}

// beyond draws from the tail (Marsaglia, "Generating a variable from the tail of the
// normal distribution", 1964).
func beyond(uniform func() float64) float64 {
	for {
		x := float64(-float.Log(uniform()) * (1.0 / tail))
		y := -float.Log(uniform())
		if y+y >= float64(x*x) {
			return tail + x
		}
	}
}
