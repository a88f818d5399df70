package experiment

import (
	"fmt"

	"evolab/internal/config"
)

// Load reads an experiment file. Problems of the file, the overrides and the checks
// come back as one *config.Error.
func Load(path string, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Load(path, overrides, withOwn(checks)...)
}

// Parse reads an experiment from data; name is its name in problems, and the base
// of that is the experiment's default name.
func Parse(name string, data []byte, overrides []string, checks ...config.Check[Config]) (*Config, error) {
	return config.Parse(name, data, overrides, withOwn(checks)...)
}

// LoadInto is [Load] into a config with optimisers and games of its own.
func LoadInto(c *Config, path string, overrides []string, checks ...config.Check[Config]) error {
	return config.LoadInto(c, path, overrides, withOwn(checks)...)
}

// ParseInto is [Parse] into such a config.
func ParseInto(c *Config, name string, data []byte, overrides []string, checks ...config.Check[Config]) error {
	return config.ParseInto(c, name, data, overrides, withOwn(checks)...)
}

// withOwn puts an experiment's own checks first: that of a rubric, which fills in
// its opponents, and that of the lists.
func withOwn(checks []config.Check[Config]) []config.Check[Config] {
	return append([]config.Check[Config]{rubricFits, itemsDiffer, learnerFits, parametersFit, trackingFits}, checks...)
}

// YAML returns the config with every key. [Parse] makes an equal Config of it.
func (c *Config) YAML() ([]byte, error) {
	text, err := config.YAML(c)
	if err != nil {
		return nil, fmt.Errorf("experiment: %q: %w", c.Name, err)
	}
	return text, nil
}
