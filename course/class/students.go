package class

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/course/intake"
	"evolab/course/rubric"
)

// StudentsFile joins the gradebook with the ids that a system or a roster knows.
const StudentsFile = "students.csv"

// students has a row for each person: what to release to whom.
func (c *Class) students(marks []*Mark) [][]string {
	rows := [][]string{{"name", "submission", "id", "email", "points", "max", "reason", "handed_in", "late_days", "page", "notes"}}
	for _, m := range marks {
		persons := m.Persons
		if len(persons) == 0 {
			persons = []intake.Person{{Name: m.Name}}
		}
		points, arrived, late := "", "", ""
		if m.hasPoints() {
			points = rubric.FormatPoints(m.points())
		}
		if !m.Arrived.IsZero() {
			arrived = m.Arrived.UTC().Format(time.RFC3339)
		}
		if !m.Deadline.IsZero() && !m.Arrived.IsZero() {
			late = fmt.Sprint(m.LateDays())
		}
		notes := m.Notes
		if text := m.SparedNote(); text != "" {
			notes = append(slices.Clone(notes), text)
		}
		if reason := m.overrideReason(); reason != "" {
			notes = append(slices.Clone(notes), "set by staff: "+reason)
		}
		for _, p := range persons {
			rows = append(rows, []string{p.Name, m.Name, p.ID, p.Email, points, rubric.FormatPoints(c.Grading.Rubric.Max()), string(m.Cause.Verdict),
				arrived, late, pageFolder + "/" + c.pages.of(m.Name) + ".html", strings.Join(notes, "; ")})
		}
	}
	return rows
}
