package experiment

import (
	"fmt"
	"math"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
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

// Shown is what a genome is shown as: the parameters of a program, or else the
// weights themselves.
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

// Given are the parameters of weights.
func (c *Config) Given(w features.Weights) agent.Given {
	return agent.Given{Pass: c.Pass, Names: w.Features, Values: w.Values}
}
