package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean is the mean of n independent values from 0 to 1, given their sum and
// the sum of their squares, with Student's interval cut to 0..1. Up to one
// value says nothing: its interval is all of 0..1.
func Mean(sum, sumSquares float64, n int) Estimate {
	if n == 0 {
		return Estimate{.5, 0, 1}
	}
	mean := sum / float64(n)
	if n == 1 {
		return Estimate{mean, 0, 1}
	}
	variance := max(0, sumSquares-float64(n)*mean*mean) / float64(n-1)
	half := student(float64(n)-1) * math.Sqrt(variance/float64(n))
	return Estimate{mean, max(0, mean-half), min(1, mean+half)}
}

// student is the 97.5 % quantile of Student's distribution.
func student(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(.975)
}
