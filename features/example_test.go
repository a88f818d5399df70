package features_test

import (
	"fmt"

	"evolab/features"
)

// A game of one heap has one feature, which is worth something to the side to move.
func ExampleSet() {
	type heap struct{ left int }
	set := features.Set[heap]{
		Game:    "heap",
		List:    []features.Feature{{Name: "left", Doc: "counters on the heap", Scale: 6}},
		Extract: func(s *heap, v *features.Vector) { v[0] = int32(s.left) },
	}
	eval, err := features.NewLinear(set, features.Weights{Game: "heap", Features: []string{"left"}, Values: []float64{1}})
	fmt.Println(eval.Score(&heap{6}) > eval.Score(&heap{5}), err)
	// Output: true <nil>
}
