package rubric

import (
	"fmt"
	"strings"

	"evolab/course"
)

// All lists the rubrics of the courses: of each game the gradings, then the
// rehearsals on submission.
func All() []Rubric {
	var list []Rubric
	for _, c := range course.All() {
		for _, y := range c.Years {
			list = append(list, Rubric{y.Rubric, y.Term + ", grading", c.Game, y, stages(y.Grading)})
		}
		for _, y := range c.Years {
			if y.Rehearsal != nil {
				list = append(list, Rubric{y.Rubric + "-submit", y.Term + ", rehearsal on submission", c.Game, y, stages(y.Rehearsal)})
			}
		}
	}
	return list
}

func stages(of []course.Stage) []Stage {
	list := make([]Stage, len(of))
	for i, s := range of {
		list[i] = Stage{Name: s.Name, CPU: s.CPU}
		for _, o := range s.Opponents {
			list[i].Opponents = append(list[i].Opponents, Opponent{o})
		}
	}
	return list
}

// Find returns a rubric by its name.
func Find(name string) (Rubric, error) {
	var names []string
	for _, r := range All() {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Rubric{}, fmt.Errorf("rubric: no rubric %q (allowed: %s)", name, strings.Join(names, ", "))
}
