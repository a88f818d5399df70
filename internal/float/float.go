// Package float computes with floating-point numbers to the same bits on every
// processor, for all results that reach a file or a decision.
//
// The operators, Sqrt and the roundings of package math are exact to the last bit
// everywhere. Its other functions are not: some are written in the assembly of one
// processor, and where a processor can, the compiler fuses x*y + z into an instruction
// that rounds once instead of twice (always on arm64, on amd64 from GOAMD64=v3 on). The
// same holds for gonum, whose assembly also sums in an order of its own.
//
// So every product to which something is added is rounded by a conversion,
// float64(x*y) + z, which the language guarantees to prevent the fusion; where one
// rounding is wanted, math.FMA says so. A test searches the compiled program for
// fused instructions. The functions follow those that ran on amd64 before, and so give
// the results of earlier versions.
package float

import "math"

// Exp is e^x, by the method of math.Exp on amd64 (Shibata, "Efficient evaluation methods
// of elementary functions suitable for SIMD computation", 2010): the Taylor series of a
// sixteenth of the remainder, whose e^x - 1 is doubled as an argument four times.
func Exp(x float64) float64 {
	const (
		overflow  = 7.09782712893384e+02
		underflow = -7.5e+02
		// The upper and the lower half of ln 2.
		ln2High = 0.69314718055966295651160180568695068359375
		ln2Low  = 0.28235290563031577122588448175013436025525412068e-12
	)
	switch {
	case math.IsNaN(x) || x > overflow:
		return x + math.Inf(1)
	case x < underflow:
		return 0
	}
	n := math.RoundToEven(x * math.Log2E)
	r := math.FMA(-n, ln2Low, math.FMA(-n, ln2High, x)) / 16
	sum := 1. / 40320
	for _, c := range [...]float64{1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1} {
		sum = math.FMA(sum, r, c)
	}
	y := float64(r * sum)
	for range 3 {
		y = float64(y * (y + 2))
	}
	return math.Ldexp(math.FMA(y, y+2, 1), int(n))
}

// Log is the natural logarithm, by the method of FreeBSD's e_log.c (Sun Microsystems,
// 1993), as in math.Log.
func Log(x float64) float64 {
	const (
		ln2High = 6.93147180369123816490e-01
		ln2Low  = 1.90821492927058770002e-10
		l1      = 6.666666666666735130e-01
		l2      = 3.999999999940941908e-01
		l3      = 2.857142874366239149e-01
		l4      = 2.222219843214978396e-01
		l5      = 1.818357216161805012e-01
		l6      = 1.531383769920937332e-01
		l7      = 1.479819860511658591e-01
	)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f, exponent := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f *= 2
		exponent--
	}
	f--
	k := float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	even := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	half := float64(.5 * f * f)
	return float64(k*ln2High) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Low))) - f)
}

// Log10 is the decimal logarithm.
func Log10(x float64) float64 { return float64(Log(x) * (1 / math.Ln10)) }

// Pow is x^y for x > 0, as in math.Pow: by squarings for the whole part of y, by Exp for the rest.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == .5:
		return math.Sqrt(x)
	case y == -.5:
		return 1 / math.Sqrt(x)
	}
	whole := math.Floor(math.Abs(y))
	rest := math.Abs(y) - whole
	result, exponent := 1., 0
	if rest != 0 {
		if rest > .5 {
			rest--
			whole++
		}
		result = Exp(rest * Log(x))
	}
	square, twos := math.Frexp(x)
	for i := int64(whole); i != 0; i >>= 1 {
		if i&1 == 1 {
			result *= square
			exponent += twos
		}
		square = float64(square * square)
		twos <<= 1
		if square < .5 {
			square += square
			twos--
		}
	}
	if y < 0 {
		result, exponent = 1/result, -exponent
	}
	return math.Ldexp(result, exponent)
}

// Cos is the cosine of an x from 0 to some circles, by the method of Cephes (Moshier,
// 1989), as in math.Cos.
func Cos(x float64) float64 {
	const ( // a quarter of pi, in three parts
		high   = 7.85398125648498535156e-1
		middle = 3.77489470793079817668e-8
		low    = 2.69515142907952595645e-15
	)
	octant := uint64(x * (4 / math.Pi))
	octant += octant & 1
	y := float64(octant)
	z := ((x - float64(y*high)) - float64(y*middle)) - float64(y*low)
	zz := float64(z * z)
	switch octant & 7 {
	case 2:
		return -sine(z, zz)
	case 4:
		return -cosine(zz)
	case 6:
		return sine(z, zz)
	}
	return cosine(zz)
}

func sine(z, zz float64) float64 {
	return z + float64(float64(z*zz)*polynomial(zz,
		1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1))
}

func cosine(zz float64) float64 {
	return 1 - float64(.5*zz) + float64(float64(zz*zz)*polynomial(zz,
		-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2))
}

// polynomial has the given coefficients, that of the highest power first.
func polynomial(x float64, coefficients ...float64) float64 {
	sum := 0.
	for _, c := range coefficients {
		sum = float64(sum*x) + c
	}
	return sum
}

// Hypot is the length of a vector with two coordinates.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	long, short := max(x, y), min(x, y)
	if long == 0 {
		return 0
	}
	ratio := short / long
	return long * math.Sqrt(float64(ratio*ratio)+1)
}
