package class

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/files"
	"evolab/internal/wording"
)

// scratch is the folder with the copies of the submissions.
type scratch struct {
	class *Class
	dir   string
	lock  *os.File
}

// close removes the copies, after the agents that are made of them.
func (s *scratch) close() {
	s.class.Close()
	if s.lock != nil {
		_ = host.Remove(s.dir) // after an error the next command removes it
		_ = s.lock.Close()
	}
}

func (c *Class) open() (s *scratch, err error) {
	s = &scratch{class: c}
	s.dir, s.lock, err = host.TempDir("class")
	return s, err
}

// prepare finds the programs of the submissions, and returns those that have to be
// examined.
func (c *Class) prepare(ctx context.Context) (exams []*Submission, err error) {
	if err := c.schedule(ctx); err != nil {
		return nil, err
	}
	c.trial = trials(c.jobs)
	for _, s := range c.Submissions {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := c.findProgram(s); err != nil {
			return nil, err
		}
		switch {
		case s.left:
			c.loadExamination(s)
		case s.Playable():
			exams = append(exams, s)
		}
	}
	return exams, nil
}

// findProgram makes the agent of a submission, or says why it has none. Its errors are
// about the machine, as those of examineOne.
func (c *Class) findProgram(s *Submission) (err error) {
	if s.kept || !s.Playable() {
		return nil
	}
	names := c.Grading.Rubric.Files()
	if s.program, err = compile.Find(s.Dir, names); err != nil {
		s.refuseFiles(&names, err)
		return nil
	}
	s.noteRivals(s.program)
	if name := s.program.Name; !slices.Contains(names.Sources, name) {
		wanted := cmp.Or(names.AcceptedName(name), strings.Join(names.Sources, ", "))
		s.refuse(course.WrongName, "its program is called %s, but graders look for %s", name, wanted)
	}
	programs := c.Programs
	programs.Names = &names
	s.agent, err = c.Grading.Game.Agent(agent.ProgramAt(s.Dir), agent.Env{Programs: programs})
	return err
}

// examineOne compiles and examines a submission, or takes what is known of that.
func (c *Class) examineOne(ctx context.Context, s *Submission) error {
	if c.loadExamination(s) {
		return nil
	}
	s.tools = &s.program.Tools
	if err := agent.Build(ctx, s.agent); err != nil {
		return c.notCompiled(s, s.program, err)
	}
	return c.examine(ctx, s)
}

// refuseFiles refuses a submission in which no program was found. A file whose name is
// nearly right is one under a wrong name.
func (s *Submission) refuseFiles(names *compile.Names, err error) {
	var files []string
	entries, _ := os.ReadDir(s.Dir) // what cannot be listed holds no program
	for _, e := range entries {
		if near := nearName(e.Name(), names); near != "" && e.Type().IsRegular() {
			s.nothing = true
			s.refuse(course.WrongName, "found %s, wanted %s", e.Name(), near)
			return
		}
		files = append(files, e.Name())
	}
	text := s.rewordCopyError(err)
	if len(files) > 0 {
		text += "; it holds " + compile.Shorten(files)
	}
	s.refuse(course.NoProgram, "%s", text)
}

// nearName is the name of a program that a file's name begins with, such as
// my_player3.py.txt or My_Player3.py; "" for none.
func nearName(file string, names *compile.Names) string {
	for _, name := range names.Sources {
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		if lower := strings.ToLower(file); file != name && strings.HasPrefix(lower, strings.ToLower(stem)) && strings.Contains(lower, filepath.Ext(name)) {
			return name
		}
	}
	return ""
}

// noteRivals notes the files beside the program that may be the one that was meant: of
// another language, or a copy that a browser has numbered.
func (s *Submission) noteRivals(p *compile.Program) {
	stem, ending := strings.TrimSuffix(p.Name, filepath.Ext(p.Name)), filepath.Ext(p.Name)
	rivals := slices.Clone(p.Rivals)
	for _, name := range p.Others {
		if strings.HasPrefix(name, stem) && strings.HasSuffix(name, ending) && strings.ContainsAny(strings.TrimPrefix(name, stem), " (") {
			rivals = append(rivals, name)
		}
	}
	if len(rivals) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s is graded, not %s beside it", p.Name, compile.Shorten(rivals)))
	}
}

// notCompiled refuses a submission whose source cannot be compiled.
func (c *Class) notCompiled(s *Submission, p *compile.Program, err error) error {
	var failed *compile.Failed
	var missing *compile.NoTool
	switch {
	case errors.As(err, &failed):
		cause := course.CauseOfBuild(failed, p)
		s.nothing, s.source = true, cause.Source
		s.refuse(cause.Verdict, "%s", strings.ReplaceAll(cause.Text, s.Dir, s.Name))
		return c.saveExamination(s, examination{Broken: s.Problem, Source: s.source, Verdict: s.Verdict})
	case errors.As(err, &missing):
		s.refuse(course.NoTool, "%s", missing.Error())
	default:
		return err
	}
	return nil
}

// rewordCopyError rewords an error about the copy as one about the submission.
func (s *Submission) rewordCopyError(err error) string {
	return strings.ReplaceAll(wording.Of(err), s.Dir, s.Name)
}

// examination is a report as a results folder keeps it.
type examination struct {
	doctor.Report
	doctor.PlyTimes        // of the report
	Broken          string `json:"broken,omitempty"` // what the compiler said; then there is no report
	Source          string `json:"source,omitempty"` // the line of source that it is about
	// Verdict is that on a source that cannot be compiled; older results have none.
	Verdict course.Verdict `json:"build_verdict,omitempty"`
}

// examName is the file of a submission's examination, below the results folder.
func examName(s *Submission) string { return examFolder + "/" + s.id() + ".json" }

// loadExamination loads an earlier examination of the same files. It reports whether the
// program need not be compiled: because it cannot be, or because all its games are
// played.
func (c *Class) loadExamination(s *Submission) bool {
	if !c.readExamination(s) {
		return false
	}
	if s.nothing {
		return true
	}
	e := c.endsOf(s)
	for i := range c.jobs {
		if !e.skips(i) && !c.finished(s, &c.jobs[i]) {
			return false
		}
	}
	return true
}

// readExamination takes what the results folder says of a submission's examination, and
// reports whether it says anything.
func (c *Class) readExamination(s *Submission) bool {
	var before examination
	data, err := files.Read(c.path(examName(s)), maxTable)
	if err != nil || json.Unmarshal(data, &before) != nil {
		return false
	}
	if before.Broken != "" {
		s.nothing, s.source = true, before.Source
		s.refuse(cmp.Or(before.Verdict, course.CompileError), "%s", before.Broken)
		return true
	}
	before.Report.PlyTimes = before.PlyTimes
	s.Exam = &before.Report
	return true
}

// examine examines a submission as evolve doctor does, unless it already has a
// result.
func (c *Class) examine(ctx context.Context, s *Submission) error {
	assignment, err := course.Find(c.Grading.Game.Info().Name)
	if err != nil || s.Exam != nil {
		return nil // games without a course have no examination
	}
	year := c.Grading.Rubric.Year // with limits that may be lower than the course's
	const (
		wall     = 5 * time.Second  // of all plies and games
		patience = 15 * time.Second // in a ply: meanwhile others have a core less
	)
	r, err := doctor.Examine(ctx, s.Dir, doctor.Options{Course: assignment, Year: year, Budget: wall, Patience: patience, Grants: c.Programs.Grants})
	if err != nil {
		return err
	}
	r.Program, s.Exam = s.Name, &r
	return c.saveExamination(s, examination{Report: r, PlyTimes: r.PlyTimes})
}

func (c *Class) saveExamination(s *Submission, e examination) error {
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	return files.Replace(c.path(examName(s)), append(data, '\n'))
}

// plyWait is how long a program waits in a ply, if the examination measured it.
func (s *Submission) plyWait() time.Duration {
	if s.Exam == nil {
		return 0
	}
	return time.Duration(s.Exam.PlyWait * float64(time.Second))
}

// plyTime is the CPU time of a ply, if the examination measured it.
func (s *Submission) plyTime() time.Duration {
	if s.Exam == nil {
		return 0
	}
	return time.Duration(s.Exam.PlyCPU * float64(time.Second))
}
