package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/features"
)

func littlegoFeatures(t *testing.T) []features.Feature {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return g.Info().Features
}

func TestGenesOfTwoPhases(t *testing.T) {
	c := parse(t, "player: {features: [stones, edge], connectives: ['stones>=2 & edge<=0'], phases: 2}")
	l := NewLayout(c, littlegoFeatures(t))
	want := "stones (opening), edge (opening), stones>=2 & edge<=0 (opening), stones (endgame), edge (endgame), stones>=2 & edge<=0 (endgame), switch"
	if got := strings.Join(l.Genes(), ", "); got != want {
		t.Errorf("genes %s", got)
	}
	w := l.Weights([]float64{1, 2, 3, 4, 5, 6, .2}, "test")
	if !slices.Equal(w.Values, []float64{1, 2, 3}) || !slices.Equal(w.Endgame.Values, []float64{4, 5, 6}) || math.Abs(w.Endgame.From-.8) > 1e-9 {
		t.Errorf("%+v %+v", w, w.Endgame)
	}
	back := l.Genome(w)
	for i, ratio := range []float64{1, 2, 3, 4, 5, 6} {
		if math.Abs(back[i]/back[0]-ratio) > 1e-9 {
			t.Errorf("%v reads back as %v", w, back)
		}
	}
	if math.Abs(back[6]-.2) > 1e-9 {
		t.Errorf("the switch %v became %v", .2, back[6])
	}
	for gene, from := range map[float64]float64{-1: 0, 0: .5, 1: 1} {
		if w := l.Weights([]float64{0, 0, 0, 0, 0, 0, gene}, ""); w.Endgame.From != from {
			t.Errorf("switch %v: from %v, want %v", gene, w.Endgame.From, from)
		}
	}
}

// Weights of one phase begin both, at the middle of the game.
func TestOnePhaseBecomesTwo(t *testing.T) {
	l := NewLayout(parse(t, "player: {features: [stones, edge], phases: 2}"), littlegoFeatures(t))
	w := l.Weights(l.Genome(features.Weights{Game: "littlego", Features: []string{"edge", "links"}, Values: []float64{3, 4}}), "")
	if !slices.Equal(w.Values, w.Endgame.Values) || w.Values[0] != 0 || w.Values[1] <= 0 || w.Endgame.From != .5 {
		t.Errorf("%+v %+v", w, w.Endgame)
	}
}

func TestBadPhasesAndConnectives(t *testing.T) {
	for text, want := range map[string]string{
		"player: {connectives: ['stones>>2']}":                             "player.connectives.0",
		"player: {connectives: ['stone>2']}":                               `no feature "stone"`,
		"player: {connectives: ['edge>2', 'edge>2']}":                      "the same as item 0",
		"player: {phases: 3}":                                              "1..2",
		"player: {connectives: [" + strings.Repeat("'edge>2',", 33) + "]}": "33 items",
	} {
		if _, err := Parse("test.yaml", []byte(text), nil, CheckNames); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// Names after a minus are all that an evaluation does not look at.
func TestFeaturesAreLeftOut(t *testing.T) {
	known := littlegoFeatures(t)
	all := features.Names(known)
	got := featureNames(parse(t, "player: {features: [all, -edge, -links], connectives: [stones>=2]}"), known)
	want := append(slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == "edge" || name == "links" }), "stones>=2")
	if len(want) != len(all)-1 || !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Evolution from a start with tables has its phases where the start has them, whether the
// config names their places or not; a run of an earlier version keeps what it has recorded.
func TestPhasesOfTheStart(t *testing.T) {
	w, err := frozen.Weights("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		at   string
		kept bool
	}{{"", true}, {"[.05, .35, .7]", true}, {fmt.Sprint("[", w.Blend.At[0], ",", w.Blend.At[1], ",", w.Blend.At[2], "]"), false}} {
		overrides := []string{"start=frozen", "player.features=[men, kings, trade, ratio, hunt, ring, refuge, trapped_kings]"}
		if x.at != "" {
			overrides = append(overrides, "player.patterns={shapes: [window 4x4 step 2x2], at: "+x.at+"}")
		}
		c, err := Parse("x.yaml", []byte("game: checkers\n"), overrides, CheckNames)
		if err != nil {
			t.Fatalf("%q: %v", x.at, err)
		}
		g, err := c.FindGame()
		if err != nil {
			t.Fatal(err)
		}
		if l := NewLayout(c, g.Info().Features); slices.Equal(l.patterns.At, w.Blend.At) != x.kept {
			t.Errorf("%q: phases at %v, those of the start at %v", x.at, l.patterns.At, w.Blend.At)
		}
	}
}
