package class

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/course"
	"evolab/course/intake"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// rejudgedFile says whose games were played again: because somebody asked for it, or
// because the files have changed. The games themselves stay in the journal: nothing is
// taken out of it.
const rejudgedFile = "rejudged.jsonl"

// rejudging is a line of rejudgedFile: games of a submission that count no more.
type rejudging struct {
	Who   string    `json:"who"`   // the submission's key
	Asked string    `json:"asked"` // the name or the verdict that was given; "" for changed files
	Time  time.Time `json:"time"`
	Games int       `json:"games"` // how many count no more
	// Lines of the journal: games of the submission on these first ones count no more.
	Lines int `json:"lines"`
	// Former is the SHA-256 of changed files, as they were at the last grading, and Since
	// when that ended. Their games count for nobody else, so Lines is 0.
	Former string    `json:"former,omitempty"`
	Since  time.Time `json:"since,omitzero"`
}

func (r *rejudging) String() string {
	const minute = "2006-01-02 15:04 UTC"
	if r.Former != "" {
		return fmt.Sprintf("its files have changed since %s, when their SHA-256 began with %s: graded anew on %s", r.Since.UTC().Format(minute), r.Former[:min(12, len(r.Former))], r.Time.UTC().Format(minute))
	}
	return fmt.Sprintf("rejudged on %s (as %s): examined and played again, %s of before count no more", r.Time.UTC().Format(minute), r.Asked, quantity.Of(r.Games, "game"))
}

// parseRejudging reads a line; false if it is none.
func parseRejudging(text []byte) (r rejudging, ok bool) {
	ok = json.Unmarshal(text, &r) == nil && r.Who != "" && r.Games >= 0 && r.Lines >= 0
	return r, ok
}

// outdated are the numbers of lines of the journal before which the games of each
// submission count no more.
type outdated map[string]int

func (o outdated) add(r *rejudging) { o[r.Who] = max(o[r.Who], r.Lines) }

// readOutdated reads those of a results folder, which another process may be writing.
func readOutdated(folder string) (outdated, error) {
	o := outdated{}
	return o, readLines(filepath.Join(folder, rejudgedFile), func(line []byte) bool {
		r, ok := parseRejudging(line)
		if ok {
			o.add(&r)
		}
		return ok
	})
}

// changed are the submissions whose files are not those that the gradebook's rows are
// about, with these. Rows that have no submission any more are noted.
func (c *Class) changed() ([]rejudging, error) {
	if !c.Resume {
		return nil, nil
	}
	rows, err := c.formerRows()
	if err != nil || rows == nil {
		return nil, err
	}
	info, err := os.Stat(filepath.Join(c.Out, GradebookFile))
	if err != nil {
		return nil, err
	}
	there := map[string][]string{} // the hashes of each name's attempts
	for _, s := range c.Submissions {
		there[cell(s.Name)] = append(there[cell(s.Name)], s.Hash)
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if there[name] == nil && c.watch == nil { // a watch says it itself
			c.Progress.Note(fmt.Sprintf("warning: %s is no longer among the submissions, and loses its row of %s", untrusted.Line(name, maxName), GradebookFile))
		}
	}
	var list []rejudging
	for _, s := range c.Submissions {
		hash := rows[cell(s.Name)].hash
		if s.left || hash == "" || slices.Contains(there[cell(s.Name)], hash) {
			continue
		}
		before := Submission{Handin: intake.Handin{Name: s.Name, Hash: hash}}
		list = append(list, rejudging{Who: s.key(), Games: c.journal.countOf(before.key()), Former: hash, Since: info.ModTime().UTC().Truncate(time.Second)})
	}
	return list, nil
}

// openRejudged reads whose games were played again, and begins to play those again that
// are asked for or have changed.
func (c *Class) openRejudged(asked map[*Submission]string) (err error) {
	changed, err := c.changed()
	if err != nil {
		return err
	}
	path := c.path(rejudgedFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && len(asked) == 0 && len(changed) == 0 {
		return nil
	}
	var list []rejudging
	file, _, err := files.OpenOwnJournal(path, func(text []byte) bool {
		r, ok := parseRejudging(text)
		if ok {
			list = append(list, r)
		}
		return ok
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	before := outdated{}
	for i := range list {
		before.add(&list[i])
		c.noteRejudging(&list[i])
	}
	c.journal.outdate(before)
	now := time.Now().UTC().Truncate(time.Second)
	for i := range changed {
		r := &changed[i]
		if slices.ContainsFunc(list, func(known rejudging) bool { return known.Who == r.Who && known.Former == r.Former }) {
			continue // a kill came before the gradebook, or they were so before
		}
		r.Time = now
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if err := file.Append(text); err != nil {
			return err
		}
		c.noteRejudging(r)
		if c.watch == nil {
			c.Progress.Note(untrusted.Line(r.Who[:strings.LastIndex(r.Who, keyMark)], maxName) + ": " + r.String())
		}
	}
	for _, s := range c.Submissions {
		word, ok := asked[s]
		if !ok {
			continue
		}
		r := rejudging{Who: s.key(), Asked: word, Time: now, Games: c.journal.countOf(s.key()), Lines: c.journal.lines}
		text, err := json.Marshal(&r)
		if err != nil {
			return err
		}
		if err := errors.Join(files.Remove(c.path(examName(s))), file.Append(text)); err != nil {
			return err
		}
		c.journal.outdate(outdated{r.Who: r.Lines})
		c.noteRejudging(&r)
	}
	return nil
}

func (c *Class) noteRejudging(r *rejudging) {
	for _, s := range c.Submissions {
		if s.key() == r.Who {
			s.Notes = append(s.Notes, r.String())
		}
	}
}

// askedAgain are the submissions whose games are to be played again, with what was given
// for each: a name, an id, or the verdict that its row has, with or without the side.
func (c *Class) askedAgain() (map[*Submission]string, error) {
	asked := map[*Submission]string{}
	if len(c.Rejudge) == 0 {
		return asked, nil
	}
	rows, err := c.formerRows()
	if err != nil {
		return nil, err
	}
	for _, word := range c.Rejudge {
		list, err := c.find(word)
		if errors.Is(err, ErrSeveral) {
			return nil, err
		}
		if err != nil {
			if list, err = c.withVerdict(word, rows); err != nil {
				return nil, err
			}
		}
		for _, s := range list {
			asked[s], s.left = word, false
		}
	}
	return asked, nil
}

// withVerdict are the submissions whose rows have a verdict.
func (c *Class) withVerdict(word string, rows map[string]formerRow) (list []*Submission, err error) {
	if course.Verdict(word).Sentence() == "" {
		known := strings.Split(course.VerdictList(), ", ")
		for _, s := range c.Submissions {
			known = append(known, untrusted.Line(s.Name, maxName))
		}
		return nil, fmt.Errorf("%q: %w, and no verdict%s (expected: a name of %s, an id of %s, or a verdict: %s)",
			word, ErrStudent, config.DidYouMean(word, known), GradebookFile, StudentsFile, course.VerdictList())
	}
	if rows == nil {
		return nil, fmt.Errorf("%q: %w", word, ErrNoRows)
	}
	var there []string
	for _, s := range c.Submissions {
		v := rows[cell(s.Name)].reason
		if v != "" && !slices.Contains(there, string(v)) {
			there = append(there, string(v))
		}
		if fault, _, _ := strings.Cut(string(v), "-as-"); string(v) == word || fault == word {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%q: %w with this verdict (there are: %s)", word, ErrStudent, strings.Join(there, ", "))
	}
	return list, nil
}

// ErrNoRows is the error when a verdict is named and there is no gradebook that has it as
// it was written.
var ErrNoRows = errors.New("there is no gradebook as it was written, so nobody is known to have the verdict")
