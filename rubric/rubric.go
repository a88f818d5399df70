package rubric

import (
	"time"

	"evolab/agent"
)

// Rubric is one way of grading an agent of a game.
type Rubric struct {
	Name, Doc string
	Game      string
	Move      time.Duration // CPU time allowed for a move
	// Plan is the CPU time for a move that also keeps the allowance of the
	// stages, with room to spare.
	Plan   time.Duration
	Stages []Stage
}

// Stage is a part of the grading with one allowance of CPU time.
type Stage struct {
	Name      string
	CPU       time.Duration // allowed to the graded agent for all games together
	Opponents []Opponent
}

// Opponent is one row: an opponent and what beating it is worth.
type Opponent struct {
	Name  string
	Agent string // spec of the agent that plays it here
	Games int    // even: half of them as either side
	Scale Scale
}

// Missing tells that no agent of the lab plays this opponent yet.
func (o Opponent) Missing() bool {
	_, err := agent.ParseSpec(o.Agent)
	return err != nil
}

// Max is the most points that the opponents give, those that are missing
// included.
func (r Rubric) Max() float64 { return r.sum(func(Opponent) bool { return true }) }

// Playable is the most points that the opponents give that are there.
func (r Rubric) Playable() float64 { return r.sum(func(o Opponent) bool { return !o.Missing() }) }

func (r Rubric) sum(counts func(Opponent) bool) float64 {
	total := 0.0
	for _, o := range r.Opponents() {
		if counts(o) {
			total += o.Scale.Max()
		}
	}
	return total
}

// Opponents lists the opponents of all stages in the order of play.
func (r Rubric) Opponents() []Opponent {
	var list []Opponent
	for _, s := range r.Stages {
		list = append(list, s.Opponents...)
	}
	return list
}
