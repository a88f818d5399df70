package evolve_test

import (
	"strings"
	"testing"

	"evolab/evolve"
)

// A single weight has nothing to be compared with: the distribution widens
// until its numbers overflow. That is an error, no hang.
func TestDegenerateDistribution(t *testing.T) {
	c := &evolve.CMAES{Sigma: .5}
	c.Share(shared())
	c.Generations = 1500
	err := c.Run(t.Context(), startAt(1, 1), revealing{}, func(evolve.Generation) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "cma-es: generation") {
		t.Errorf("error %v", err)
	}
}
