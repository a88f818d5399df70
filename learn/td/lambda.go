package td

import (
	"evolab/game"
	"evolab/learn/linear"
	"evolab/learn/practice"
)

// Settings is how td learns. Its tags describe the keys of an experiment's file,
// as package config reads them.
type Settings struct {
	Lambda      float64   `key:"lambda" doc:"how far the result of a game reaches back: 0 moves each value to the next one, 1 to the result" unit:"share" range:"0..1" default:".7"`
	Step        []float64 `key:"step" doc:"step of the entries of tables (Adagrad), at first and at the end of the training" unit:"logits" range:">0..1000" count:"1..2" default:"[.1, .02]"`
	CoreStep    []float64 `key:"core_step" doc:"step of the weights of features and connectives, at first and at the end" unit:"logits" range:">0..1000" count:"1..2" default:"[.1, .02]"`
	Shrink      float64   `key:"shrink" doc:"how much each position draws the entries that it reads towards 0, for those that are rare" unit:"a logit" range:"0..1" default:"0"`
	Connectives int       `key:"connectives" doc:"binary connectives, at most, that the learner chooses by itself, as Samuel's did: one a round joins where predictions are wrong, and leaves once it says little" unit:"conditions" range:"0..32" default:"0"`
}

// Begin implements Rule.
func (s *Settings) Begin(*Values) {}

// Learn implements Rule: all values of a game move towards its lambda-returns, the
// last one first.
func (s *Settings) Learn(v *Values, g *practice.Game, done float64) (l Lesson) {
	steps := linear.Steps{Core: Scheduled(s.CoreStep, done), Tables: Scheduled(s.Step, done), Shrink: s.Shrink}
	for i, target := range s.Returns(v, g) {
		if step := &g.Steps[i]; i < len(g.Steps)-1 {
			l.Add(v.learn(&step.Row, valueFor(step.Side.Other(), target), steps))
		}
	}
	return l
}

// Returns are what the values after each step of a game should be, judging by what
// came later, for the first side. Where the learner's next move was drawn, what came
// later says nothing, and the best move counts instead (Watkins's Q(lambda)).
func (s *Settings) Returns(v *Values, g *practice.Game) []float64 {
	list := make([]float64, len(g.Steps))
	later := practice.Worth(g.Result, game.First)
	for i := len(g.Steps) - 1; i >= 0; i-- {
		list[i] = later
		step := &g.Steps[i]
		if i < len(g.Steps)-1 {
			now := valueFor(step.Side.Other(), v.Value(&step.Row))
			later = float64(s.Lambda*later) + float64((1-s.Lambda)*now)
		}
		if step.Drawn {
			later = valueFor(step.Side, step.Best)
		}
	}
	return list
}

// valueFor converts a value for the first side into one for a side, and back.
func valueFor(side game.Side, value float64) float64 {
	if side == game.First {
		return value
	}
	return 1 - value
}
