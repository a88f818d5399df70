package tournament

import (
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// Config is one tournament, complete: defaults are filled in. The tags, which
// package config describes, are the only place where a key is described.
type Config struct {
	Name        string      `key:"name" doc:"what the tournament's folder is called after" match:"[a-z0-9-]{1,40}" derived:"the file's name"`
	Game        string      `key:"game" doc:"which game is played; 'evolve games' lists them" match:"[^ ]+" allowed:"a game's name" default:"littlego"`
	Variant     string      `key:"variant" doc:"which rules of the game" allowed:"a variant of the game, or empty for the usual one" default:"\"\""`
	Seed        uint64      `key:"seed" doc:"openings and everything that players draw come from it" range:"0..18446744073709551615" default:"1"`
	Format      string      `key:"format" doc:"who meets whom" oneof:"round-robin|gauntlet|knock-out|competition|ladder" default:"round-robin"`
	Agents      []Entrant   `key:"agents" doc:"who takes part, the strongest first where an order matters" count:"2..1000"`
	Games       int         `key:"games" doc:"games per pair of agents, half of them with either side" unit:"games" range:"2..1000000" even:"true" default:"20"`
	Openings    Openings    `key:"openings" doc:"the positions that games begin from, the same for all who meet"`
	Limits      Limits      `key:"limits" doc:"CPU time of either player"`
	Gauntlet    Gauntlet    `key:"gauntlet" doc:"settings of the format gauntlet"`
	KnockOut    KnockOut    `key:"knock_out" doc:"settings of the format knock-out"`
	Competition Competition `key:"competition" doc:"settings of the format competition"`
	Ladder      Ladder      `key:"ladder" doc:"settings of the format ladder"`
	FinalGames  int         `key:"final_games" doc:"games of a final between the first two of a round robin, which counts with their earlier games, or of a knock-out's last encounter; 0: no final, or one like the others" unit:"games" range:"0..1000000" even:"true" default:"0"`
	// Table is the games that the config may name; nil: those of the lab.
	Table agent.Table
}

// FindGame finds the config's game.
func (c *Config) FindGame() (agent.Game, error) {
	if c.Table == nil {
		return agent.FindGame(c.Game)
	}
	return c.Table.Find(c.Game)
}

// Entrant is an agent that takes part.
type Entrant struct {
	Agent string `key:"agent" doc:"who plays; 'evolve agents' lists them" match:".+" allowed:"name or name:key=value,key=value"`
	Name  string `key:"name" doc:"what tables call it; empty: as agent says" match:".{0,60}" allowed:"up to 60 characters" default:"\"\""`
}

// Openings are where games begin.
type Openings struct {
	Plies    int      `key:"plies" doc:"uniformly random moves before each pair of games, passes excluded" unit:"plies" range:"0..100" default:"2"`
	File     string   `key:"file" doc:"positions to begin from instead, one a line, each for a pair in turn; empty: random ones" allowed:"a file's name, or empty" default:"\"\""`
	Balanced Balanced `key:"balanced" doc:"keep random openings only if a reference match from them is close"`
}

// Balanced chooses openings that both sides can win.
type Balanced struct {
	Games  int     `key:"games" doc:"games of the reference match from each opening; 0: keep all openings" unit:"games" range:"0..10000" default:"0"`
	Within float64 `key:"within" doc:"how far from one half the first side's score may be" unit:"score" range:">0...5" default:".25"`
	Agent  string  `key:"agent" doc:"who plays the reference match, against itself" match:".+" allowed:"name or name:key=value,key=value" default:"\"hand:depth=2,ties=random\""`
}

// Limits are CPU times; 0 is no limit.
type Limits struct {
	Move float64 `key:"move" doc:"for a move; 0: no limit" unit:"seconds of CPU" range:"0..1000000" default:"0"`
	Game float64 `key:"game" doc:"for all moves of a game; 0: no limit" unit:"seconds of CPU" range:"0..1000000" default:"0"`
}

// Gauntlet is one agent, or several, against all others.
type Gauntlet struct {
	Challengers int `key:"challengers" doc:"how many of the first agents run the gauntlet; they do not meet each other" unit:"agents" range:"1..999" default:"1"`
}

// KnockOut ends when only one agent has not lost an encounter.
type KnockOut struct {
	TieBreaks int `key:"tie_breaks" doc:"pairs of games, one after the other, that decide an even encounter; after that, the agent listed first advances" unit:"pairs" range:"0..1000" default:"10"`
}

// Competition is the courses' format: whoever loses more than half is out.
type Competition struct {
	Rounds int `key:"rounds" doc:"rounds after which those who are left share the first place" unit:"rounds" range:"1..1000" default:"20"`
}

// Ladder is a round robin unless that is too many games.
type Ladder struct {
	Opponents int `key:"opponents" doc:"how many others each agent draws by lot, where fewer pairs meet than in a round robin" unit:"agents" range:"1..999" default:"10"`
}

// Parse reads a tournament of one of these games; nil: the lab's own games. Problems
// come back as one *config.Error, which calls the tournament by name.
func Parse(games agent.Table, name string, data []byte, overrides []string) (*Config, error) {
	return ParseWith(games, name, data, overrides, func(*Config, config.Report) {})
}

// ParseWith is Parse for configs of others: nothing that the config names is opened unless
// the check lets it pass.
func ParseWith(games agent.Table, name string, data []byte, overrides []string, permitted config.Check[Config]) (*Config, error) {
	c := &Config{Table: games}
	err := config.ParseInto(c, name, data, overrides, namesDiffer, func(c *Config, report config.Report) {
		refused := false
		permitted(c, func(key, text, allowed string, details ...config.Detail) {
			refused = true
			report(key, text, allowed, details...)
		})
		if !refused {
			checkNames(c, report)
		}
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Uses lists the files and programs that the config names, whether they exist or not.
func (c *Config) Uses() []agent.Use {
	var list []agent.Use
	for i, e := range c.Agents {
		list = append(list, agent.Uses(fmt.Sprintf("agents.%d.agent", i), e.Agent)...)
	}
	if c.Openings.Balanced.Games > 0 {
		list = append(list, agent.Uses("openings.balanced.agent", c.Openings.Balanced.Agent)...)
	}
	if c.Openings.File != "" {
		list = append(list, agent.Use{Key: "openings.file", Path: c.Openings.File})
	}
	return list
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
		report("gauntlet.challengers", fmt.Sprintf("%s %s nobody to meet among %s", quantity.Of(c.Gauntlet.Challengers, "challenger"), quantity.Verb(c.Gauntlet.Challengers, "leaves", "leave"), quantity.Of(len(c.Agents), "agent")), "")
	}
}

// checkNames is the check of everything that a config names: game, variant,
// agents, the openings' file.
func checkNames(c *Config, report config.Report) {
	g, err := c.FindGame()
	if err != nil {
		report("game", wording.Of(err), "")
		return
	}
	if _, err := g.Board(c.Variant, "start"); err != nil {
		report("variant", fmt.Sprintf("%s has no variant %q", c.Game, c.Variant), strings.Join(g.Info().Variants, ", "), config.Word(c.Variant))
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
			report("openings.file", wording.Of(err), "a file of positions, one a line")
		}
		if c.Openings.Balanced.Games > 0 {
			report("openings.balanced.games", "the openings of a file are not chosen", "0 with openings.file")
		}
	}
}

func checkAgent(g agent.Game, text, key string, report config.Report) {
	spec, err := agent.ParseSpec(text)
	if err == nil && spec.Kind().Person {
		err = fmt.Errorf("people do not play tournaments here")
	}
	if err == nil {
		var a agent.Agent
		if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
			err = a.Close()
		}
	}
	if err != nil {
		report(key, wording.Of(err), "")
	}
}
