package run

import (
	"slices"

	"evolab/course/rubric"
	"evolab/experiments/experiment"
	"evolab/stats"
)

// RubricPoints are the expected points of gradings by a rubric.
type RubricPoints struct {
	Rubric       string         `json:"rubric"`
	OpeningPlies int            `json:"opening_plies"` // of the games it is predicted from
	Points       stats.Estimate `json:"points"`        // with the interval of one grading
	Max          float64        `json:"max"`           // of the opponents that were met
}

// ObjectivePoints are the expected points by the config's rubric, if it has one.
func ObjectivePoints(c *experiment.Config, test []MatchLine) []RubricPoints {
	r, err := rubric.Find(c.Rubric)
	if err != nil {
		return nil
	}
	return ExpectedPoints(r, test)
}

// ExpectedPoints turns the games of a test into a rubric's points, for each opening
// length with games against all its opponents that play without clocks.
func ExpectedPoints(r rubric.Rubric, test []MatchLine) []RubricPoints {
	var list []RubricPoints
	for _, plies := range openings(test) {
		p := RubricPoints{Rubric: r.Name, OpeningPlies: plies}
		points, all := rubric.Certain(0), true
		for _, row := range r.Sparring() {
			at := slices.IndexFunc(test, func(m MatchLine) bool { return m.Opponent == row.Agent && m.OpeningPlies == plies })
			if at < 0 {
				all = false
				break
			}
			points = points.Plus(row.Predict(test[at].AsFirst, test[at].AsSecond))
			p.Max += row.Scale.Max()
		}
		if p.Points = points.Estimate(); all {
			list = append(list, p)
		}
	}
	return list
}

// openings are the opening lengths of a test, each once, in its order.
func openings(test []MatchLine) []int {
	var list []int
	for _, m := range test {
		if !slices.Contains(list, m.OpeningPlies) {
			list = append(list, m.OpeningPlies)
		}
	}
	return list
}
