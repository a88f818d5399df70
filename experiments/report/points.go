package report

import (
	"slices"

	"evolab/course/rubric"
	"evolab/experiments/run"
)

// expectPoints finds the expected points by the game's rubrics.
func (r *Run) expectPoints(matches []run.MatchLine) {
	if r.Evidence == nil {
		return
	}
	test := slices.DeleteFunc(slices.Clone(matches), func(m run.MatchLine) bool { return m.Purpose != run.TestMatch })
	for _, grading := range rubric.All() {
		if grading.Game == r.Asked.Game {
			r.Points = append(r.Points, run.ExpectedPoints(grading, test)...)
		}
	}
}
