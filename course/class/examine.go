package class

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"evolab/course/doctor"
	"evolab/internal/files"
)

// examination is a report as a results folder keeps it.
type examination struct {
	doctor.Report
	PlyCPU float64 `json:"ply_cpu"`
	Broken string  `json:"broken,omitempty"` // what the compiler said; then there is no report
}

// examFile is the file of a submission's examination.
func (c *Class) examFile(s *Submission) string {
	return filepath.Join(c.Out, examFolder, s.id()+".json")
}

// known loads what an earlier examination of the same files found. It reports whether
// the program need not be compiled again: because it does not compile, or because all
// its games are played.
func (c *Class) known(s *Submission) bool {
	var before examination
	data, err := os.ReadFile(c.examFile(s))
	if err != nil || json.Unmarshal(data, &before) != nil {
		return false
	}
	if before.Broken != "" {
		s.refuse(Broken, "%s", before.Broken)
		return true
	}
	before.Report.PlyCPU = before.PlyCPU
	s.Exam = &before.Report
	for i := range c.jobs {
		if !c.has(s, &c.jobs[i]) && !c.silent(s, i) {
			return false
		}
	}
	return true
}

// examine examines a submission as evolve doctor does, unless it already has a
// result.
func (c *Class) examine(ctx context.Context, s *Submission, path string) error {
	course, err := doctor.FindCourse(c.Game.Info().Name)
	if err != nil || s.Exam != nil {
		return nil // games without a course have no examination
	}
	year, err := course.FindYear(c.Rubric.Year.Year)
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	const wall = 5 * time.Second // of all plies and games
	r, err := doctor.Examine(ctx, path, doctor.Options{Course: course, Year: year, Budget: wall, Grants: c.Programs.Grants})
	if err != nil {
		return err
	}
	r.Program, s.Exam = s.Name, &r
	return c.remember(s, examination{Report: r, PlyCPU: r.PlyCPU})
}

// remember keeps an examination for --resume.
func (c *Class) remember(s *Submission, e examination) error {
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	return files.Replace(c.examFile(s), append(data, '\n'))
}

// ply is the CPU time of a ply, if the examination measured it.
func (s *Submission) ply() time.Duration {
	if s.Exam == nil {
		return 0
	}
	return time.Duration(s.Exam.PlyCPU * float64(time.Second))
}
