package experiment

// Shares are each opponent's part of the games; they add up to 1.
func (c *Config) Shares() []float64 {
	var list []float64
	for _, o := range c.Opponents {
		list = append(list, o.Share)
	}
	return Parts(list)
}

// Parts divides numbers by their sum.
func Parts(list []float64) []float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	parts := make([]float64, len(list))
	for i, x := range list {
		parts[i] = x / total
	}
	return parts
}

// Divide assigns an opponent to each of n pairs: after any number of pairs, each
// opponent has had about its share.
func Divide(shares []float64, n int) []int {
	order := make([]int, n)
	had := make([]int, len(shares))
	for pair := range order {
		next := 0
		for i := range shares {
			if pairsOwed(shares, had, i, pair) > pairsOwed(shares, had, next, pair) {
				next = i
			}
		}
		order[pair] = next
		had[next]++
	}
	return order
}

// pairsOwed is the number of pairs that opponent i should have had by now but has
// not.
func pairsOwed(shares []float64, had []int, i, pair int) float64 {
	return float64(shares[i]*float64(pair+1)) - float64(had[i])
}
