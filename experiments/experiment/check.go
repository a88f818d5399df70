package experiment

import (
	"slices"
	"strconv"

	"evolab/internal/config"
)

// featuresDiffer also keeps all apart from names.
func featuresDiffer(c *Config, report config.Report) {
	names := c.Player.Features
	config.ReportTwice("player.features.%d", names, report)
	if i := slices.Index(names, "all"); i >= 0 && len(names) > 1 {
		report("player.features."+strconv.Itoa(i), "all stands alone", "[all] or names of features")
	}
}

func connectivesDiffer(c *Config, report config.Report) {
	config.ReportTwice("player.connectives.%d", c.Player.Connectives, report)
}

func opponentsDiffer(c *Config, report config.Report) {
	var agents []string
	for _, o := range c.Opponents {
		agents = append(agents, o.Agent)
	}
	config.ReportTwice("opponents.%d.agent", agents, report)
}

func lengthsDiffer(c *Config, report config.Report) {
	config.ReportTwice("test.opening_plies.%d", c.Test.OpeningPlies, report)
}
