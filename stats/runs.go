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

// PairedDifference is the mean of values[i] - reference[i], values from 0 to 1
// of runs that have something in common, such as their seed, with Student's
// interval. One pair says nothing: its interval is all of -1..1.
func PairedDifference(values, reference []float64) Estimate {
	n := len(values)
	if n != len(reference) {
		panic("stats: paired values of different numbers")
	}
	differences := make([]float64, n)
	for i := range values {
		differences[i] = values[i] - reference[i]
	}
	switch n {
	case 0:
		return Estimate{0, -1, 1}
	case 1:
		return Estimate{differences[0], -1, 1}
	}
	mean, deviation := stat.MeanStdDev(differences, nil)
	half := student(float64(n-1)) * deviation / math.Sqrt(float64(n))
	return Estimate{mean, max(-1, mean-half), min(1, mean+half)}
}
