package experiment

import (
	"fmt"
	"math"
	"slices"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/evolve"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

// Layout is how a genome holds the weights of an evaluation: a gene for each
// feature and connective, and one each for the shares of the patterns and the net if there are
// some; with more phases than one, the same again for each. Where the switch
// between two phases is learned, a last gene says when it comes.
type Layout struct {
	game     string
	names    []string // features, then connectives, then patterns and net
	phases   int
	patterns Patterns    // with At as parts of a whole game
	usualEnd float64     // where games usually end
	tuned    []Parameter // of a program; nil: weights of features
}

// NewLayout is the one that a config asks for.
func NewLayout(c *Config, known []features.Feature) Layout {
	if c.Tunes() {
		return Layout{game: c.Game, names: features.Names(c.Known(nil)), phases: 1, tuned: c.Parameters}
	}
	l := Layout{c.Game, featureNames(c, known), max(c.Player.Phases, c.Player.Patterns.phases()), c.Player.Patterns, c.usualEnd(), nil}
	l.patterns.At = c.phaseStarts()
	if len(l.patterns.Shapes) > 0 {
		l.names = append(slices.Clip(l.names), features.PatternsName)
	}
	if c.Player.Net.Hidden > 0 {
		l.names = append(slices.Clip(l.names), features.NetName)
	}
	return l
}

// usualEnd is where games of the config's game and size usually end, 0..1.
func (c *Config) usualEnd() float64 {
	g, err := c.FindGame()
	if err != nil {
		return 1
	}
	return g.End(c.Variant)
}

// phaseStarts are those of the patterns' phases, as parts of a whole game.
func (c *Config) phaseStarts() (list []float64) {
	for _, at := range c.Player.Patterns.At {
		list = append(list, at*c.usualEnd())
	}
	return list
}

// ofUsualGame are the places of phases as a config has them: phaseStarts gives back what they
// are made of, to the last bit.
func (c *Config) ofUsualGame(whole []float64) (list []float64) {
	end := c.usualEnd()
	for _, at := range whole {
		part := at / end
		for part*end < at {
			part = math.Nextafter(part, 2)
		}
		for part*end > at {
			part = math.Nextafter(part, 0)
		}
		list = append(list, part)
	}
	return list
}

// The words that stand for features in player.features, and its forms.
const (
	allFeatures  = "all"
	noFeatures   = "none"
	leftOut      = "-" // before the name of one that all has
	featureForms = "[all], [all, -NAME, ...], [none] or names of features"
)

// featureNames are what an evaluation looks at beside patterns.
func featureNames(c *Config, known []features.Feature) []string {
	names := c.Player.Features
	switch {
	case slices.Contains(names, allFeatures):
		names = slices.DeleteFunc(features.Names(known), func(name string) bool { return slices.Contains(names, leftOut+name) })
	case slices.Contains(names, noFeatures):
		names = nil
	}
	return slices.Concat(names, c.Player.Connectives)
}

// phases is the number of phases that patterns ask for.
func (p *Patterns) phases() int {
	if len(p.At) == 1 {
		return 2
	}
	return max(1, len(p.At))
}

// learnsSwitch reports whether a gene says when the second phase begins.
func (l *Layout) learnsSwitch() bool { return l.phases == 2 && len(l.patterns.At) == 0 }

// Genes names what a genome holds.
func (l Layout) Genes() []string {
	if l.phases == 1 {
		return l.names
	}
	var list []string
	for i := range l.phases {
		phase := fmt.Sprintf("phase %d", i+1)
		if l.phases == 2 {
			phase = [...]string{"opening", "endgame"}[i]
		}
		for _, name := range l.names {
			list = append(list, fmt.Sprintf("%s (%s)", name, phase))
		}
	}
	if l.learnsSwitch() {
		list = append(list, "switch")
	}
	return list
}

// switchScale widens the last gene, which is one of many of a vector of length
// 1, over a whole game of usual length: 0 is its middle, and a switch comes where
// games usually end at the latest.
const switchScale = 1.5

// Weights reads a genome. Tables and the net are for the caller to add.
func (l Layout) Weights(g evolve.Genome, source string) features.Weights {
	n := len(l.names)
	w := features.Weights{Game: l.game, Features: l.names, Values: g[:n], Source: source}
	if l.tuned != nil {
		w.Values = l.values(g)
		return w
	}
	at := l.patterns.At
	switch {
	case l.learnsSwitch():
		from := .5 + float64(switchScale*g[2*n])
		w.Endgame = &features.Endgame{From: l.usualEnd * max(0, min(1, from)), Values: g[n : 2*n]}
	case len(at) == 1:
		w.Endgame = &features.Endgame{From: at[0], Values: g[n : 2*n]}
	case len(at) > 1:
		w.Blend = &features.Blend{At: at}
		for phase := 1; phase < l.phases; phase++ {
			w.Blend.Values = append(w.Blend.Values, g[phase*n:(phase+1)*n])
		}
	}
	return w
}

func (l Layout) values(g evolve.Genome) []float64 {
	list := make([]float64, len(g))
	for i := range g {
		list[i] = l.tuned[i].value(g[i])
	}
	return list
}

// Genome spreads weights over the layout's genes. Genes that the weights do not
// list are 0; phases that the weights lack repeat their last one.
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
	g = g.Normalized()
	if !l.learnsSwitch() {
		return g
	}
	// The switch must not be scaled with the weights.
	from := .5
	if w.Endgame != nil {
		from = min(1, w.Endgame.From/l.usualEnd)
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

// Fits fails unless the weights are of the layout's features, which known lists.
func (l Layout) Fits(w features.Weights, known []features.Feature) error {
	if err := w.Check(l.game, known); err != nil {
		return err
	}
	if len(w.Features) != len(l.names) || len(w.Phases()) != l.phases {
		return fmt.Errorf("%s in %s (expected: the config's %d in %d)", quantity.Of(len(w.Features), "feature"), quantity.Of(len(w.Phases()), "phase"), len(l.names), l.phases)
	}
	return nil
}

// StartWeights are the weights that a config begins from: the hand-set, frozen or
// evolved ones, or those of a file, without what start_without names; none if it begins
// with random weights or zeros, or has a learner make them.
func StartWeights(c *Config, g agent.Game) (w features.Weights, some bool, err error) {
	w, some, err = wholeStart(c, g)
	if err == nil && some && c.leavesOut() {
		w, err = w.Leave(c.StartWithout, g.PatternBoard)
	}
	return w, some, err
}

// leavesOut reports whether start_without has an effect still to come.
func (c *Config) leavesOut() bool { return len(c.StartWithout) > 0 && c.StartFile == "" }

// wholeStart is the start with all that it has.
func wholeStart(c *Config, g agent.Game) (w features.Weights, some bool, err error) {
	if c.StartRule() != nil {
		return w, false, nil
	}
	switch c.Start {
	case "random", "zero":
		return w, false, nil
	case "hand":
		return g.Info().Hand, true, nil
	}
	switch {
	case c.StartFile != "":
		w, err = readStart(c.StartFile, g)
	case c.Start == string(frozen.Frozen) || c.Start == string(frozen.Evolved):
		w, err = g.Embedded(frozen.Slot(c.Start), c.Variant)
	default:
		w, err = readStart(c.Start, g)
	}
	return w, true, err
}

func readStart(path string, g agent.Game) (features.Weights, error) {
	data, err := files.ReadText(path, features.MaxBytes)
	if err != nil {
		return features.Weights{}, err
	}
	w, err := agent.ReadWeights(data)
	if err == nil {
		err = w.Check(g.Info().Name, g.Info().Features)
	}
	return w, err
}
