package features_test

import (
	"strings"
	"testing"

	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
)

func TestConnectives(t *testing.T) {
	s, err := littlego.Parse("", "X.X.X/...../..O../...../..... b 6 -") // two stones ahead, White has the centre
	if err != nil {
		t.Fatal(err)
	}
	var v features.Vector
	featlg.Extract(&s, &v)
	for name, want := range map[string]int32{
		"stones=2":                        1,
		"stones>1":                        1,
		"stones>=3":                       0,
		"stones<2":                        0,
		"stones <= 2 & centre < 0":        1,
		"stones<=2&centre>0":              0,
		"centre=-1 & corners=2 & edge>=3": 1,
		"stones>0 & stones<2":             0,
	} {
		c, err := features.ParseConnective(name, featlg.Set().List)
		if err != nil || !features.IsConnective(name) || c.Value(&v) != want {
			t.Errorf("%s: %d, want %d (%v)", name, c.Value(&v), want, err)
		}
	}
}

func TestBadConnectives(t *testing.T) {
	for name, want := range map[string]string{
		"":                                   "condition",
		"stones":                             "condition",
		"stones>":                            "whole number",
		"stones>x":                           "whole number",
		"stones>1.5":                         "whole number",
		"stones>99999999999":                 "whole number",
		"nothing>1":                          `no feature "nothing"`,
		"stones>1 &":                         "condition",
		"edge=1&edge=1&edge=1&edge=1&edge=1": "number of conditions: 5",
	} {
		if _, err := features.ParseConnective(name, featlg.Set().List); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
}

func FuzzConnective(f *testing.F) {
	f.Add("stones>=2 & edge<=0", int32(3))
	list := featlg.Set().List
	f.Fuzz(func(t *testing.T, name string, value int32) {
		c, err := features.ParseConnective(name, list)
		if err != nil {
			return
		}
		var v features.Vector
		for i := range v {
			v[i] = value
		}
		if got := c.Value(&v); got != 0 && got != 1 {
			t.Errorf("%q is %d", name, got)
		}
	})
}

// A connective counts like a feature, and a phase begins once and stays.
func TestPhases(t *testing.T) {
	w := features.Weights{
		Game: "littlego", Features: []string{"stones", "stones>0 & centre<0"}, Values: []float64{0, 1},
		Endgame: &features.Endgame{From: .5, Values: []float64{1, 0}},
	}
	l, err := features.NewLinear(featlg.Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) *littlego.State {
		s, err := littlego.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	early := parse("X.X.X/...../..O../...../..... b 6 -")
	late := parse("X.X.X/...../..O../...../..... b 12 -")
	if l.Decide(early) || l.Score(early) != 2*features.Unit || l.Score(late) != 2*features.Unit {
		t.Errorf("opening: %d and %d", l.Score(early), l.Score(late))
	}
	const twoStones = 4202
	if !l.Decide(late) || l.Score(early) != twoStones {
		t.Errorf("endgame: %d, want %d", l.Score(early), twoStones)
	}
	if l.Decide(early) || l.Decide(late) || l.Score(early) != twoStones {
		t.Error("the phase went back, or changed twice")
	}
}

// Features without weight in a phase are not asked for in it, wherever they have
// one.
func TestAPhaseAsksForWhatItWeighs(t *testing.T) {
	set := featlg.Set()
	var asked features.Need
	set.Part = func(_ *littlego.State, _ *features.Vector, need features.Need) { asked = need }
	w := features.Weights{
		Game: "littlego", Features: []string{"stones", "edge", "stones>0 & centre<0"}, Values: []float64{1, 0, 0},
		Endgame: &features.Endgame{From: .5, Values: []float64{0, 1, 1}},
	}
	l, err := features.NewLinear(set, w)
	if err != nil {
		t.Fatal(err)
	}
	s, err := littlego.Parse("", "X.X.X/...../..O../...../..... b 12 -")
	if err != nil {
		t.Fatal(err)
	}
	bit := func(name string) features.Need { return 1 << features.Index(set.List, name) }
	if l.Score(&s); asked != bit("stones") {
		t.Errorf("the opening asks for %b", asked)
	}
	if l.Decide(&s); l.Score(&s) > 0 || asked != bit("edge")|bit("stones")|bit("centre") {
		t.Errorf("the endgame asks for %b", asked)
	}
}

func TestBadPhases(t *testing.T) {
	good := features.Weights{Game: "littlego", Features: []string{"stones"}, Values: []float64{1}}
	for want, e := range map[string]features.Endgame{
		"begins at 2":           {From: 2, Values: []float64{1}},
		"number of weights: 0":  {From: .5},
		"number of weights: 2":  {From: .5, Values: []float64{1, 2}},
		`weight of "stones" is`: {From: .5, Values: []float64{1e300}},
	} {
		w := good
		w.Endgame = &e
		if _, err := features.NewLinear(featlg.Set(), w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", e, err, want)
		}
	}
	set := featlg.Set()
	set.Progress = nil
	w := good
	w.Endgame = &features.Endgame{From: .5, Values: []float64{1}}
	if _, err := features.NewLinear(set, w); err == nil || !strings.Contains(err.Error(), "no phases") {
		t.Error(err)
	}
}
