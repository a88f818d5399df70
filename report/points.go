package report

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"evolab/experiments"
	"evolab/rubric"
)

// readPoints finds out what the game's rubrics may be expected to give.
func (r *Run) readPoints() error {
	lines, err := experiments.ReadLines[experiments.MatchLine](filepath.Join(r.Folder, experiments.MatchesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	test := slices.DeleteFunc(lines, func(m experiments.MatchLine) bool { return m.Purpose != experiments.TestMatch })
	for _, grading := range rubric.All() {
		if grading.Game == r.Asked.Game {
			r.Points = append(r.Points, experiments.ExpectedPoints(grading, test)...)
		}
	}
	return nil
}
