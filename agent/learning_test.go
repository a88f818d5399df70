package agent

import (
	"reflect"
	"slices"
	"testing"

	"evolab/agent/frozen"
	"evolab/features"
)

// A model has the numbers of the weights that it is read from, the net's share included.
func TestModelIsTheInverseOfWeights(t *testing.T) {
	g, err := FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	read := func() features.Weights {
		w, err := g.Embedded(frozen.Frozen, "")
		if err != nil {
			t.Fatal(err)
		}
		w.Values, w.Blend.Values = slices.Clone(w.Values), slices.Clone(w.Blend.Values)
		for i, values := range w.Blend.Values {
			w.Blend.Values[i] = slices.Clone(values)
		}
		return w
	}
	w := read()
	names := slices.DeleteFunc(slices.Clone(w.Features), func(name string) bool {
		return name == features.PatternsName || name == features.NetName
	})
	learning, err := g.Learning("")
	if err != nil {
		t.Fatal(err)
	}
	in, err := learning.Positions().Inputs(features.Design{Variant: w.Variant, Names: names, Shapes: w.Patterns.Shapes, Net: w.Net.Shape, At: w.Blend.At})
	if err != nil {
		t.Fatal(err)
	}
	model, err := in.Model(w)
	if err != nil {
		t.Fatal(err)
	}
	if again := in.Weights(model); !reflect.DeepEqual(again.Net, w.Net) || !reflect.DeepEqual(again.Patterns, w.Patterns) {
		t.Error("the tables or the net have changed on the way to a model and back")
	}

	half, share := read(), slices.Index(w.Features, features.NetName)
	for _, values := range half.Phases() {
		values[share] /= 2
	}
	weaker, err := in.Model(half)
	if err != nil {
		t.Fatal(err)
	}
	for i, set := range model.Net {
		for k, v := range set {
			if weaker.Net[i][k] != v/2 {
				t.Fatalf("set %d, weight %d with half the share: %v, want %v", i, k, weaker.Net[i][k], v/2)
			}
		}
	}

	if got := half.Share(features.NetName); got != .5 {
		t.Errorf("half the share: %v", got)
	}
	half.Blend.Values[0][share] *= 2
	if got := half.Share(features.NetName); got != 0 {
		t.Errorf("a share that changes with the phases: %v, want 0", got)
	}

	other := read()
	other.Net.Phases = []int{8}
	other.Net.Sets = other.Net.Sets[:2]
	if m, err := in.Model(other); err != nil || m.Net != nil {
		t.Errorf("a net of another shape: %d sets, %v, want none", len(m.Net), err)
	}
}
