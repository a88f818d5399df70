package evolve_test

import (
	"testing"

	"evolab/evolve"
	"evolab/internal/config"
)

// A model that forgets continues to the same bytes, and holds no more than it may.
func TestSurrogateForgets(t *testing.T) {
	const dimension, memory = 4, 40
	f := newField(dimension, .5)
	made := func() *evolve.Surrogate {
		o := new(evolve.Surrogate)
		config.Defaults(o)
		s := shared()
		s.Population, s.Generations, s.Pairs = 12, 8, 6
		o.Share(s)
		o.Memory = memory
		return o
	}
	whole := record(t, made(), startAt(7, 1, 0, 0, 0), f)
	for stop, g := range whole {
		if n := len(g.State) / (dimension + 3); n > memory || stop > 3 && n < memory/2 {
			t.Errorf("generation %d: the model holds %d measurements", stop, n)
		}
		rest := record(t, made(), evolve.Start{Seed: 7, Checkpoint: &g}, f)
		if encode(t, rest) != encode(t, append([]evolve.Generation{}, whole[stop+1:]...)) && len(rest) > 0 {
			t.Errorf("resumed after generation %d: other bytes", stop)
		}
	}
}
