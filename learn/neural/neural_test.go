package neural

import (
	"math"
	"reflect"
	"testing"

	"evolab/features"
	"evolab/features/net"
	"evolab/game"
	"evolab/learn"
	"evolab/search/cputime/cputimetest"
)

var shape = learn.Shape{Net: net.Shape{Hidden: 32, Phases: []int{2}}, Inputs: 5}

// taught is a net that has learned what no sum of weights of single pieces says: pieces 0 and
// 1 are worth something together alone. In the second phase piece 4 is worth 1.
func taught(seed uint64) *Net {
	n := New(shape, seed)
	for range 2000 {
		for _, row := range rows() {
			n.Learn(&row, n.Logit(&row)-worth(row.Pieces), .05)
		}
	}
	return n
}

func rows() []features.Row {
	return []features.Row{{}, {Pieces: []int32{0}}, {Pieces: []int32{1}}, {Pieces: []int32{0, 1}}, {Pieces: []int32{2, 3, 1}}, {Pieces: []int32{2, 3, 4}}}
}

func worth(pieces []int32) float64 {
	switch {
	case len(pieces) == 2 || len(pieces) == 3 && pieces[2] == 4:
		return 1
	}
	return 0
}

func TestNetLearnsWhatPiecesAreTogether(t *testing.T) {
	n := taught(1)
	for _, row := range rows() {
		if got, want := n.Logit(&row), worth(row.Pieces); math.Abs(got-want) > .05 {
			t.Errorf("%v: %.3f, want %.3f", row.Pieces, got, want)
		}
	}
}

func TestFirstOutputIsZero(t *testing.T) {
	n := New(shape, 1)
	for _, row := range rows() {
		if got := n.Logit(&row); got != 0 {
			t.Errorf("%v: %v", row.Pieces, got)
		}
	}
}

func TestSeedDecides(t *testing.T) {
	if a := taught(1).Weights(); !reflect.DeepEqual(a, taught(1).Weights()) || reflect.DeepEqual(a, taught(2).Weights()) {
		t.Error("a seed does not decide the weights, or does nothing")
	}
}

// The whole numbers of package net say what the net has learned.
func TestWeightsAreThoseOfTheNet(t *testing.T) {
	n := taught(1)
	board := net.Encoding{Inputs: shape.Inputs, Pieces: 3}
	form := net.Net{Shape: shape.Net}
	for _, set := range n.Weights() {
		form.Sets = append(form.Sets, net.Text(set, board))
	}
	numbers, err := form.Numbers(board)
	if err != nil {
		t.Fatal(err)
	}
	layer := net.NewLayer(&numbers)
	for _, row := range rows() {
		var p net.Pieces
		for _, input := range row.Pieces {
			p.On[0] |= 1 << input
		}
		sums := layer.NewSums()
		if got, want := float64(layer.Sum(&p, &sums))/net.Unit, n.Logit(&row); math.Abs(got-want) > .2 {
			t.Errorf("%v: %.3f, want %.3f", row.Pieces, got, want)
		}
	}
}

func BenchmarkLearn(b *testing.B) {
	n := New(learn.Shape{Net: net.Shape{Hidden: 64}, Inputs: 128}, 1)
	row := features.Row{}
	r := game.NewRand(1)
	for range 14 {
		row.Pieces = append(row.Pieces, int32(r.Intn(128)))
	}
	cputimetest.Start(b)
	for b.Loop() {
		n.Learn(&row, n.Logit(&row)-.3, .01)
	}
}
