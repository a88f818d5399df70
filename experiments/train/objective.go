package train

import (
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/game"
)

// The objectives of a run.
const (
	MixObjective    = "mix"
	RubricObjective = "rubric"
	// AccuracyObjective is the share of proven values that are kept.
	AccuracyObjective = "accuracy"
)

// meeting is what a candidate's pairs against one opponent came to, counted in
// the share of its games that it won: 0, 1/2 or 1 in a pair.
type meeting struct {
	pairs        int
	wins, square float64 // sums of the shares and of their squares
}

// add counts a pair, in which the candidate moved first and second.
func (m *meeting) add(asFirst, asSecond arena.Record) {
	won := 0.0
	if asFirst.Result == game.FirstWins {
		won += .5
	}
	if asSecond.Result == game.SecondWins {
		won += .5
	}
	m.pairs++
	m.wins += won
	m.square += won * won
}

// rubricSums is the fitness under a rubric, as the sum over all pairs and the
// sum of squares: the expected points of a grading in which each game is won as
// often as here, as a share of the most points. It rises smoothly with the win
// rates, where the points jump.
//
// The squares give the sum the variance that it has (the delta method: a pair
// counts with the slope of the points at the opponent's win rate, and with the
// reciprocal of the opponent's part of the pairs). An opponent that was not met
// gives no points.
func (s *setup) rubricSums(met []meeting) (sum, squares float64) {
	all := 0.0
	for _, m := range met {
		all += float64(m.pairs)
	}
	mean, variance, most := 0.0, 0.0, 0.0
	for i, m := range met {
		row := s.opponents[i].row
		most += row.Scale.Max()
		if m.pairs == 0 {
			continue
		}
		n := float64(m.pairs)
		rate := m.wins / n
		slope := row.Scale.Slope(rate, row.Games)
		mean += row.Scale.Expected(rate, row.Games)
		variance += all / n * slope * slope * max(0, m.square/n-rate*rate)
	}
	mean, variance = min(1, mean/most), variance/(most*most)
	return all * mean, all * (mean*mean + variance)
}

// row is what a rubric pays for beating an agent, nil without one.
func (c *Config) row(agent string) *rubric.Opponent {
	for _, o := range c.rows() {
		if o.Agent == agent {
			return &o
		}
	}
	return nil
}

// rows lists the opponents of the config's rubric that candidates can meet, who
// play without clocks. A drawn game, which such a rubric may give to the faster
// side, is not won.
func (c *Config) rows() []rubric.Opponent {
	r, err := rubric.Find(c.Rubric)
	if c.Objective != RubricObjective || err != nil {
		return nil
	}
	return r.Sparring()
}

// goal names an objective that is not the usual one, to follow a title.
func (c *Config) goal() string {
	if c.Objective != RubricObjective {
		return ""
	}
	return ", for points of " + c.Rubric
}
