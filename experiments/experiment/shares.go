package experiment

// Shares are the parts of the games that are played against each opponent; they
// add up to 1.
func (c *Config) Shares() []float64 {
	total := 0.0
	for _, o := range c.Opponents {
		total += o.Share
	}
	list := make([]float64, len(c.Opponents))
	for i, o := range c.Opponents {
		list[i] = o.Share / total
	}
	return list
}

// Divide returns for each of n pairs which opponent it is played against: after
// any number of pairs, each opponent has had about its share.
func Divide(shares []float64, n int) []int {
	order := make([]int, n)
	had := make([]int, len(shares))
	for pair := range order {
		next := 0
		for i := range shares {
			if owed(shares, had, i, pair) > owed(shares, had, next, pair) {
				next = i
			}
		}
		order[pair] = next
		had[next]++
	}
	return order
}

// owed is the number of pairs that opponent i should have had and has not.
func owed(shares []float64, had []int, i, pair int) float64 {
	return shares[i]*float64(pair+1) - float64(had[i])
}
