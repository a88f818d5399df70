// Package class grades any number of agents under a rubric: a folder of submissions,
// with files about them, or a single agent, which is a class of one. Submissions are
// untrusted, names included: a submission affects only its own row, and no name ever
// becomes part of an agent's spec.
package class

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/course/similarity"
	"evolab/internal/files"
	"evolab/internal/progress"
)

// Options say what is graded, and how.
type Options struct {
	Folder   string // of the class, or its archive
	One      bool   // Folder is what one student has handed in
	Out      string // of the results
	Grading  rubric.Grading
	Resume   bool
	Workers  int        // games and examinations at a time; 0: one a core
	Capacity func() int // games at a time on all machines; nil or 0: Workers
	Programs agent.Programs
	// NoArchives leaves archives of submissions packed.
	NoArchives bool
	// AsIs grades a class whose layout is not known, or that the roster does not fit.
	AsIs      bool
	Roster    *intake.Roster // nil: none
	Deadline  time.Time      // zero: none
	Best      bool           // of several attempts the best counts, not the last
	Only      []string       // the submissions that are graded, by names or ids; none: all
	Rejudge   []string       // with Resume: whose games are played again, by names, ids or verdicts
	Overrides *Overrides     // what staff have decided; nil: what the results folder has
	// Similarity is a folder into which the sources are written for the tools that compare
	// them, and from which their results are read; "": none.
	Similarity string
	// Private gives pages addresses that nobody can guess, without links to the class.
	Private bool
	// Interim is how long nobody must have been done before the files are written although
	// others still play; 0: 30 s.
	Interim time.Duration
	// Confinement is the level at which programs are held.
	Confinement string
	Pool        arena.Pool
	// Describe is what a worker of the pool says that it runs on, "" if it is not known; nil:
	// the pool has no workers.
	Describe func(worker string) string
	Progress progress.Progress
	// Expect is told, before the first game, how many games are to be played, how many
	// there are in all, and how long they are expected to take; nil: nobody.
	Expect func(left, all int, time time.Duration)
	// Replay makes a page on which games can be stepped through; nil: none.
	Replay ReplayPage
}

// Class is a class under way. A single agent is a class of one, which has no folders.
type Class struct {
	Options
	Submissions []*Submission
	Marks       []*Mark              // once the files about them are written
	Evidence    Evidence             // by what it was graded; once the files are written
	GivenBack   []string             // the roster's files, with the points
	Exported    *similarity.Exported // the sources, for the tools that compare them; nil: nobody asked for it
	Compared    []similarity.Result  // what the tools have found in an earlier export
	jobs        []arena.Job          // the games of each submission
	trial       []bool               // which of jobs are trials; nil: all games are played
	opponents   []agent.Agent
	journal     *journal
	reviews     *reviews
	tools       map[[2]string]bool // by their commands: which are in Evidence
	pages       addresses
	own         *similarity.Own      // the course's own code
	edited      bool                 // the gradebook of the results folder is not what was written
	written     []contents           // files that are still to be written
	watch       *watch               // nil: the class is graded once
	former      map[string]formerRow // of the gradebook before, if others are left
}

// settings are what the games and the pages of a results folder depend on.
type settings struct {
	Rubric  string `json:"rubric"`
	Course  string `json:"course,omitempty"`  // the hash of a course's own file
	Variant string `json:"variant,omitempty"` // of the game
	Seed    uint64 `json:"seed"`
	Games   int    `json:"games"`     // per opponent; 0: all of the rubric's
	Move    string `json:"move_time"` // limits
	Game    string `json:"game_time"`
	Secret  string `json:"secret,omitempty"` // of private addresses of pages
}

func (s *settings) differences(here *settings) string {
	var list []string
	compare := func(flag string, there, here any) {
		if there != here {
			list = append(list, fmt.Sprintf("--%s %v, not %v", flag, there, here))
		}
	}
	compare("rubric", s.Rubric, here.Rubric)
	compare("variant", s.Variant, here.Variant)
	compare("seed", s.Seed, here.Seed)
	compare("games", s.Games, here.Games)
	compare("move-time", inSeconds(s.Move), inSeconds(here.Move))
	compare("game-time", inSeconds(s.Game), inSeconds(here.Game))
	return strings.Join(list, "; ")
}

func inSeconds(limit string) string {
	d, err := time.ParseDuration(limit)
	if err != nil {
		return limit
	}
	return strconv.FormatFloat(d.Seconds(), 'g', -1, 64)
}

// The files of a results folder.
const (
	settingsFile = "class.json"
	courseFile   = "course.yaml" // a course's own file
	JournalFile  = "games.jsonl"
	examFolder   = "examinations"
	pageFolder   = "students"
	IndexFile    = "index.html"
)

// ErrNobody is the error when a folder has no submissions.
var ErrNobody = intake.ErrNobody

// ErrThere is the error when a results folder already holds a grading.
var ErrThere = errors.New("it holds the results of a grading")

// ErrOther is the error when a results folder belongs to another grading.
var ErrOther = errors.New("it was begun with other settings")

// ErrInside is the error when the results would be among the submissions.
var ErrInside = errors.New("the results would be among the submissions")

// New makes a class without submissions and files.
func New(ctx context.Context, g rubric.Grading) (*Class, error) {
	c := &Class{Options: Options{Grading: g}, journal: newJournal()}
	if err := c.schedule(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Enter adds an agent, which is closed with the class.
func (c *Class) Enter(name string, a agent.Agent) {
	c.Submissions = append(c.Submissions, &Submission{Handin: intake.Handin{Name: name, Verdict: course.Correct}, agent: a})
}

// Scheduled is the number of games of each submission.
func (c *Class) Scheduled() int { return len(c.jobs) }

// Play plays the games of all agents. After an interruption the error is the context's,
// and the marks are for the games so far.
func (c *Class) Play(ctx context.Context, pool arena.Pool, p progress.Progress) ([]*Mark, error) {
	c.Pool, c.Progress = pool, p
	err := c.play(ctx, nil, nil)
	if err != nil {
		if ctx.Err() == nil {
			return nil, err
		}
		err = ctx.Err()
	}
	return c.marks(), err
}

// Close closes the agents.
func (c *Class) Close() {
	for _, s := range c.Submissions {
		if s.agent != nil {
			s.agent.Close()
		}
	}
	for _, a := range c.opponents {
		a.Close()
	}
}

// Grade grades the submissions of a folder and writes the files about them. A submission
// that cannot be graded is not an error. After an interruption the error is the
// context's, and the files cover the games so far.
func Grade(ctx context.Context, o Options) (c *Class, err error) {
	return (&Class{Options: o}).grade(ctx)
}

// grade is Grade, of a class with its options.
func (c *Class) grade(ctx context.Context) (_ *Class, err error) {
	if inside(c.Out, c.Folder) {
		return nil, fmt.Errorf("results in %q: %w", c.Out, ErrInside)
	}
	scratch, err := c.open()
	defer scratch.close()
	if err != nil {
		return nil, err
	}
	if err := c.take(ctx, scratch.dir); err != nil {
		return nil, err
	}
	if err := c.choose(); err != nil {
		return nil, err
	}
	if err := c.exportSources(); err != nil {
		return nil, err
	}
	if c.Overrides != nil {
		if err := c.override(c.Overrides); err != nil {
			return nil, err
		}
	}
	if err := c.openResults(); err != nil {
		return nil, fmt.Errorf("results in %q: %w", c.Out, err)
	}
	defer func() { err = c.close(err) }()
	if err := c.openEvidence(); err != nil {
		return c, err
	}
	exams, err := c.prepare(ctx)
	if err != nil {
		return c, err
	}
	played := c.play(ctx, exams, c.examineOne)
	if played != nil && ctx.Err() == nil {
		return c, played
	}
	return c, errors.Join(c.writeFiles(ctx), ctx.Err())
}

// close closes the journal, and writes the sums of a grading that has come to its end.
func (c *Class) close(graded error) error {
	err := errors.Join(graded, c.journal.file.Flush(), arena.DistrustedIn(graded, "").Forget(c.path(JournalFile)))
	if err == nil {
		err = files.SumsOf(c.Out).Write()
	}
	return errors.Join(err, c.journal.file.Close()) // the lock is held to the end
}

// path is the path of a file of the results folder.
func (c *Class) path(name string) string { return filepath.Join(c.Out, filepath.FromSlash(name)) }

// openResults opens the results folder, with what it says of the submissions.
func (c *Class) openResults() error {
	secret, err := c.openFolder()
	if err != nil {
		return err
	}
	if c.pages, err = addressesOf(secret); err != nil {
		return err
	}
	again, err := c.askedAgain()
	if err != nil {
		return err
	}
	if c.journal, err = openJournal(c.path(JournalFile), c.Grading.Game); err != nil { // locked, from here on
		return err
	}
	for _, step := range []func() error{files.SumsOf(c.Out).Remove, c.keepOverrides, c.keepRows, func() error { return c.openRejudged(again) }} {
		if err := step(); err != nil {
			return errors.Join(err, c.journal.file.Close())
		}
	}
	return nil
}

// openFolder makes the results folder, or opens the one to continue, and returns the
// secret of its pages.
func (c *Class) openFolder() (secret string, err error) {
	g := &c.Grading
	want := settings{
		Rubric: g.Rubric.Name, Course: g.Rubric.Hash, Variant: g.Variant, Seed: g.Seed, Games: g.Games, Move: g.Rubric.Move.String(), Game: g.Rubric.Whole.String(),
	}
	data, err := files.Read(filepath.Join(c.Out, settingsFile), maxTable)
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && len(data) == 0: // as hideSettings leaves it
		if info, e := os.Stat(c.path(JournalFile)); e == nil && info.Size() > 0 {
			return "", fmt.Errorf("%w, and %s is missing", ErrThere, settingsFile)
		}
		err = c.createFolder(&want)
	case err == nil && !c.Resume:
		err = ErrThere
	case err == nil:
		err = c.continueFolder(data, &want)
	}
	return want.Secret, err
}

func (c *Class) createFolder(s *settings) (err error) {
	for _, dir := range []string{examFolder, pageFolder} {
		if err := files.MakeFolder(filepath.Join(c.Out, dir)); err != nil {
			return err
		}
	}
	if r := &c.Grading.Rubric; r.Hash != "" {
		if err := files.Replace(c.path(courseFile), r.Text()); err != nil {
			return err
		}
	}
	if c.Private {
		s.Secret = newSecret()
	}
	return c.saveSettings(s)
}

// saveSettings writes the settings. Those with a secret are for their owner's eyes alone.
func (c *Class) saveSettings(s *settings) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if s.Secret != "" {
		if err := c.hideSettings(); err != nil {
			return err
		}
	}
	return files.Replace(c.path(settingsFile), append(data, '\n'))
}

// continueFolder opens the results folder with these settings. What games do not depend on
// stays as it is there, but for pages that become private.
func (c *Class) continueFolder(data []byte, want *settings) error {
	var have settings
	if err := files.DecodeJSON(data, &have); err != nil {
		return err
	}
	if err := c.requireWhole(); err != nil {
		return err
	}
	want.Secret = have.Secret
	if have.Course != want.Course {
		return fmt.Errorf("%w: the course is not the one that it was begun with, or its file has changed", ErrOther)
	}
	if have != *want {
		return fmt.Errorf("%w: %s", ErrOther, have.differences(want))
	}
	if !c.Private || have.Secret != "" {
		return nil
	}
	want.Secret = newSecret()
	if err := files.SumsOf(c.Out).Remove(); err != nil {
		return err
	}
	return c.saveSettings(want)
}

// IsFolder reports whether a folder holds the results of a class, or what is left of them.
func IsFolder(folder string) bool {
	n := 0
	for _, name := range []string{settingsFile, JournalFile, examFolder, pageFolder, GradebookFile} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			n++
		}
	}
	return n > 2
}

// requireWhole fails if the results folder is not what was written. Changes of the tables
// and pages, which are made anew, are noted.
func (c *Class) requireWhole() error {
	return files.SumsOf(c.Out).Require(func(f files.Change) bool {
		tables := []string{GradebookFile, TimingFile, StudentsFile, RosterFile, CanvasFile, SimilarityFile, IndexFile}
		made := slices.Contains(tables, f.File) || strings.HasPrefix(f.File, pageFolder+"/")
		if made {
			c.edited = c.edited || f.File == GradebookFile
			c.Progress.Note("warning: " + f.String())
		}
		return made
	})
}

// inside reports whether a folder, which need not be there yet, is in another one.
func inside(path, dir string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for rest := ""; ; { // links of what is there are followed
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = filepath.Join(real, rest)
			break
		}
		parent := filepath.Dir(path)
		if parent == path {
			break
		}
		path, rest = parent, filepath.Join(filepath.Base(path), rest)
	}
	to, err := filepath.Rel(dir, path)
	return err == nil && to != ".." && !strings.HasPrefix(to, ".."+string(filepath.Separator))
}
