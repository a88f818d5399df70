package report

import (
	"slices"

	"evolab/experiments"
	"evolab/rubric"
)

// expectPoints finds out what the game's rubrics may be expected to give.
func (r *Run) expectPoints(matches []experiments.MatchLine) {
	if r.Evidence == nil {
		return
	}
	test := slices.DeleteFunc(slices.Clone(matches), func(m experiments.MatchLine) bool { return m.Purpose != experiments.TestMatch })
	for _, grading := range rubric.All() {
		if grading.Game == r.Asked.Game {
			r.Points = append(r.Points, experiments.ExpectedPoints(grading, test)...)
		}
	}
}
