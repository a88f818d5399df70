package linear

import (
	"math"
	"reflect"
	"testing"

	"evolab/features"
	"evolab/learn"
)

func TestSigmoid(t *testing.T) {
	for x := -40.; x <= 40; x += .01 {
		if got, want := Sigmoid(x), 1/(1+math.Exp(-x)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("Sigmoid(%v) = %v, want %v", x, got, want)
		}
	}
}

// A model that was written down learns on as if it had not been.
func TestStateIsAll(t *testing.T) {
	shape := learn.Shape{Phases: 2, Core: 2, Entries: 3, Canon: []int32{0, 1, 1}}
	row := func(i int) *features.Row {
		return &features.Row{Core: []float64{float64(i), .5}, Entries: []int32{int32(i % 2)}, Phase: 0, Fraction: .25}
	}
	a := New(shape)
	for i := range 10 {
		a.Learn(row(i), .3-float64(i%3)/4, Steps{Core: .1, Tables: .2, Shrink: .01})
	}
	b := New(shape)
	if err := b.Restore(a.State()); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Model{a, b} {
		m.Learn(row(1), .5, Steps{Core: .1, Tables: .2})
	}
	if !reflect.DeepEqual(a.Weights(), b.Weights()) || a.Logit(row(1)) == 0 {
		t.Errorf("%v, and from its state %v", a.Weights(), b.Weights())
	}
	if got := a.Weights().Tables[0]; got[1] != got[2] {
		t.Errorf("entries of one orbit differ: %v", got)
	}
	if err := b.Restore(a.State()[1:]); err == nil {
		t.Error("a state that is cut off was read")
	}
}
