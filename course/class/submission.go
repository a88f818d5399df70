package class

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"evolab/agent"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/course/intake"
	"evolab/course/similarity"
	"evolab/host/compile"
)

// Submission is what somebody handed in. Its verdict and problem say what is known before
// the first game: Correct means that nothing is wrong so far. What the games show is in a
// Mark.
type Submission struct {
	intake.Handin
	Twins []string // the names of others with the same files
	// Exam is what evolve doctor finds; nil if it was not examined.
	Exam *doctor.Report
	// Override is what staff have decided; nil: nothing.
	Override *Override

	source  string             // the line of source that Problem is about; "" for none
	files   []similarity.File  // of the copy; nil: unknown
	nothing bool               // there is nothing that can be run
	left    bool               // others were named: no games, no examination
	kept    bool               // left, and its files are no longer those that were graded
	program *compile.Program   // nil: none was found, or it is not looked for
	tools   *compile.Toolchain // that it was compiled or run with here; nil: it was not
	agent   agent.Agent
}

// Playable reports whether games are played.
func (s *Submission) Playable() bool {
	return !s.nothing && (s.Verdict == course.Correct || s.Verdict == course.WrongName)
}

func (s *Submission) refuse(v course.Verdict, format string, args ...any) {
	s.Verdict, s.Problem = v, fmt.Sprintf(format, args...)
}

// take reads what the class has handed in, into an empty folder.
func (c *Class) take(ctx context.Context, scratch string) error {
	list, err := intake.Read(ctx, intake.Options{
		Path: c.Folder, One: c.One, Scratch: scratch, Names: c.Grading.Rubric.Files(), NoArchives: c.NoArchives, AsIs: c.AsIs, Roster: c.Roster, Deadline: c.Deadline, Best: c.Best,
		Workers: cmp.Or(c.Workers, runtime.GOMAXPROCS(0)),
	})
	if err != nil {
		return err
	}
	if c.own, err = similarity.OwnOf(c.Grading.Game.Info().Name, c.Grading.Variant); err != nil {
		return err
	}
	same := map[string][]string{}
	for _, h := range list {
		s := &Submission{Handin: *h}
		c.Submissions = append(c.Submissions, s)
		if h.Dir != "" {
			if s.files, err = c.own.Files(h.Dir); err != nil {
				return err
			}
		}
		if h.Hash != "" && !similarity.OwnAlone(s.files) {
			same[h.Hash] = append(same[h.Hash], h.Name)
		}
	}
	for _, s := range c.Submissions {
		s.Twins = slices.DeleteFunc(slices.Clone(same[s.Hash]), func(name string) bool { return name == s.Name })
	}
	return nil
}
