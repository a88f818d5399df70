package report

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/features"
)

// The heaviest arrangements come first, of those that are one by symmetry only
// one, and each is drawn as a little board.
func TestPatternsAreDrawn(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	w := features.Weights{
		Game: "littlego", Features: []string{"stones", features.PatternsName}, Values: []float64{0, 1},
		Blend:    &features.Blend{At: []float64{0, 1}, Values: [][]float64{{0, 2}}},
		Patterns: &features.Tables{Shapes: []string{"cells 2,2", "window 1x2 alike"}, Tables: []string{"OQN", "OQN", "OOOP_POO?", "OOOPOPOO?"}},
	}
	got, err := g.Heaviest(w, 4)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range got {
		p := Pattern{a}
		lines = append(lines, p.Shape+" "+p.Board+" "+p.Weighs())
	}
	const want = "window 1x2 alike oo -0.500, -1.000\n" +
		"window 1x2 alike xx +0.500, +0.000\n" +
		"cells 2,2 x +0.062, +0.125\n" +
		"cells 2,2 o -0.031, -0.062"
	if text := strings.Join(lines, "\n"); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	if svg := string(Pattern{features.Arrangement{Board: "x-/o."}}.SVG()); strings.Count(svg, "<rect") != 3 || strings.Count(svg, "<circle") != 2 {
		t.Error(svg)
	}
	again, err := g.Heaviest(w, 4)
	if err != nil || len(again) != 4 || again[0].Places != got[0].Places || got[0].Places != 40 {
		t.Errorf("%+v, %v", again, err)
	}
}
