package class

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/course"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// rejudgedFile says whose games were played again. The games themselves stay in the
// journal: nothing that was sealed is taken out of it.
const rejudgedFile = "rejudged.jsonl"

// rejudging is a line of rejudgedFile: games of a submission that count no more.
type rejudging struct {
	Who   string    `json:"who"`   // the submission's key
	Asked string    `json:"asked"` // the name or the verdict that was given
	Time  time.Time `json:"time"`
	Games int       `json:"games"` // how many count no more
	// Lines of the journal: games of the submission on these first ones count no more.
	Lines int `json:"lines"`
}

// String says it on pages and in tables.
func (r *rejudging) String() string {
	return fmt.Sprintf("rejudged on %s (as %s): examined and played again, %s of before count no more", r.Time.UTC().Format("2006-01-02 15:04 UTC"), r.Asked, quantity.Of(r.Games, "game"))
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
	const most = 1 << 28 // bytes
	data, err := files.Read(filepath.Join(folder, rejudgedFile), most)
	if errors.Is(err, os.ErrNotExist) {
		return o, nil
	}
	for line := range strings.Lines(string(data)) {
		if r, ok := parseRejudging([]byte(line)); ok {
			o.add(&r)
		}
	}
	return o, err
}

// openRejudged reads whose games were played again, and begins to play those again that
// are asked for.
func (c *Class) openRejudged(asked map[*Submission]string) (err error) {
	if n, err := c.seal.Covered(rejudgedFile); err != nil || n == 0 && len(asked) == 0 {
		return err
	}
	var list []rejudging
	file, err := c.seal.OpenJournal(rejudgedFile, func(text []byte) bool {
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
		if err := errors.Join(c.seal.Remove(examName(s)), file.Append(text)); err != nil {
			return err
		}
		c.journal.outdate(outdated{r.Who: r.Lines})
		c.noteRejudging(&r)
	}
	return nil
}

// noteRejudging notes it for staff and students.
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
		return nil, fmt.Errorf("class: %q: %w, and no verdict%s (expected: a name of %s, an id of %s, or a verdict: %s)",
			word, ErrStudent, config.DidYouMean(word, known), GradebookFile, StudentsFile, course.VerdictList())
	}
	if rows == nil {
		return nil, fmt.Errorf("class: %q: %w", word, ErrNoRows)
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
		return nil, fmt.Errorf("class: %q: %w with this verdict (there are: %s)", word, ErrStudent, strings.Join(there, ", "))
	}
	return list, nil
}

// ErrNoRows is the error when a verdict is named and there is no gradebook that has it as
// it was written.
var ErrNoRows = errors.New("there is no gradebook as it was written, so nobody is known to have the verdict")
