package evolve_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

func TestSettingsOfTheOthers(t *testing.T) {
	none := evolve.Sampling{Caution: -1, Generations: -1}
	shared := []string{
		"evolve: population: 0 is not possible (allowed: 4 or more)",
		"evolve: generations: -1 is not possible (allowed: 0 or more)",
		"evolve: pairs: 0 is not possible (allowed: 1 or more)",
		"evolve: caution: -1 is not possible (allowed: 0 to 100)",
		"evolve: hall_of_fame: 0 is not possible (allowed: 1 or more)",
	}
	for _, test := range []struct {
		optimizer evolve.Optimizer
		want      []string
	}{
		{&evolve.Random{Sampling: none}, nil},
		{&evolve.DE{Sampling: none, Weight: 3, Crossover: -.1}, []string{
			"evolve: weight: 3 is not possible (allowed: 0 to 2)",
			"evolve: crossover: -0.1 is not possible (allowed: 0 to 1)",
		}},
		{&evolve.PSO{Sampling: none, Inertia: 2, Own: 5, Swarm: -1}, []string{
			"evolve: inertia: 2 is not possible (allowed: 0 to 1)",
			"evolve: own: 5 is not possible (allowed: 0 to 4)",
			"evolve: swarm: -1 is not possible (allowed: 0 to 4)",
		}},
		{&evolve.OES{Sampling: none}, []string{
			"evolve: sigma: 0 is not possible (allowed: above 0, up to 10)",
			"evolve: learning_rate: 0 is not possible (allowed: above 0, up to 10)",
		}},
		{&evolve.CMAES{Sampling: none}, []string{
			"evolve: sigma: 0 is not possible (allowed: 1e-06 to 10)",
		}},
		{&evolve.SPSA{Sampling: none}, []string{
			"evolve: gain: 0 is not possible (allowed: above 0, up to 100)",
			"evolve: perturbation: 0 is not possible (allowed: above 0, up to 10)",
		}},
	} {
		got := strings.Split(test.optimizer.Validate().Error(), "\n")
		if diff := cmp.Diff(append(append([]string{}, shared...), test.want...), got); diff != "" {
			t.Errorf("%T: %s", test.optimizer, diff)
		}
	}
}

// A single weight has nothing to be compared with: the distribution widens
// until its numbers overflow. That is an error, no hang.
func TestDegenerateDistribution(t *testing.T) {
	c := evolve.DefaultCMAES()
	c.Generations = 1500
	err := c.Run(t.Context(), startAt(1, 1), revealing{}, func(evolve.Generation) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "evolve: cma-es: generation") {
		t.Errorf("error %v", err)
	}
}
