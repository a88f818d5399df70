package ablation

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/features"
)

// Of three features one decides games, one has no weight in either phase, and one
// draws stones to the edge for no good reason.
func TestAblation(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	spec := agent.Spec{Name: "frozen", Weights: features.Weights{
		Game: "littlego", Features: []string{"stones", "corners", "edge"}, Values: []float64{1, 0, .01},
		Endgame: &features.Endgame{From: .5, Values: []float64{1, 0, 0}},
	}}
	whole, err := Evaluation(g, "", spec)
	if err != nil {
		t.Fatal(err)
	}
	var told atomic.Int64
	a := Ablation{
		Game: g, Spec: spec.With("depth", "2").With("ties", "random"), Whole: whole, Pool: arena.Cores{Workers: 1},
		Match:  arena.Match{Games: 100, OpeningPlies: 4, Seed: 1, OwnSeeds: true},
		Played: func(games int) { told.Add(int64(games)) },
	}
	list, err := a.Run(context.Background())
	if err != nil || len(list) != 2 || told.Load() != 200 {
		t.Fatalf("%+v, told of %d, %v", list, told.Load(), err)
	}
	if s := list[0]; s.Feature != "stones" || s.Games != 100 || s.Score.Low < .6 {
		t.Errorf("%+v", s)
	}
	if s := list[1]; s.Feature != "edge" || s.Score.High > .5 {
		t.Errorf("%+v", s)
	}
	if names := Features(whole); !reflect.DeepEqual(names, []string{"stones", "edge"}) {
		t.Errorf("%q", names)
	}
	a.Pool = arena.Cores{Workers: 3}
	if again, err := a.Run(context.Background()); err != nil || !reflect.DeepEqual(again, list) {
		t.Errorf("%+v, %v", again, err)
	}
	if _, err := Evaluation(g, "", agent.Spec{Name: "random"}); !errors.Is(err, agent.ErrNoEvaluation) {
		t.Error(err)
	}
}

// A single shape is all of the patterns: it takes part once, and there is something
// left to play with when it is left out.
func TestSingleShape(t *testing.T) {
	one := &features.Tables{Shapes: []string{"window 3x3"}}
	two := &features.Tables{Shapes: []string{"window 3x3", "row"}}
	for _, x := range []struct {
		w    features.Weights
		want []string
	}{
		{features.Weights{Features: []string{features.PatternsName}, Values: []float64{1}, Patterns: one}, []string{features.PatternsName}},
		{features.Weights{Features: []string{"moves", features.PatternsName}, Values: []float64{1, 1}, Patterns: two}, []string{"moves", features.PatternsName, "window 3x3", "row"}},
	} {
		if got := Features(x.w); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
}
