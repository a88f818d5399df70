package experiment

import (
	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/features"
	"evolab/internal/files"
)

// StartWeights are the weights that a config begins from: the hand-set, frozen or
// evolved ones, or those of a file; none if it begins with random weights or zeros.
func StartWeights(c *Config, g agent.Game) (w features.Weights, some bool, err error) {
	info := g.Info()
	switch c.Start {
	case "random", "zero":
		return w, false, nil
	case "hand":
		return info.Hand, true, nil
	case "frozen", "evolved":
		w, err = g.Embedded(frozen.Slot(c.Start), c.Variant)
		return w, true, err
	}
	data, err := files.Read(c.Start, features.MaxBytes)
	if err != nil {
		return w, true, err
	}
	if w, err = agent.ReadWeights(data); err == nil {
		err = w.Check(c.Game, info.Features)
	}
	return w, true, err
}
