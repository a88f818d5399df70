package experiment

import (
	"evolab/evolve"
	"evolab/internal/config"
)

// Prepare implements config.Preparer: it offers the learners and optimisers of
// the tables.
func (c *Config) Prepare() {
	if c.Learner.Options == nil {
		c.Learner.Options = Learners()
	}
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
