package report

import (
	"slices"

	"evolab/course/rubric"
	"evolab/experiments/train"
)

// expectPoints finds out what the game's rubrics may be expected to give.
func (r *Run) expectPoints(matches []train.MatchLine) {
	if r.Evidence == nil {
		return
	}
	test := slices.DeleteFunc(slices.Clone(matches), func(m train.MatchLine) bool { return m.Purpose != train.TestMatch })
	for _, grading := range rubric.All() {
		if grading.Game == r.Asked.Game {
			r.Points = append(r.Points, train.ExpectedPoints(grading, test)...)
		}
	}
}
