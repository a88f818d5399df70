package evolve

import (
	"math/rand"
	randv2 "math/rand/v2"
	"testing"
)

// Earlier versions drew from the standard library: on amd64 the numbers are the same.
func TestNormalDrawsAsTheStandardLibrary(t *testing.T) {
	a, b := rand.New(rand.NewSource(1)), rand.New(rand.NewSource(1))
	c, d := randv2.New(randv2.NewPCG(1, 2)), randv2.New(randv2.NewPCG(1, 2))
	for i := range 1_000_000 {
		if got, want := normal(a), b.NormFloat64(); got != want {
			t.Fatalf("draw %d: %v (expected: %v)", i, got, want)
		}
		if got, want := normalV2(c), d.NormFloat64(); got != want {
			t.Fatalf("draw %d of the other generator: %v (expected: %v)", i, got, want)
		}
	}
}
