package experiment

import (
	"fmt"

	"evolab/internal/config"
)

// Load reads an experiment file. What is wrong with the file, the overrides or
// in the eyes of a check comes back as one *config.Error.
func Load(path string, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Load(path, overrides, withOwn(checks)...)
}

// Parse reads an experiment from data; name is what problems call it, and its
// base gives the experiment its default name.
func Parse(name string, data []byte, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Parse(name, data, overrides, withOwn(checks)...)
}

// LoadInto is [Load] into a config whose optimisers and games may be others than
// those of the tables.
func LoadInto(c *Config, path string, overrides []string, checks ...config.Check[Config]) error {
	return config.LoadInto(c, path, overrides, withOwn(checks)...)
}

// ParseInto is [Parse] into such a config.
func ParseInto(c *Config, name string, data []byte, overrides []string) error {
	return config.ParseInto(c, name, data, overrides, withOwn(nil)...)
}

// withOwn puts the checks between an experiment's own keys first, and before
// them what fills in the opponents of a rubric.
func withOwn(checks []config.Check[Config]) []config.Check[Config] {
	return append([]config.Check[Config]{rubricFits, featuresDiffer, connectivesDiffer, opponentsDiffer, lengthsDiffer}, checks...)
}

// YAML returns the config with every key. [Parse] makes an equal Config of it.
func (c *Config) YAML() ([]byte, error) {
	text, err := config.YAML(c)
	if err != nil {
		return nil, fmt.Errorf("experiment: %q: %w", c.Name, err)
	}
	return text, nil
}
