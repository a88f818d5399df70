package class

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/course"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/internal/files"
	"evolab/internal/untrusted"
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
			rows = append(rows, []string{untrusted.Name(p.Name), m.Name, p.ID, p.Email, points, rubric.FormatPoints(c.Grading.Rubric.Max()), string(m.Cause.Verdict),
				arrived, late, c.pagePath(m), strings.Join(notes, "; ")})
		}
	}
	return rows
}

// People names the persons who handed in what is not called after them; "" if nobody knows
// better.
func (s *Submission) People() string {
	var names []string
	for _, p := range s.Persons {
		if name := untrusted.Line(untrusted.Name(p.Name), maxName); name != "" {
			names = append(names, name)
		}
	}
	if text := strings.Join(names, ", "); text != s.Name {
		return text
	}
	return ""
}

// The roster's own file with what was graded, and as Canvas imports it.
const (
	RosterFile = "roster.csv"
	CanvasFile = "canvas.csv"
)

// giveBack writes the roster's own file with the points.
func (c *Class) giveBack(marks []*Mark) {
	c.GivenBack = nil
	if c.Roster == nil {
		return
	}
	graded := returned(marks, c.pagePath)
	of := func(p intake.Person) intake.Returned { return graded[p] }
	for _, f := range []contents{{RosterFile, c.Roster.Return(of)}, {CanvasFile, c.Roster.ReturnToCanvas(of)}} {
		if f.data != nil {
			c.write(f.file, f.data)
			c.GivenBack = append(c.GivenBack, f.file)
		}
	}
}

// removeReturned removes the files of before that the class does not give back any longer.
func (c *Class) removeReturned() error {
	for _, name := range []string{RosterFile, CanvasFile} {
		if !slices.Contains(c.GivenBack, name) {
			if err := files.Remove(c.path(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// returned is what each person gets, with the address of the page. Who is in several
// submissions has no points: staff decide which count. Those of whom they have not decided
// whose they are do not count beside others.
func returned(marks []*Mark, page func(*Mark) string) map[intake.Person]intake.Returned {
	list := map[intake.Person]intake.Returned{}
	clear := map[intake.Person]bool{}
	for _, m := range marks {
		for _, p := range m.Persons {
			clear[p] = clear[p] || m.Cause.Verdict != course.Unidentified
		}
	}
	for _, m := range marks {
		r := intake.Returned{Verdict: string(m.Cause.Verdict), Page: page(m)}
		if m.setPoints() || m.hasGamePoints() && m.derived.Verdict != course.Incomplete {
			r.Points = rubric.FormatPoints(m.points())
		}
		for _, p := range m.Persons {
			if clear[p] && m.Cause.Verdict == course.Unidentified {
				continue
			}
			if other, several := list[p]; several {
				list[p] = intake.Returned{Verdict: join(other.Verdict, r.Verdict), Page: join(other.Page, r.Page)}
			} else {
				list[p] = r
			}
		}
	}
	return list
}

// pagePath is the address of a page in the results folder.
func (c *Class) pagePath(m *Mark) string { return pageFolder + "/" + c.pages.of(m.Name) + ".html" }
