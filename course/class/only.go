package class

import (
	"cmp"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"evolab/course"
	"evolab/internal/files"
)

// choose leaves all submissions as they are but those that are named.
func (c *Class) choose() error {
	if c.watch != nil {
		return c.watch.choose(c.Submissions)
	}
	if len(c.Only) == 0 {
		return nil
	}
	for _, s := range c.Submissions {
		s.left = true
	}
	var errs []error
	for _, word := range c.Only {
		list, err := c.find(word)
		for _, s := range list {
			s.left = false
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Left reports whether the submission is left as it is, since others were named.
func (s *Submission) Left() bool { return s.left }

// formerRow is a row of the gradebook that is in a results folder.
type formerRow struct {
	status Status
	points string
	reason course.Verdict
	hash   string
}

// formerRows are the rows of the gradebook, by the names that are in it; none if there is
// no gradebook, or one that is not what was written.
func (c *Class) formerRows() (map[string]formerRow, error) {
	if c.edited {
		return nil, nil
	}
	f, err := files.Open(filepath.Join(c.Out, GradebookFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	at := func(column string) int { return slices.Index(rows[0], column) }
	name, status, points, reason, hash := at("name"), at("status"), at("points"), at("reason"), at("sha256")
	if min(name, status, points, reason, hash) < 0 {
		return nil, nil // an earlier version wrote it
	}
	list := map[string]formerRow{}
	for _, row := range rows[1:] {
		list[row[name]] = formerRow{Status(row[status]), row[points], course.Verdict(row[reason]), row[hash]}
	}
	return list, nil
}

// keepRows has the submissions that are left judged by what was graded before, whatever
// their files are now.
func (c *Class) keepRows() error {
	if len(c.Only) == 0 && c.watch == nil {
		return nil
	}
	rows, err := c.formerRows()
	if err != nil {
		return err
	}
	c.former = rows
	if c.watch != nil { // what is still arriving is not there yet
		c.Submissions = slices.DeleteFunc(c.Submissions, func(s *Submission) bool {
			_, known := rows[cell(s.Name)]
			return s.left && !known
		})
	}
	for _, s := range c.Submissions {
		row, known := rows[cell(s.Name)]
		if s.left && known {
			s.keepDoubt(row)
		}
		switch {
		case !s.left || !known:
		case row.hash != s.Hash && s.Attempt <= 1:
			s.keepRow(row)
		case row.reason == course.NoTool:
			s.refuse(course.NoTool, "this machine lacked what it needs when it was graded")
		}
	}
	return nil
}

// keepDoubt leaves the doubt whose the submission is as its row has it.
func (s *Submission) keepDoubt(row formerRow) {
	if row.reason != course.Unidentified {
		s.Doubt = ""
		return
	}
	s.Doubt = cmp.Or(s.Doubt, "whose it is was not clear when it was graded")
}

// keepRow makes the submission what it was when its row was written: its games and its
// examination are found by the hash of the files at that time.
func (s *Submission) keepRow(row formerRow) {
	const changed = "its files have changed since it was graded"
	s.Hash, s.kept = row.hash, true
	s.Twins, s.files = nil, nil // they are those of the new files
	s.Verdict, s.Problem, s.source, s.nothing = course.Correct, "", "", false
	s.Notes = append(s.Notes, changed+": the row is about what was graded")
	switch row.reason {
	case course.Missing, course.NoProgram, course.WrongName, course.Refused, course.NoTool:
		s.nothing = row.status == Ungraded // a program under a wrong name may have been graded
		s.refuse(row.reason, changed)
	case course.Unidentified:
		if s.nothing = row.status == Ungraded; s.nothing {
			s.refuse(course.NoProgram, changed)
		}
	}
}
