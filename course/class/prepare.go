package class

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/host"
	"evolab/host/compile"
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

// prepare copies, compiles and examines the submissions.
func (c *Class) prepare(ctx context.Context) (*scratch, error) {
	s := &scratch{class: c}
	err := c.schedule(ctx)
	if err == nil {
		c.trial = trials(c.jobs)
		s.dir, s.lock, err = host.TempDir("class")
	}
	if err != nil {
		return s, err
	}
	c.Progress.Begin("examining", len(c.Submissions), "submission")
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i, sub := range c.Submissions {
		group.Go(func() error {
			defer c.Progress.Add(1)
			if !sub.Playable() {
				return ctx.Err()
			}
			return c.prepareOne(ctx, sub, filepath.Join(s.dir, fmt.Sprint(i)))
		})
	}
	return s, group.Wait()
}

// prepareOne makes the agent of a submission, or says why it has none. Its errors are
// about the machine.
func (c *Class) prepareOne(ctx context.Context, s *Submission, dir string) error {
	names := c.Grading.Game.Info().Names
	path, err := s.copyTo(ctx, dir, names)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if host.Exhausted(err) {
		return fmt.Errorf("class: copy of %q: %w", s.Name, err)
	}
	if err != nil {
		s.refuse(course.Incomplete, "it cannot be copied: %s", s.rewordCopyError(err, dir))
		return nil
	}
	copied := s.files
	copied.Dir, copied.Name = filepath.Dir(path), filepath.Base(path)
	if sum, _, err := hashTree(ctx, &copied); err != nil || sum != s.Hash {
		s.refuse(course.Incomplete, "its files change while they are copied: --resume grades what is there then")
		return nil
	}
	found, err := compile.Find(path, names)
	if err != nil {
		s.refuse(course.NoProgram, "%s", s.rewordCopyError(err, dir))
		if entries, _ := os.ReadDir(dir); slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isArchive(e.Name()) }) {
			s.refuse(course.NoProgram, "it holds an archive: hand in what is in it")
		}
		return nil
	}
	if !slices.Contains(names.Sources, found.Name) {
		s.refuse(course.WrongName, "its program is called %s, but graders look for %s", found.Name, strings.Join(names.Sources, ", "))
	}
	made, err := c.Grading.Game.Agent(agent.ProgramAt(path), agent.Env{Programs: c.Programs})
	if err != nil {
		return err
	}
	s.agent = made
	if c.loadExamination(s) {
		return nil
	}
	if err := agent.Build(ctx, made); err != nil {
		return c.notCompiled(s, found, err, dir)
	}
	return c.examine(ctx, s, path)
}

// notCompiled refuses a submission whose source cannot be compiled.
func (c *Class) notCompiled(s *Submission, p *compile.Program, err error, dir string) error {
	var failed *compile.Failed
	var missing *compile.NoTool
	switch {
	case errors.As(err, &failed):
		cause := course.CauseOfBuild(failed, p)
		s.refuse(cause.Verdict, "%s", strings.ReplaceAll(cause.Text, dir, s.Name))
		return c.saveExamination(s, examination{Broken: s.Problem, Verdict: s.Verdict})
	case errors.As(err, &missing):
		s.refuse(course.NoTool, "%s", missing.Error())
	default:
		return err
	}
	return nil
}

// rewordCopyError rewords an error about the copy as one about the submission.
func (s *Submission) rewordCopyError(err error, dir string) string {
	return strings.TrimPrefix(strings.ReplaceAll(err.Error(), dir, s.Name), "compile: ")
}

// copyTo copies a submission to a new folder, and returns the path of its program
// there. A single file gets the name that graders want: its own may say who wrote it.
func (s *Submission) copyTo(ctx context.Context, dir string, names compile.Names) (string, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	if !s.single {
		return dir, s.files.CopyTo(ctx, dir)
	}
	name := s.Name
	for _, n := range names.Sources {
		if filepath.Ext(n) == strings.ToLower(filepath.Ext(s.Name)) {
			name = n
			break
		}
	}
	path := filepath.Join(dir, name)
	return path, s.files.Walk(ctx, func(e *host.Entry) error {
		var data bytes.Buffer
		if !e.Mode.IsRegular() {
			return errors.New("it is no file any more")
		}
		if _, err := e.WriteTo(&data); err != nil {
			return err
		}
		return os.WriteFile(path, data.Bytes(), 0o644)
	})
}

// examination is a report as a results folder keeps it.
type examination struct {
	doctor.Report
	PlyCPU float64 `json:"ply_cpu"`
	// Shortest and Longest bound the CPU time of the plies that had an answer.
	Shortest float64 `json:"shortest_ply,omitempty"`
	Longest  float64 `json:"longest_ply,omitempty"`
	Broken   string  `json:"broken,omitempty"` // what the compiler said; then there is no report
	// Verdict is that on a source that cannot be compiled; older results have none.
	Verdict course.Verdict `json:"build_verdict,omitempty"`
}

// examName is the file of a submission's examination, below the results folder.
func examName(s *Submission) string { return examFolder + "/" + s.id() + ".json" }

// loadExamination loads an earlier examination of the same files. It reports whether the
// program need not be compiled: because it cannot be, or because all its games are
// played.
func (c *Class) loadExamination(s *Submission) bool {
	var before examination
	if n, err := c.seal.Covered(examName(s)); err != nil || n == 0 {
		return false // nobody sealed what may be there
	}
	data, err := os.ReadFile(filepath.Join(c.Out, filepath.FromSlash(examName(s))))
	if err != nil || json.Unmarshal(data, &before) != nil {
		return false
	}
	if before.Broken != "" {
		s.refuse(cmp.Or(before.Verdict, course.CompileError), "%s", before.Broken)
		return true
	}
	before.Report.PlyCPU, before.Report.Shortest, before.Report.Longest = before.PlyCPU, before.Shortest, before.Longest
	s.Exam = &before.Report
	for i := range c.jobs {
		if !c.finished(s, &c.jobs[i]) && !c.forfeited(s, i) {
			return false
		}
	}
	return true
}

// examine examines a submission as evolve doctor does, unless it already has a
// result.
func (c *Class) examine(ctx context.Context, s *Submission, path string) error {
	assignment, err := course.Find(c.Grading.Game.Info().Name)
	if err != nil || s.Exam != nil {
		return nil // games without a course have no examination
	}
	year, err := assignment.FindYear(c.Grading.Rubric.Year.Year)
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	const wall = 5 * time.Second // of all plies and games
	r, err := doctor.Examine(ctx, path, doctor.Options{Course: assignment, Year: year, Budget: wall, Grants: c.Programs.Grants})
	if err != nil {
		return err
	}
	r.Program, s.Exam = s.Name, &r
	return c.saveExamination(s, examination{Report: r, PlyCPU: r.PlyCPU, Shortest: r.Shortest, Longest: r.Longest})
}

// saveExamination keeps an examination for --resume.
func (c *Class) saveExamination(s *Submission, e examination) error {
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	return c.seal.Replace(examName(s), append(data, '\n'))
}

// plyTime is the CPU time of a ply, if the examination measured it.
func (s *Submission) plyTime() time.Duration {
	if s.Exam == nil {
		return 0
	}
	return time.Duration(s.Exam.PlyCPU * float64(time.Second))
}
