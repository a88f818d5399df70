package experiment

import (
	"evolab/evolve"
	"evolab/internal/config"
)

// Prepare implements config.Preparer: it offers the optimisers of the table.
func (c *Config) Prepare() {
	if c.Optimizer.Options == nil {
		c.Optimizer.Options = OptimizersOf(evolve.Table())
	}
}

// OptimizersOf are the optimisers of a table, as a choice.
func OptimizersOf(table []evolve.Entry) []config.Option {
	var list []config.Option
	for _, e := range table {
		list = append(list, config.Option{Name: e.Name, Key: e.Section, Doc: e.Doc, Settings: e.New()})
	}
	return list
}
