package experiment

import (
	"math"
	"testing"
)

func TestSharesOfPairs(t *testing.T) {
	c := Config{Opponents: []Opponent{{Share: 1}, {Share: 2}, {Share: 2}, {Share: 5}}}
	order := Divide(c.Shares(), 60)
	for _, n := range []int{10, 20, 60} {
		got := make([]int, 4)
		for _, i := range order[:n] {
			got[i]++
		}
		for i, share := range []float64{.1, .2, .2, .5} {
			if math.Abs(float64(got[i])-share*float64(n)) > .01 {
				t.Errorf("after %d pairs opponent %d has had %d", n, i, got[i])
			}
		}
	}
}
