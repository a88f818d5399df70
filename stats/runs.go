package stats

import (
	"math"

	"evolab/internal/float"
)

// AcrossRuns is the mean of values from 0 to 1, one from each of some
// independent runs, with Student's interval: mean +- t s / sqrt(n), with n - 1
// degrees of freedom. It assumes normal values, which means over many games
// nearly are. One value says nothing about others: its interval is all of 0..1.
func AcrossRuns(values []float64) Estimate {
	return acrossRuns(values, 0, 1)
}

// FewestRuns is the least number of runs whose interval is worth showing: that of two
// values is thirteen times as wide as they are apart.
const FewestRuns = 3

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
	return acrossRuns(differences, -1, 1)
}

// acrossRuns is a mean with Student's interval within low..high, the range of
// the values.
func acrossRuns(values []float64, low, high float64) Estimate {
	n := len(values)
	switch n {
	case 0:
		return Estimate{(low + high) / 2, low, high}
	case 1:
		return Estimate{values[0], low, high}
	}
	mean, deviation := float.MeanDeviation(values)
	half := student(n-1) * deviation / math.Sqrt(float64(n))
	return Estimate{mean, max(low, mean-half), min(high, mean+half)}
}
