package experiment

import (
	"fmt"
	"slices"

	"evolab/evolve"
	"evolab/features"
)

// Layout is how a genome holds the weights of an evaluation: a gene for each
// feature and connective; with two phases, the same again for the endgame, and a
// last gene for its beginning.
type Layout struct {
	game   string
	names  []string // features, then connectives
	phases int
}

// NewLayout is the one that a config asks for.
func NewLayout(c *Config, known []features.Feature) Layout {
	names := c.Player.Features
	if len(names) == 1 && names[0] == "all" {
		names = features.Names(known)
	}
	return Layout{c.Game, slices.Concat(names, c.Player.Connectives), c.Player.Phases}
}

// Genes names what a genome holds.
func (l Layout) Genes() []string {
	if l.phases == 1 {
		return l.names
	}
	var list []string
	for _, phase := range []string{" (opening)", " (endgame)"} {
		for _, name := range l.names {
			list = append(list, name+phase)
		}
	}
	return append(list, "switch")
}

// switchScale widens the last gene, which is one of many of a vector of length
// 1, over the whole game: 0 is the middle.
const switchScale = 1.5

// Weights reads a genome.
func (l Layout) Weights(g evolve.Genome, source string) features.Weights {
	n := len(l.names)
	w := features.Weights{Game: l.game, Features: l.names, Values: g[:n], Source: source}
	if l.phases == 2 {
		from := .5 + switchScale*g[2*n]
		w.Endgame = &features.Endgame{From: max(0, min(1, from)), Values: g[n : 2*n]}
	}
	return w
}

// Genome spreads weights over the layout's genes. Unlisted weights are 0, and
// weights without an endgame use the opening's.
func (l Layout) Genome(w features.Weights) evolve.Genome {
	var g evolve.Genome
	phases := w.Phases()
	for phase := range l.phases {
		values := phases[min(phase, len(phases)-1)]
		for _, name := range l.names {
			value := 0.0
			if at := slices.Index(w.Features, name); at >= 0 {
				value = values[at]
			}
			g = append(g, value)
		}
	}
	if g = g.Normalized(); l.phases == 1 { // before the switch, which must not be scaled
		return g
	}
	from := .5
	if w.Endgame != nil {
		from = w.Endgame.From
	}
	return append(g, (from-.5)/switchScale)
}

// Genes names what the weights of a config's metrics belong to.
func Genes(c *Config) ([]string, error) {
	g, err := c.FindGame()
	if err != nil {
		return nil, err
	}
	return NewLayout(c, g.Info().Features).Genes(), nil
}

// Fits reports whether weights are of the layout's features, which known lists.
func (l Layout) Fits(w features.Weights, known []features.Feature) error {
	if err := w.Check(l.game, known); err != nil {
		return err
	}
	if len(w.Features) != len(l.names) || len(w.Phases()) != l.phases {
		return fmt.Errorf("%d features in %d phases (expected: the config's %d in %d)", len(w.Features), len(w.Phases()), len(l.names), l.phases)
	}
	return nil
}
