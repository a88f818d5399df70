package arena

import (
	"encoding/json"
	"errors"
	"fmt"

	"evolab/agent"
)

// Schema is the form of the lines that are written. Schema 0, without the
// fields that say what the game was, is read as well.
const Schema = 1

// RuleSet is what decided a game beyond its variant; 0 and false rule nothing.
type RuleSet struct {
	MoveTime   float64 `json:"move_time,omitempty"` // seconds of CPU
	GameTime   float64 `json:"game_time,omitempty"` // of either player
	PlyCap     int     `json:"ply_cap,omitempty"`   // plies after which it is a draw
	Repetition int     `json:"repetition,omitempty"`
	DrawOnTime bool    `json:"draw_on_time,omitempty"` // a draw is won by the time left
}

// Cast is who plays the games of a runner, and of which game.
type Cast struct {
	Info  agent.Info
	Names []string // what records call the runner's agents
	Specs []string // how they are made; "" where no spec says it
}

// Line writes down a game.
func (c *Cast) Line(job Job, rec Record) Line {
	l := newLine(job, rec, c.Names)
	l.Identify(c.Info.Name, c.Info.Variant(job.Variant))
	l.Agents = [2]string{c.Specs[job.First], c.Specs[job.Second]}
	l.Rules = RuleSet{
		MoveTime: job.Limits.Move.Seconds(), GameTime: job.Limits.Game.Seconds(),
		PlyCap: c.Info.PlyCap, Repetition: c.Info.Repetition, DrawOnTime: job.DrawOnTime,
	}
	if job.PlyCap > 0 {
		l.Rules.PlyCap = job.PlyCap
	}
	return l
}

// Identify notes which game a line is of.
func (l *Line) Identify(game, variant string) {
	l.Schema, l.GameName, l.Variant = Schema, game, variant
}

// schemaOf is the schema that a line claims to have, 0 if it claims none.
func schemaOf(text []byte) int {
	var head struct{ Schema int }
	_ = json.Unmarshal(text, &head) // whatever else is wrong is for others to say
	return head.Schema
}

func (l *Line) checkHead() error {
	switch {
	case l.Schema < 0:
		return fmt.Errorf("schema %d (expected: 0..%d)", l.Schema, Schema)
	case l.Schema > 0 && l.GameName == "":
		return errors.New("no game_name (expected: a game, in every line with a schema)")
	case l.Rules.MoveTime < 0 || l.Rules.GameTime < 0 || l.Rules.PlyCap < 0 || l.Rules.Repetition < 0:
		return errors.New("a negative number in the rules")
	}
	return nil
}
