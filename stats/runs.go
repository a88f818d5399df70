package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// AcrossRuns is the mean of values from 0 to 1, one from each of some
// independent runs, with Student's interval: mean +- t s / sqrt(n), with n - 1
// degrees of freedom. It takes the values as normal, which means of many games
// nearly are. One value says nothing about the others: its interval is all of
// 0..1.
func AcrossRuns(values []float64) Estimate {
	n := len(values)
	switch n {
	case 0:
		return Estimate{.5, 0, 1}
	case 1:
		return Estimate{values[0], 0, 1}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	half := student(float64(n-1)) * deviation / math.Sqrt(float64(n))
	return Estimate{mean, max(0, mean-half), min(1, mean+half)}
}
