package tensorboard

import (
	"math"
	"slices"
)

// buckets is how many a histogram has, as in TensorBoard's own writer.
const buckets = 30

// histogram lists left end, right end and count of each bucket.
func histogram(values []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	low, high := slices.Min(values), slices.Max(values)
	width := (high - low) / buckets
	if !(low+width > low && high-width < high) || math.IsInf(width, 0) { // too close together or too far apart for 30
		return []float64{math.Nextafter(low-0.5, math.Inf(-1)), math.Nextafter(high+0.5, math.Inf(1)), float64(len(values))}
	}
	rows := make([]float64, 0, 3*buckets)
	for i := range buckets {
		rows = append(rows, low+float64(i)*width, low+float64(i+1)*width, 0)
	}
	rows[len(rows)-2] = high
	for _, v := range values {
		rows[3*min(buckets-1, int((v-low)/width))+2]++
	}
	return rows
}
