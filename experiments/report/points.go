package report

import (
	"slices"

	"evolab/course/rubric"
	"evolab/experiments/record"
)

// expectPoints finds the expected points by the game's rubrics.
func (r *Run) expectPoints(matches []record.MatchLine) {
	if r.Evidence == nil {
		return
	}
	test := slices.DeleteFunc(slices.Clone(matches), func(m record.MatchLine) bool { return m.Purpose != record.TestMatch })
	for _, grading := range rubric.All() {
		if grading.Game == r.Asked.Game {
			r.Points = append(r.Points, record.ExpectedPoints(grading, test)...)
		}
	}
}
