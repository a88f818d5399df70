package class

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"unicode/utf8"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/course/intake"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// submissionsFile is what the tables and pages of a results folder depend on besides the
// games, the examinations and the other records in it.
const submissionsFile = "submissions.json"

// submissionsRecord is a submissionsFile.
type submissionsRecord struct {
	Schema      int                  `json:"schema"`
	Evolab      string               `json:"evolab"`        // the version that wrote the tables and pages
	One         bool                 `json:"one,omitempty"` // of one student
	Submissions []recordedSubmission `json:"submissions"`
}

// recordedSubmission is a submission as it was when the tables were written.
type recordedSubmission struct {
	intake.Handin
	Twins   []string `json:"twins,omitempty"`
	Source  string   `json:"source,omitempty"`
	Nothing bool     `json:"nothing,omitempty"` // there is nothing that can be run
	Raw     []byte   `json:"raw,omitempty"`     // the name, if it is no UTF-8
}

func (c *Class) writeSubmissions() error {
	r := submissionsRecord{Schema: 1, Evolab: provenance.Program(), One: c.One}
	for _, s := range c.Submissions {
		one := recordedSubmission{Handin: s.Handin, Twins: s.Twins, Source: s.source, Nothing: s.nothing}
		if !utf8.ValidString(s.Name) {
			one.Raw = []byte(s.Name)
		}
		r.Submissions = append(r.Submissions, one)
	}
	data, err := json.MarshalIndent(&r, "", " ")
	if err == nil {
		c.write(submissionsFile, append(data, '\n'))
	}
	return err
}

// ReplayPage makes a page on which games can be stepped through.
type ReplayPage func(g agent.Game, title string, games []Replayed) ([]byte, error)

// Examine compares the files of a finished class with their sums, replays the games, and
// renders the tables and pages anew from the records: they have to be the same bytes. Of a
// class that is not finished, the lines of the journals are read.
func Examine(ctx context.Context, folder string, replay ReplayPage) (*arena.Examined, error) {
	r, err := arena.Examine(folder, files.SumsOf(folder), nil, []string{JournalFile})
	if err != nil {
		return nil, err
	}
	c := &Class{Options: Options{Out: folder, Replay: replay}}
	defer c.Close()
	note, err := c.load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && len(r.Changes) == 0: // else what cannot be read has been named
		r.Changes = append(r.Changes, files.Change{File: GradebookFile, What: "it cannot be rendered anew: " + err.Error()})
	case err == nil && note != "" && r.Finished && len(r.Changes) == 0:
		r.Note = note
	case err == nil && note == "" && r.Finished:
		return r, c.compare(ctx, r)
	}
	return r, nil
}

// load reads the records of a results folder. Without a note on what is missing they are all
// that tables and pages are made of.
func (c *Class) load(ctx context.Context) (note string, err error) {
	s, err := readSettings(c.Out)
	if err != nil {
		return "", err
	}
	grading, err := gradingOf(c.Out)
	if err != nil {
		return "", err
	}
	c.Grading = *grading
	if c.Grading.Game, err = agent.FindGame(grading.Rubric.Game); err != nil {
		return "", err
	}
	if c.pages, err = addressesOf(s.Secret); err != nil {
		return "", err
	}
	c.Private = s.Secret != ""
	if err := c.schedule(ctx); err != nil {
		return "", err
	}
	c.trial = trials(c.jobs)
	if err := c.loadJournals(); err != nil {
		return "", err
	}
	if err := c.loadEvidence(); err != nil {
		return "", err
	}
	return c.loadSubmissions()
}

// loadJournals reads the games that count, and the reviews.
func (c *Class) loadJournals() error {
	lines, err := arena.ReadJournal(c.path(JournalFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.journal = newJournal()
	for i := range lines {
		c.journal.keep(lines[i], lines[i].Record(), i)
	}
	before, err := readOutdated(c.Out)
	if err != nil {
		return err
	}
	c.journal.outdate(before)
	c.reviews = &reviews{known: map[reviewLine]*review.Loss{}}
	return readLines(c.path(reviewFile), c.reviews.keep)
}

// readLines has each line of a journal kept that another process may be writing: what
// follows the last line break is left for later.
func readLines(path string, keep func(line []byte) bool) error {
	data, err := files.Read(path, maxTable)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	number := 0
	for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		if number++; !keep(line) {
			return fmt.Errorf("%s:%d: it is no line of such a journal", path, number)
		}
	}
	return nil
}

// maxTable bounds a table or a page, in bytes.
const maxTable = 1 << 28

func (c *Class) loadSubmissions() (note string, err error) {
	data, err := files.Read(c.path(submissionsFile), maxTable)
	if errors.Is(err, fs.ErrNotExist) {
		return "nothing has been summed up", nil
	}
	var r submissionsRecord
	if err == nil {
		err = files.DecodeJSON(data, &r)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", submissionsFile, err)
	}
	if r.Evolab != provenance.Program() {
		return fmt.Sprintf("evolab %s wrote its tables and pages: %s, which may judge and word otherwise, does not render them anew", r.Evolab, provenance.Program()), nil
	}
	c.One = r.One
	for _, one := range r.Submissions {
		if len(one.Raw) > 0 {
			one.Name = string(one.Raw)
		}
		s := &Submission{Handin: one.Handin, Twins: one.Twins, source: one.Source, nothing: one.Nothing}
		verdict, problem := s.Verdict, s.Problem
		c.readExamination(s)
		s.Verdict, s.Problem, s.source, s.nothing = verdict, problem, one.Source, one.Nothing
		c.Submissions = append(c.Submissions, s)
	}
	return "", c.keepOverrides()
}

// compare renders the tables and pages, and adds those that have other bytes.
func (c *Class) compare(ctx context.Context, r *arena.Examined) error {
	if err := c.loadRoster(); err != nil {
		r.Changes = append(r.Changes, files.Change{File: RosterFile, What: "it is no roster with points: " + err.Error()})
	}
	_, err := os.Stat(c.path(SimilarityFile))
	alike := err == nil // only the sources could tell whether who is alike
	marks := c.marks()
	c.renderTables(marks)
	c.notePlayers(marks)
	if err := c.renderPages(marks, nil); err != nil {
		return err
	}
	for _, one := range c.written {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		known := func(change files.Change) bool { return change.File == one.file }
		if slices.ContainsFunc(r.Changes, known) || alike && one.file == IndexFile {
			continue
		}
		if line, same := c.differs(one); !same {
			r.Changes = append(r.Changes, files.Change{File: one.file, Line: line, What: "the games and other records come to something else"})
		}
	}
	return nil
}

// differs compares a file with what it should be, and returns the first line that differs.
func (c *Class) differs(want contents) (line int, same bool) {
	has, err := files.Read(c.path(want.file), maxTable)
	if err != nil {
		return 0, false
	}
	if bytes.Equal(has, want.data) {
		return 0, true
	}
	end := 0
	for end < min(len(has), len(want.data)) && has[end] == want.data[end] {
		end++
	}
	return 1 + bytes.Count(has[:end], []byte("\n")), false
}

// loadRoster takes the roster from the file that was given back.
func (c *Class) loadRoster() error {
	data, err := files.Read(c.path(RosterFile), maxTable)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		c.Roster, err = intake.ParseReturned(data)
	}
	return err
}
