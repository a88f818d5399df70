package class

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/course"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// Overrides are what staff have decided against what the games say, as a file has it. A
// results folder keeps the file: --resume decides the same.
type Overrides struct {
	List []Override `key:"overrides" doc:"what staff have decided; an empty list takes back all" count:"0..10000"`
	text []byte
}

// Override is a decision about a submission.
type Override struct {
	Student string  `key:"student" doc:"whose: a name of gradebook.csv, or an id of students.csv" written:"true" allowed:"a name or an id"`
	Points  float64 `key:"points" doc:"the points; -1: those of the games" range:"-1..1000000" default:"-1"`
	Verdict string  `key:"verdict" doc:"the verdict; empty: that of the games" default:"\"\"" allowed:"a verdict of gradebook.csv, or empty"`
	Reason  string  `key:"reason" doc:"why, which the gradebook and the pages show" match:"(?s).*\\S.*" allowed:"a text"`
}

// overridesFile keeps the overrides in a results folder.
const overridesFile = "overrides.yaml"

// ErrStudent is the error when a submission is named that is not there.
var ErrStudent = errors.New("no such submission")

// ErrSeveral is the error when a word names several submissions. Students choose names:
// one that is somebody else's id must not get what is meant for them.
var ErrSeveral = errors.New("it names several submissions")

// ReadOverrides reads a file of overrides. The error lists all problems, with their places.
func ReadOverrides(path string) (*Overrides, error) {
	text, err := config.Read(path)
	if err != nil {
		return nil, err
	}
	return parseOverrides(path, text)
}

func parseOverrides(name string, text []byte) (*Overrides, error) {
	o, err := config.Parse(name, text, nil, (*Overrides).check)
	if err != nil {
		return nil, err
	}
	o.text = text
	return o, nil
}

func (o *Overrides) check(report config.Report) {
	first := map[string]int{}
	for i, one := range o.List {
		at := fmt.Sprintf("overrides.%d", i)
		if before, twice := first[one.Student]; twice {
			report(at+".student", fmt.Sprintf("%q is in overrides.%d already", one.Student, before), "each student once")
		}
		first[one.Student] = i
		if one.Points < 0 && one.Points != -1 {
			report(at+".points", quantity.Of(one.Points, "point"), "0 or more, or -1 for those of the games")
		}
		if one.Points == -1 && one.Verdict == "" {
			report(at, "it changes nothing", "points, verdict or both")
		}
		if v := course.Verdict(one.Verdict); v != "" && v.Sentence() == "" {
			report(at+".verdict", fmt.Sprintf("no verdict %q", one.Verdict), course.VerdictList(), config.Word(one.Verdict))
		}
	}
}

// find returns the submission, with its attempts, that has a name or is of the person with
// an id; else the one that has the name as a table writes it, or as its folder is called.
func (c *Class) find(word string) (list []*Submission, err error) {
	for _, is := range []func(s *Submission) bool{
		func(s *Submission) bool {
			return s.Name == word || word != "" && slices.ContainsFunc(s.Persons, func(p intake.Person) bool { return p.ID == word })
		},
		func(s *Submission) bool { return cell(s.Name) == word },
		func(s *Submission) bool { return s.Name == untrusted.Name(word) },
	} {
		for _, s := range c.Submissions {
			if is(s) {
				list = append(list, s)
			}
		}
		if len(list) > 0 {
			break
		}
	}
	var names []string
	for _, s := range c.Submissions {
		names = append(names, untrusted.Line(s.Name, maxName))
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%q: %w%s (expected: a name of %s, or an id of %s)", word, ErrStudent, config.DidYouMean(word, names), GradebookFile, StudentsFile)
	}
	if i := slices.IndexFunc(list, func(s *Submission) bool { return s.Name != list[0].Name }); i >= 0 {
		return nil, fmt.Errorf("%q: %w, %q and %q (expected: a name or an id of one)", word, ErrSeveral, list[0].Name, list[i].Name)
	}
	return list, nil
}

func (c *Class) override(o *Overrides) error {
	for _, s := range c.Submissions {
		s.Override = nil
	}
	var errs []error
	for i := range o.List {
		one := &o.List[i]
		list, err := c.find(one.Student)
		if most := c.Grading.Rubric.Max(); err == nil && one.Points > most {
			err = fmt.Errorf("%q: %s points of %s (expected: up to the rubric's)", one.Student, rubric.FormatPoints(one.Points), rubric.FormatPoints(most))
		}
		if err == nil && list[0].Override != nil {
			err = fmt.Errorf("%q: it has an override already, as %q", one.Student, list[0].Override.Student)
		}
		for _, s := range list {
			s.Override = one
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return &OverridesError{err}
	}
	return nil
}

// OverridesError says which overrides do not fit the class.
type OverridesError struct{ err error }

func (e *OverridesError) Error() string { return e.err.Error() }
func (e *OverridesError) Unwrap() error { return e.err }

// keepOverrides writes the overrides into the results folder, or takes those that it has.
func (c *Class) keepOverrides() error {
	if c.Overrides != nil {
		return files.Replace(c.path(overridesFile), c.Overrides.text)
	}
	text, err := files.Read(filepath.Join(c.Out, overridesFile), config.MaxBytes)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.Overrides, err = parseOverrides(overridesFile, text); err != nil {
		return err
	}
	return c.override(c.Overrides)
}

// overrule replaces the verdict that the games have given by that of staff, and says why
// and what was replaced.
func (m *Mark) overrule() {
	o := m.Override
	if o == nil {
		return
	}
	before := string(m.derived.Verdict)
	if m.hasGamePoints() {
		points, _, _ := m.Report.Total()
		before = rubric.FormatPoints(points) + " points, " + before
	}
	if m.derived.Text != "" {
		before += ": " + m.derived.Text
	}
	m.Cause.Text = "set by staff: " + m.overrideReason() + "; before that: " + before
	if o.Verdict != "" {
		m.Cause.Verdict = course.Verdict(o.Verdict)
	}
}

// overrideReason is why staff have decided; "" if they have not.
func (s *Submission) overrideReason() string {
	if s.Override == nil {
		return ""
	}
	return untrusted.OneLine(strings.TrimSpace(s.Override.Reason))
}

func (m *Mark) setPoints() bool { return m.Override != nil && m.Override.Points >= 0 }
