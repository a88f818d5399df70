package train

import (
	"slices"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
)

// layout is how a genome holds the weights of an evaluation: a gene for each
// feature and connective; with two phases, the same again for the endgame, and
// a last gene for when it begins.
type layout struct {
	game   string
	names  []string // features, then connectives
	phases int
}

func newLayout(c *Config, known []features.Feature) layout {
	names := c.Player.Features
	if len(names) == 1 && names[0] == "all" {
		names = features.Names(known)
	}
	return layout{c.Game, slices.Concat(names, c.Player.Connectives), c.Player.Phases}
}

// genes names what a genome holds.
func (l layout) genes() []string {
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

// weights reads a genome.
func (l layout) weights(g evolve.Genome, source string) features.Weights {
	n := len(l.names)
	w := features.Weights{Game: l.game, Features: l.names, Values: g[:n], Source: source}
	if l.phases == 2 {
		from := .5 + switchScale*g[2*n]
		w.Endgame = &features.Endgame{From: max(0, min(1, from)), Values: g[n : 2*n]}
	}
	return w
}

// genome spreads weights over the layout's genes. What the weights do not list
// is 0, and the endgame of weights without one is like the opening.
func (l layout) genome(w features.Weights) evolve.Genome {
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
	if l.phases == 1 {
		return g.Normalized()
	}
	// The switch must not be scaled with the weights.
	g = g.Normalized()
	from := .5
	if w.Endgame != nil {
		from = w.Endgame.From
	}
	return append(g, (from-.5)/switchScale)
}

// Genes names what the weights of a config's metrics belong to.
func Genes(c *Config) ([]string, error) {
	g, err := agent.FindGame(c.Game)
	if err != nil {
		return nil, err
	}
	return newLayout(c, g.Info().Features).genes(), nil
}
