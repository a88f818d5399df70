package experiment

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Parameter is a number of somebody's program that is tuned.
type Parameter struct {
	Name    string  `key:"name" doc:"what the program calls it" match:"[A-Za-z_][A-Za-z0-9_]{0,39}" allowed:"letters, digits and _, not a digit first"`
	Start   float64 `key:"start" doc:"its value in the first candidate" range:"-1000000..1000000"`
	Low     float64 `key:"low" doc:"its least value" range:"-1000000..1000000"`
	High    float64 `key:"high" doc:"its largest value" range:"-1000000..1000000"`
	Integer bool    `key:"integer" doc:"whether only whole numbers make sense" default:"false"`
	// Rounded: in a recorded run of an earlier version, a whole number is a float that is
	// rounded, and the first and last value have half a part.
	Rounded bool
}

// parameterForm is how a parameter is written on a line.
const parameterForm = "NAME=START:LOW..HIGH, or NAME=START:LOW..HIGH:int for whole numbers"

// parameterLine matches that form; the numbers are checked afterwards.
var parameterLine = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]{0,39})=([^:]+):([^:]+?)\.\.([^:]+?)(:int)?$`)

// ParseParameter reads a parameter as the command line has it: NAME=START:LOW..HIGH, and
// :int after it for whole numbers.
func ParseParameter(text string) (p Parameter, err error) {
	m := parameterLine.FindStringSubmatch(text)
	if m == nil {
		return p, fmt.Errorf("parameter %q (expected: %s)", text, parameterForm)
	}
	p = Parameter{Name: m[1], Integer: m[5] != ""}
	for i, to := range []*float64{&p.Start, &p.Low, &p.High} {
		const most = 1e6
		v, err := strconv.ParseFloat(m[i+2], 64)
		if err != nil || !(math.Abs(v) <= most) {
			return p, fmt.Errorf("parameter %q: %q (expected: a number from -1000000 to 1000000)", text, m[i+2])
		}
		*to = v
	}
	p.check("", func(path, message, allowed string, _ ...config.Detail) {
		if err == nil {
			err = fmt.Errorf("parameter %q: %s (expected: %s)", text, message, allowed)
		}
	})
	return p, err
}

// String is the form that ParseParameter reads.
func (p Parameter) String() string {
	number := quantity.Plain
	text := p.Name + "=" + number(p.Start) + ":" + number(p.Low) + ".." + number(p.High)
	if p.Integer {
		text += ":int"
	}
	return text
}

// DeclarationFile is where a program's folder says what can be tuned.
const DeclarationFile = "parameters.yaml"

// Declaration is what that file holds.
type Declaration struct {
	Pass       string      `key:"pass" doc:"how the program gets its parameters: file, as weights.json in its folder; env, as EVOLAB_name in its environment; args, where its command has {name}; set, by lines set NAME VALUE of the lines protocol, each answered by ok, which spares starts" oneof:"file|env|args|set" default:"file"`
	Parameters []Parameter `key:"parameters" doc:"what can be tuned" count:"1..64"`
}

// ReadDeclaration reads what a program declares. Problems are a *config.Error.
func ReadDeclaration(path string) (*Declaration, error) {
	return config.Load(path, nil, func(d *Declaration, report config.Report) {
		var names []string
		for i := range d.Parameters {
			names = append(names, d.Parameters[i].Name)
			d.Parameters[i].check(fmt.Sprintf("parameters.%d", i), report)
		}
		config.ReportTwice("parameters.%d.name", names, report)
	})
}

// Levels is how many whole numbers the range has; 0: all numbers of it count.
func (p *Parameter) Levels() int {
	if !p.Integer {
		return 0
	}
	return int(p.High-p.Low) + 1
}

// value is the parameter that a gene of -1..1 stands for. Whole numbers have equal parts.
func (p *Parameter) value(gene float64) float64 {
	if p.Integer && !p.Rounded {
		return p.Low + float64(evolve.Level(gene, p.Levels()))
	}
	v := max(p.Low, min(p.High, p.Low+float64((gene+1)/2*(p.High-p.Low))))
	if p.Rounded {
		return math.Round(v)
	}
	return v
}

// gene is the inverse of value: for whole numbers, the middle of their part.
func (p *Parameter) gene(value float64) float64 {
	if p.Integer {
		return evolve.LevelGene(int(value-p.Low), p.Levels())
	}
	return 2*(value-p.Low)/(p.High-p.Low) - 1
}

// levels are those of each parameter; nil: there are none.
func (c *Config) levels() (list []int) {
	for i := range c.Parameters {
		list = append(list, c.Parameters[i].Levels())
	}
	return list
}

// HasIntegers reports whether some parameters are whole numbers.
func (c *Config) HasIntegers() bool {
	return slices.ContainsFunc(c.Parameters, func(p Parameter) bool { return p.Integer })
}

// RoundIntegers reads genes as earlier versions did: see [Parameter].
func (c *Config) RoundIntegers() {
	for i := range c.Parameters {
		c.Parameters[i].Rounded = c.Parameters[i].Integer
	}
}

// Range is where a parameter lies.
func (p *Parameter) Range() string {
	if p.Integer {
		return fmt.Sprintf("%s..%s, whole", quantity.Plain(p.Low), quantity.Plain(p.High))
	}
	return fmt.Sprintf("%s..%s", quantity.Plain(p.Low), quantity.Plain(p.High))
}

// Tunes reports whether the parameters of a program are tuned.
func (c *Config) Tunes() bool { return c.Agent != "" || c.Runs() }

// Tuned is whose parameters are tuned: a program or, where a match runner plays, its command.
func (c *Config) Tuned() string {
	if c.Runs() {
		return c.Command
	}
	return c.Agent
}

// TestOpponents is how many a champion meets in its test: the opponents, the start and,
// unless a program is tuned, the hand-set weights.
func (c *Config) TestOpponents() int {
	switch {
	case c.Runs(): // the start is the opponent
		return 1
	case c.Tunes():
		return len(c.Opponents) + 1
	}
	return len(c.Opponents) + 2
}

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
		report(path+".low", fmt.Sprintf("%s is not below high, %s", quantity.Plain(p.Low), quantity.Plain(p.High)), "low below high")
	case p.Start < p.Low || p.Start > p.High:
		report(path+".start", fmt.Sprintf("%s is not in %s..%s", quantity.Plain(p.Start), quantity.Plain(p.Low), quantity.Plain(p.High)), "from low to high")
	case p.Integer && (math.Trunc(p.Low) != p.Low || math.Trunc(p.High) != p.High || math.Trunc(p.Start) != p.Start):
		report(path, "an integer with start, low or high that is none", "whole numbers, or integer: false")
	}
}
