package plots

import (
	"fmt"
	"math"
)

// heights are the y values of all curves for a row of weights.
func (data WeightsData) heights(row []float64) []float64 {
	list := make([]float64, len(row))
	length := 0.0
	for _, w := range row {
		length = math.Hypot(length, w)
	}
	for k, w := range row {
		switch {
		case data.apart():
			low, high := data.Ranges[k][0], data.Ranges[k][1]
			list[k] = 100 * (w - low) / (high - low)
		case data.Parameters || length == 0:
			list[k] = w
		default:
			list[k] = w / length
		}
	}
	return list
}

// apart reports whether the ranges of parameters differ, so that no axis fits all.
func (data WeightsData) apart() bool {
	for _, r := range data.Ranges {
		if r != data.Ranges[0] {
			return data.Parameters && len(data.Ranges) == len(data.Features)
		}
	}
	return false
}

func (data WeightsData) axis() string {
	switch {
	case data.apart():
		return "part of the range, in %"
	case data.Parameters:
		return "value"
	}
	return "normalised weight (vector length 1)"
}

func (data WeightsData) title() string {
	if data.Parameters {
		return "Parameters of the " + data.Game + " program"
	}
	return "Weights of the " + data.Game + " features"
}

// one is the noun for what a curve shows.
func (data WeightsData) one() string {
	if data.Parameters {
		return "parameter"
	}
	return "feature"
}

// label names a curve: a parameter with its value at the end.
func (data WeightsData) label(k int) string {
	if data.Parameters {
		return fmt.Sprintf("%s = %.4g", data.Features[k], data.Weights[len(data.Weights)-1][k])
	}
	return data.Features[k]
}
