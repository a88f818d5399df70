package stats

// Mean is the mean of n independent values from 0 to 1, given their sum and
// the sum of their squares, with an interval inside 0..1 that has a width even
// when all values are equal. One value or none says nothing: the interval is then
// all of 0..1.
func Mean(sum, sumSquares float64, n int) Estimate {
	if n == 0 {
		return Estimate{.5, 0, 1}
	}
	// Sums of many fractions may end a rounding error outside.
	mean := max(0, min(1, sum/float64(n)))
	if n == 1 {
		return Estimate{mean, 0, 1}
	}
	return meanInterval(mean, max(0, sumSquares/float64(n)-mean*mean), n)
}
