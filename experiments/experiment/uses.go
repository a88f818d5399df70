package experiment

import (
	"fmt"

	"evolab/agent"
)

// Use is a file or a program that a config names.
type Use struct {
	Key     string // where, as in an override
	Path    string // as the config has it
	Program bool
}

// Uses lists the files and programs that a config names, whether they exist or not:
// whoever runs somebody else's config looks at them first.
func (c *Config) Uses() []Use {
	var list []Use
	switch c.Start {
	case "random", "zero", "hand", "frozen", "evolved":
	default:
		list = append(list, Use{Key: "start", Path: c.Start})
	}
	if c.Agent != "" {
		list = append(list, usesOf("agent", c.Agent)...)
	}
	for i, o := range c.Opponents {
		list = append(list, usesOf(fmt.Sprintf("opponents.%d.agent", i), o.Agent)...)
	}
	for i, text := range c.Practice.Against {
		list = append(list, usesOf(fmt.Sprintf("practice.against.%d", i), text)...)
	}
	for _, suite := range []Use{{Key: "accuracy.train", Path: c.Accuracy.Train}, {Key: "accuracy.report", Path: c.Accuracy.Report}} {
		if suite.Path != "" && suite.Path != ShippedSuite {
			list = append(list, suite)
		}
	}
	for i, path := range c.SelfPlay.Files {
		list = append(list, Use{Key: fmt.Sprintf("selfplay.files.%d", i), Path: path})
	}
	for i, path := range c.LearnFrom {
		list = append(list, Use{Key: fmt.Sprintf("learn_from.%d", i), Path: path})
	}
	return list
}

// usesOf lists those of an agent's spec. A spec that cannot be read names nothing;
// the config is refused because of it.
func usesOf(key, text string) []Use {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return nil
	}
	if spec.IsProgram() {
		return []Use{{key, text, true}}
	}
	var list []Use
	for _, p := range spec.Params {
		if p.Key == "weights" {
			list = append(list, Use{Key: key, Path: p.Value})
		}
	}
	return list
}
