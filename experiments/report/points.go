package report

import (
	"slices"

	"evolab/course/rubric"
	"evolab/experiments/record"
)

// expectPoints finds out what the game's rubrics may be expected to give.
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
