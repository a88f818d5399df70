package tournament

import (
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/config"
)

// Parse reads a tournament of one of these games; nil: the lab's own games. Problems
// come back as one *config.Error, which calls the tournament by name.
func Parse(games agent.Table, name string, data []byte, overrides []string) (*Config, error) {
	c := &Config{Table: games}
	if err := config.ParseInto(c, name, data, overrides, namesDiffer, checkNames); err != nil {
		return nil, err
	}
	return c, nil
}

// Names are what tables call the entrants.
func (c *Config) Names() []string {
	names := make([]string, len(c.Agents))
	for i, e := range c.Agents {
		if names[i] = e.Name; e.Name == "" {
			names[i] = e.Agent
		}
	}
	return names
}

func namesDiffer(c *Config, report config.Report) {
	config.ReportTwice("agents.%d.name", c.Names(), report)
	for i, name := range c.Names() {
		if name == arena.DrawName || name == arena.NoneName {
			report(fmt.Sprintf("agents.%d.name", i), name+" is what records call a game without a winner", "another name")
		}
	}
	if c.Format == "gauntlet" && c.Gauntlet.Challengers >= len(c.Agents) {
		report("gauntlet.challengers", fmt.Sprintf("%d challengers leave nobody to meet among %d agents", c.Gauntlet.Challengers, len(c.Agents)), "")
	}
}

// checkNames is the check of everything that a config names: game, variant,
// agents, the openings' file.
func checkNames(c *Config, report config.Report) {
	g, err := c.FindGame()
	if err != nil {
		report("game", strings.TrimPrefix(err.Error(), "agent: "), "")
		return
	}
	if _, err := g.Board(c.Variant, "start"); err != nil {
		report("variant", fmt.Sprintf("%s has no variant %q", c.Game, c.Variant), strings.Join(g.Info().Variants, ", "))
		return
	}
	for i, e := range c.Agents {
		checkAgent(g, e.Agent, fmt.Sprintf("agents.%d.agent", i), report)
	}
	if c.Openings.Balanced.Games > 0 {
		checkAgent(g, c.Openings.Balanced.Agent, "openings.balanced.agent", report)
	}
	if c.Openings.Plies >= g.Info().PlyLimit {
		report("openings.plies", "the opening is as long as the game", fmt.Sprintf("below %d, the plies of a game", g.Info().PlyLimit))
	}
	if c.Openings.File != "" {
		list, err := arena.ReadOpenings(c.Openings.File)
		if err == nil {
			err = arena.CheckOpenings(g, c.Variant, list)
		}
		if err != nil {
			report("openings.file", strings.TrimPrefix(err.Error(), "arena: "), "a file of positions, one a line")
		}
		if c.Openings.Balanced.Games > 0 {
			report("openings.balanced.games", "the openings of a file are not chosen", "0 with openings.file")
		}
	}
}

func checkAgent(g agent.Game, text, key string, report config.Report) {
	spec, err := agent.ParseSpec(text)
	if err == nil && spec.Name == "human" {
		err = fmt.Errorf("people do not play tournaments here")
	}
	if err == nil {
		var a agent.Agent
		if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
			err = a.Close()
		}
	}
	if err != nil {
		report(key, strings.TrimPrefix(err.Error(), "agent: "), "")
	}
}
