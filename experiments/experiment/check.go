package experiment

import (
	"slices"
	"strconv"

	"evolab/internal/config"
)

// itemsDiffer refuses lists with equal items, and all beside names of features.
func itemsDiffer(c *Config, report config.Report) {
	names := c.Player.Features
	config.ReportTwice("player.features.%d", names, report)
	for _, word := range []string{"all", "none"} {
		if i := slices.Index(names, word); i >= 0 && len(names) > 1 {
			report("player.features."+strconv.Itoa(i), word+" stands alone", "[all], [none] or names of features")
		}
	}
	config.ReportTwice("player.connectives.%d", c.Player.Connectives, report)
	var agents []string
	for _, o := range c.Opponents {
		agents = append(agents, o.Agent)
	}
	config.ReportTwice("opponents.%d.agent", agents, report)
	config.ReportTwice("test.opening_plies.%d", c.Test.OpeningPlies, report)
}
