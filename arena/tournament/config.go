package tournament

import "evolab/agent"

// Config is one tournament, complete: defaults are filled in. The tags, which
// package config describes, are the only place where a key is described.
type Config struct {
	Name        string      `key:"name" doc:"what the tournament's folder is called after" match:"[a-z0-9-]{1,40}" derived:"the file's name"`
	Game        string      `key:"game" doc:"which game is played; 'evolve games' lists them" match:"[^ ]+" allowed:"a game's name" default:"littlego"`
	Variant     string      `key:"variant" doc:"which rules of the game" allowed:"a variant of the game, or empty for the usual one" default:"\"\""`
	Seed        uint64      `key:"seed" doc:"openings and everything that players draw come from it" range:"0..18446744073709551615" default:"1"`
	Format      string      `key:"format" doc:"who meets whom" oneof:"round-robin|gauntlet|knock-out|competition" default:"round-robin"`
	Agents      []Entrant   `key:"agents" doc:"who takes part, the strongest first where an order matters" count:"2..1000"`
	Games       int         `key:"games" doc:"games per pair of agents, half of them with either side" unit:"games" range:"2..1000000" even:"true" default:"20"`
	Openings    Openings    `key:"openings" doc:"the positions that games begin from, the same for all who meet"`
	Limits      Limits      `key:"limits" doc:"CPU time of either player"`
	Gauntlet    Gauntlet    `key:"gauntlet" doc:"settings of the format gauntlet"`
	KnockOut    KnockOut    `key:"knock_out" doc:"settings of the format knock-out"`
	Competition Competition `key:"competition" doc:"settings of the format competition"`
	FinalGames  int         `key:"final_games" doc:"games of a final between the first two of a round robin, which counts with their earlier games, or of a knock-out's last encounter; 0: no final, or one like the others" unit:"games" range:"0..1000000" even:"true" default:"0"`
	// Table is the games that the config may name; nil: those of the lab.
	Table agent.Table `key:"-"`
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
