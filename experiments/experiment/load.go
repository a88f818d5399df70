package experiment

import (
	"fmt"

	"evolab/internal/config"
)

// Load reads an experiment file. Problems of the file, the overrides and the checks
// come back as one *config.Error.
func Load(path string, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Load(path, overrides, withOwnChecks(checks)...)
}

// Parse reads an experiment from data; name is its name in problems, and the base
// of that is the experiment's default name.
func Parse(name string, data []byte, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Parse(name, data, overrides, withOwnChecks(checks)...)
}

// LoadInto is [Load] into a config with optimisers and games of its own.
func LoadInto(c *Config, path string, overrides []string, checks ...config.Check[Config]) error {
	return config.LoadInto(c, path, overrides, withOwnChecks(checks)...)
}

// ParseInto is [Parse] into such a config.
func ParseInto(c *Config, name string, data []byte, overrides []string, checks ...config.Check[Config]) error {
	return config.ParseInto(c, name, data, overrides, withOwnChecks(checks)...)
}

// Defaults is a config without any file; it has no name.
func Defaults() *Config {
	c := &Config{}
	config.Defaults(c)
	return c
}

// withOwnChecks puts an experiment's own checks first: those of a command and of a rubric, which
// fill in the opponents, and that of the lists.
func withOwnChecks(checks []config.Check[Config]) []config.Check[Config] {
	return append(append(fileChecks(), checkBudget), checks...)
}

// fileChecks are those of a file that may be a sweep: of a budget, which depends on
// the optimiser, each cell has its own check.
func fileChecks() []config.Check[Config] {
	return []config.Check[Config]{checkCommand, checkRubric, checkLists, checkLearner, checkParameters}
}

// YAML returns the config with every key. [Parse] makes an equal Config of it.
func (c *Config) YAML() ([]byte, error) {
	text, err := config.YAML(c)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", c.Name, err)
	}
	return text, nil
}

// File is an experiment's file: the experiment, and its variations if it is a
// sweep, which package sweep runs.
type File struct {
	Config
	Sweep Sweep `key:"sweep" doc:"the runs of a sweep: every setting of the list with every combination of the grid, each with so many seeds"`
}

// Sweep says how an experiment is varied.
type Sweep struct {
	Grid  []string `key:"grid" doc:"keys, each with its values; every combination is run" match:"[a-z_.0-9]+=.+" count:"0..20" allowed:"up to 20 of key.path=value|value|..." default:"[]"`
	List  []string `key:"list" doc:"settings, each combined with the whole grid; those that belong together are one item" match:"[a-z_.0-9]+=.+" count:"0..1000" allowed:"up to 1000 of key.path=value; key.path=value; ..." default:"[]"`
	Seeds int      `key:"seeds" doc:"how often each cell is run: with the experiment's seed, the next one, and so on" unit:"runs" range:"1..10000" default:"5"`
}

// ParseFile reads an experiment that may be a sweep, with the games, rubrics, learners
// and optimisers of like. name is its name in problems, which come back as one
// *config.Error. The last check is [CheckNames], or one that may refuse names before they
// are looked at. The budgets of a sweep's cells are left to [Config.CheckBudget].
func ParseFile(like *Config, name string, data []byte, overrides []string, last config.Check[Config]) (*File, error) {
	var checks []config.Check[File]
	for _, check := range append(fileChecks(), last) {
		checks = append(checks, func(f *File, report config.Report) {
			check(&f.Config, report)
		})
	}
	f := &File{Config: *like.Empty()}
	if err := config.ParseInto(f, name, data, overrides, checks...); err != nil {
		return nil, err
	}
	return f, nil
}

// Schema describes experiment files to editors, as JSON Schema.
func Schema() ([]byte, error) { return config.JSONSchema[File]("an experiment of evolab") }
