package arena

import (
	"cmp"
	"sync"

	"evolab/agent"
	"evolab/host"
)

// Schema is the version of the lines that are written. Lines of schema 0, which
// do not say what the game was, can be read too.
const Schema = 1

// RuleSet is what decided a game besides its variant; 0 and false mean no rule.
type RuleSet struct {
	MoveTime   float64 `json:"move_time,omitempty"` // seconds of CPU
	GameTime   float64 `json:"game_time,omitempty"` // of either player
	PlyCap     int     `json:"ply_cap,omitempty"`   // plies after which it is a draw
	Repetition int     `json:"repetition,omitempty"`
	DrawOnTime bool    `json:"draw_on_time,omitempty"` // a draw is won by the time left
}

// Cast is who plays a runner's games, and of which game.
type Cast struct {
	Info  agent.Info
	Names []string // of the runner's agents in records
	Specs []string // of the agents, "" for none
}

// Line is the record of a game.
func (c *Cast) Line(job Job, rec Record) Line {
	l := newLine(job, rec, c.Names)
	l.Identify(c.Info.Name, c.Info.Variant(job.Variant))
	l.Agents = [2]string{c.Specs[job.First], c.Specs[job.Second]}
	l.Rules = RuleSet{
		MoveTime: job.Limits.Move.Seconds(), GameTime: job.Limits.Game.Seconds(),
		PlyCap: cmp.Or(job.PlyCap, c.Info.PlyCap), Repetition: c.Info.Repetition, DrawOnTime: job.DrawOnTime,
	}
	l.Confinement = Confinement(l.Agents[:]...)
	return l
}

// Confinement is the level at which the programs among some agents are confined,
// "" if there are none.
func Confinement(specs ...string) string {
	for _, text := range specs {
		if spec, err := agent.ParseSpec(text); err == nil && spec.IsProgram() {
			return confined()
		}
	}
	return ""
}

// confined is measured once: the level does not change while a process runs.
var confined = sync.OnceValue(func() string { return host.Confined().Level.String() })

// Identify sets the game and variant of a line.
func (l *Line) Identify(game, variant string) {
	l.Schema, l.GameName, l.Variant = Schema, game, variant
}
