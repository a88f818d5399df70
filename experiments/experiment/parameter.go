package experiment

import (
	"fmt"
	"math"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/internal/config"
)

// Parameter is a number of somebody's program that is tuned.
type Parameter struct {
	Name    string  `key:"name" doc:"what the program calls it" match:"[A-Za-z_][A-Za-z0-9_]{0,39}" allowed:"letters, digits and _, not a digit first"`
	Start   float64 `key:"start" doc:"its value in the first candidate" range:"-1000000..1000000"`
	Low     float64 `key:"low" doc:"its least value" range:"-1000000..1000000"`
	High    float64 `key:"high" doc:"its largest value" range:"-1000000..1000000"`
	Integer bool    `key:"integer" doc:"whether only whole numbers make sense" default:"false"`
}

// value is the parameter that a gene of -1..1 stands for. Nothing else rounds.
func (p *Parameter) value(gene float64) float64 {
	v := p.Low + (gene+1)/2*(p.High-p.Low)
	if p.Integer {
		v = math.Round(v)
	}
	return max(p.Low, min(p.High, v))
}

// gene is the inverse of value, before it rounds.
func (p *Parameter) gene(value float64) float64 {
	return 2*(value-p.Low)/(p.High-p.Low) - 1
}

// Range is where a parameter lies.
func (p *Parameter) Range() string {
	if p.Integer {
		return fmt.Sprintf("%g..%g, whole", p.Low, p.High)
	}
	return fmt.Sprintf("%g..%g", p.Low, p.High)
}

// Tunes reports whether the parameters of a program are tuned.
func (c *Config) Tunes() bool { return c.Agent != "" }

// StartGenome is where the parameters of a program begin.
func (c *Config) StartGenome() evolve.Genome {
	g := make(evolve.Genome, len(c.Parameters))
	for i := range c.Parameters {
		g[i] = c.Parameters[i].gene(c.Parameters[i].Start)
	}
	return g
}

// Known are what the config's weights may be of: the parameters, or the game's
// features.
func (c *Config) Known(game []features.Feature) []features.Feature {
	if !c.Tunes() {
		return game
	}
	list := make([]features.Feature, len(c.Parameters))
	for i, p := range c.Parameters {
		list[i] = features.Feature{Name: p.Name, Scale: 1}
	}
	return list
}

// TunedParameters are the parameters that weights stand for.
func (c *Config) TunedParameters(w features.Weights) agent.TunedParameters {
	return agent.TunedParameters{Pass: c.Pass, Names: w.Features, Values: w.Values}
}

// Shown are the numbers that pages and tables show of a genome: the parameters of a
// program, or the weights themselves.
func (c *Config) Shown(genome []float64) []float64 {
	if !c.Tunes() || len(genome) != len(c.Parameters) {
		return genome
	}
	return Layout{tuned: c.Parameters}.values(genome)
}

// ByName are the parameters of a genome by their names; nil where weights are tuned.
func (c *Config) ByName(genome []float64) map[string]float64 {
	if !c.Tunes() {
		return nil
	}
	list := map[string]float64{}
	for i, v := range c.Shown(genome) {
		list[c.Parameters[i].Name] = v
	}
	return list
}

// StartNoun names what the run starts from, for use in a sentence.
func (c *Config) StartNoun() string {
	if c.Tunes() {
		return "start parameters"
	}
	return "start weights"
}

// check refuses a parameter with an empty range, or whose start is outside
// its range.
func (p *Parameter) check(path string, report config.Report) {
	switch {
	case p.Name == features.PatternsName:
		report(path+".name", "the name is taken by tables of patterns", "another name")
	case p.Low >= p.High:
		report(path+".low", fmt.Sprintf("%g is not below high, %g", p.Low, p.High), "low below high")
	case p.Start < p.Low || p.Start > p.High:
		report(path+".start", fmt.Sprintf("%g is not in %g..%g", p.Start, p.Low, p.High), "from low to high")
	case p.Integer && (math.Trunc(p.Low) != p.Low || math.Trunc(p.High) != p.High || math.Trunc(p.Start) != p.Start):
		report(path, "an integer with start, low or high that is none", "whole numbers, or integer: false")
	}
}
