package rubric

import (
	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// Grading is a rubric that an agent is about to be graded by.
type Grading struct {
	Rubric  Rubric
	Game    agent.Game
	Variant string
	Seed    uint64
	Scale   int // games per game of the rubric; 1 is a grading as it is, more make it surer
	// Timed tells that the graded agent's own clock decides its moves.
	Timed bool
}

// Opponents lists those that can be played, in the order of play. In the jobs
// the graded agent has the index 0 and they follow.
func (g *Grading) Opponents() []Opponent {
	var list []Opponent
	for _, o := range g.Rubric.Opponents() {
		if !o.Missing() {
			list = append(list, o)
		}
	}
	return list
}

// Jobs lists the games in the order of play: from the start position, as
// graders do, half of them as either side.
func (g *Grading) Jobs() ([]arena.Job, error) {
	var jobs []arena.Job
	for i, o := range g.Opponents() {
		match, err := arena.Match{
			Variant: g.Variant, Games: g.Scale * o.Games, Limits: arena.Limits{Move: g.Rubric.Move},
			Seed: game.Mix(g.Seed, uint64(i)), Keep: true, OwnSeeds: true,
		}.Jobs(g.Game, 0, i+1, len(jobs))
		if err != nil {
			return nil, err
		}
		for j := range match {
			match[j].Pair += len(jobs) / 2
			match[j].Timed = g.Timed
		}
		jobs = append(jobs, match...)
	}
	return jobs, nil
}
