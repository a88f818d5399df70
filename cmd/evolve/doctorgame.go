package main

import (
	"errors"
	"fmt"

	"evolab/course/doctor"
	"evolab/course/rubric"
)

const programHint = "PROGRAM is a source file, a folder that holds one, or an executable file"

// course is that of the game that was named, or else of the one that the program
// plays, and the year that was asked for.
func (f *doctorFlags) course(path string) (*doctor.Course, int, error) {
	game, year := f.game, f.year
	if f.rubric != "" {
		r, err := rubric.Find(f.rubric)
		switch {
		case err != nil:
			return nil, 0, badInput(err, "evolve rubrics describes them")
		case year != 0:
			return nil, 0, badInput(errors.New("evolve: --rubric and --rubric-year exclude each other"), "")
		case game != "" && game != r.Game:
			return nil, 0, badInput(fmt.Errorf("evolve: rubric %s is for %s, not for %s", r.Name, r.Game, game), "")
		}
		game, year = r.Game, r.Year.Year
	}
	if game != "" {
		c, err := doctor.FindCourse(game)
		return c, year, badInput(err, "")
	}
	found, err := doctor.Identify(path)
	if errors.Is(err, doctor.ErrUnclear) {
		return nil, 0, badInput(err, "say which: --game littlego, checkers or halma")
	}
	if err != nil {
		return nil, 0, badInput(err, programHint)
	}
	c, err := doctor.FindCourse(found.Game)
	if err != nil {
		return nil, 0, badInput(fmt.Errorf("evolve: %q: %s, which is not played by files: doctor cannot examine it", path, found.Why), "evolve konane serve is a server that such a program can log in to")
	}
	return c, year, nil
}
