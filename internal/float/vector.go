package float

import "math"

// Sum adds values up, in the order of gonum's assembly for amd64: eight partial sums,
// which also lose less to rounding than one.
func Sum(values []float64) float64 {
	var part [8]float64
	for ; len(values) >= len(part); values = values[len(part):] {
		for i, v := range values[:len(part)] {
			part[i] += v
		}
	}
	a, b := part[0]+part[6], part[1]+part[7]
	c, d := part[4]+part[2], part[5]+part[3]
	if len(values) >= 4 {
		a, b, c, d = a+values[0], b+values[1], c+values[2], d+values[3]
		values = values[4:]
	}
	a, b = a+c, b+d
	if len(values) >= 2 {
		a, b = a+values[0], b+values[1]
		values = values[2:]
	}
	sum := a + b
	if len(values) == 1 {
		sum += values[0]
	}
	return sum
}

// MeanDeviation is the mean and the standard deviation of a sample.
func MeanDeviation(sample []float64) (mean, deviation float64) {
	n := float64(len(sample))
	mean = Sum(sample) / n
	squares, rest := 0., 0. // rest: what rounding has left of the mean
	for _, v := range sample {
		d := v - mean
		squares += float64(d * d)
		rest += d
	}
	return mean, math.Sqrt((squares - float64(rest*rest)/n) / (n - 1))
}

// Norm is the Euclidean length of a vector. It overflows only if the length does.
func Norm(v []float64) float64 {
	scale, squares := 0., 1. // the length is scale * sqrt(squares)
	for _, x := range v {
		x = math.Abs(x)
		switch {
		case math.IsNaN(x) || math.IsInf(x, 1):
			return x
		case x > scale:
			ratio := scale / x
			squares = float64(float64(squares*ratio)*ratio) + 1
			scale = x
		case x > 0:
			ratio := x / scale
			squares += float64(ratio * ratio)
		}
	}
	return scale * math.Sqrt(squares)
}

// AddScaled adds factor * v to sum.
func AddScaled(sum []float64, factor float64, v []float64) {
	for i, x := range v {
		sum[i] += float64(factor * x)
	}
}
