package bundle_test

import (
	"errors"
	"strings"
	"testing"

	"evolab/features"
	"evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/features/halma"
	"evolab/features/konane"
	"evolab/features/littlego"
	"evolab/internal/longtest"
	"evolab/ship/bundle"
)

// tabled is an evaluation with random tables of the patterns that a game is
// likely to want.
func tabled(t *testing.T, game, variant string) features.Weights {
	t.Helper()
	switch game {
	case "littlego":
		set := littlego.Set()
		set.Geometry = littlego.Geometry
		return featurestest.Tables(t, set, features.Design{
			Names: []string{"stones", "ahead_late", "liberties"}, Shapes: []string{"window 3x3", "window 2x3"}, At: []float64{.2, .5, .9},
		})
	case "checkers":
		set := checkers.Set()
		set.Geometry = checkers.Geometry
		return featurestest.Tables(t, set, features.Design{
			Names: []string{"men", "kings", "trade", "ratio", "hunt", "ring", "refuge", "trapped_kings", "men>=1 & kings<=0"}, Shapes: []string{"window 4x4 step 2x2"}, At: []float64{0, .8},
		})
	case "halma":
		set := halma.Set()
		set.Geometry = halma.Geometry
		return featurestest.Tables(t, set, features.Design{
			Names: []string{"distance", "straggler"}, Shapes: []string{"window 2x3 step 2x2"}, At: []float64{.1, .9},
		})
	}
	set := konane.Set()
	set.Geometry = konane.Geometry
	d := features.Design{Variant: variant, Names: []string{"moves", "movers"}, Shapes: []string{"window 3x4"}, From: .3}
	if variant != "8x8" {
		d.Shapes = []string{"window 4x4 step 2x2 alike"}
	}
	return featurestest.Tables(t, set, d)
}

// tabledOrder ships such an evaluation.
func tabledOrder(t *testing.T, game, lang, variant string) *bundle.Order {
	t.Helper()
	g := findGame(t, game)
	o := order(t, g, lang)
	o.Weights, o.From, o.Variant = tabled(t, game, variant), "random tables", variant
	n, err := g.Numbers(o.Weights)
	if err != nil {
		t.Fatal(err)
	}
	o.Numbers = n
	return o
}

// Programs with tables play the Go agent's moves.
func TestTablesAreShipped(t *testing.T) {
	for _, c := range []struct{ game, variant string }{{"littlego", ""}, {"checkers", ""}, {"halma", ""}, {"konane", ""}, {"konane", "8x8"}} {
		for _, lang := range bundle.Languages() {
			t.Run(c.game+c.variant+" "+lang, func(t *testing.T) {
				if c.game+lang != "checkerspython" && !longtest.Enabled() {
					t.Skip("takes seconds; run with -long")
				}
				t.Parallel()
				shippedAsTheAgent(t, tabledOrder(t, c.game, lang, c.variant))
			})
		}
	}
}

// Tables that are too large for a source are refused.
func TestTooLargeIsRefused(t *testing.T) {
	set := konane.Set()
	set.Geometry = konane.Geometry
	o := tabledOrder(t, "konane", "python", "8x8")
	o.Weights = featurestest.Tables(t, set, features.Design{Variant: "8x8", Names: []string{"moves"}, Shapes: []string{"window 4x4"}, From: .3})
	var err error
	if o.Numbers, err = findGame(t, "konane").Numbers(o.Weights); err != nil {
		t.Fatal(err)
	}
	if _, err := bundle.Files(o); !errors.Is(err, bundle.ErrSize) || !strings.Contains(err.Error(), "konane.py has 1") {
		t.Errorf("%v, want %v", err, bundle.ErrSize)
	}
}

// Programs with a net play the Go agent's moves.
func TestNetsAreShipped(t *testing.T) {
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			if lang != "python" && !longtest.Enabled() {
				t.Skip("takes seconds; run with -long")
			}
			t.Parallel()
			o := tabledOrder(t, "checkers", lang, "")
			set := checkers.Set()
			set.Geometry = checkers.Geometry
			o.Weights, o.From = featurestest.Net(t, set, o.Weights), "random tables and a random net"
			var err error
			if o.Numbers, err = findGame(t, "checkers").Numbers(o.Weights); err != nil {
				t.Fatal(err)
			}
			shippedAsTheAgent(t, o)
		})
	}
}
