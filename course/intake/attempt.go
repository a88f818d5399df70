package intake

import (
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"time"

	"evolab/internal/quantity"
)

// attempt is what a student has handed in at a time.
type attempt struct {
	parts    []part
	arrived  time.Time // zero: unknown
	deadline time.Time // zero: none
	late     bool      // as the system says
}

// attempts are those of a student, the last one last. A file that is handed in again
// begins another attempt.
func (c *class) attempts(s *student) []attempt {
	var list []attempt
	for _, p := range s.parts {
		if p.text {
			continue
		}
		if n := len(list); n == 0 || p.whole || p.attempt != list[n-1].parts[0].attempt || p.attempt == "" && c.isAgain(s, &list[n-1], &p) {
			list = append(list, attempt{deadline: c.deadlineOf(s)})
		}
		a := &list[len(list)-1]
		a.parts = append(a.parts, p)
		a.late = a.late || p.late
		if when := c.arrival(&p); when.After(a.arrived) {
			a.arrived = when
		}
	}
	slices.SortStableFunc(list, func(a, b attempt) int {
		if a.arrived.IsZero() || b.arrived.IsZero() {
			return 0
		}
		return a.arrived.Compare(b.arrived)
	})
	if n := len(list); n > 0 && !s.arrived.IsZero() {
		list[n-1].arrived = s.arrived
	}
	return list
}

// isAgain reports whether a student hands in a file of an attempt again. Files such as
// test-1.py and test-2.py without a test.py have the numbers from their author, but a
// program or an archive is there only once.
func (c *class) isAgain(s *student, a *attempt, p *part) bool {
	first := firstName(p.as)
	if !a.has(first) {
		return false
	}
	same := func(name string) func(part) bool { return func(q part) bool { return q.as == name } }
	return slices.Contains(c.Names.Sources, first) || IsArchive(first) || slices.ContainsFunc(s.parts, same(first)) || slices.ContainsFunc(a.parts, same(p.as))
}

// has reports whether an attempt has a file that was first handed in under a name.
func (a *attempt) has(first string) bool {
	return slices.ContainsFunc(a.parts, func(p part) bool { return firstName(p.as) == first })
}

// arrival is when a part was handed in: as the system has it, or when the newest of its
// files was written.
func (c *class) arrival(p *part) (newest time.Time) {
	if !p.fileTime {
		return p.arrived
	}
	left := bounds.Files
	_ = filepath.WalkDir(filepath.Join(c.dir, p.entry), func(_ string, e fs.DirEntry, err error) error {
		left--
		switch {
		case left < 0:
			return fs.SkipAll
		case err != nil:
			return nil // the copy reports it
		case isHidden(e.Name()) && e.IsDir():
			return fs.SkipDir
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && !isHidden(e.Name()) && info.ModTime().After(newest) {
			newest = info.ModTime()
		}
		return nil
	})
	return newest
}

// deadlineOf is a student's own deadline, else that of the class.
func (c *class) deadlineOf(s *student) time.Time {
	if s.deadline.IsZero() {
		return c.Deadline
	}
	return s.deadline
}

// isLate reports whether an attempt came after the deadline.
func (a *attempt) isLate() bool {
	if a.deadline.IsZero() || a.arrived.IsZero() {
		return a.late
	}
	return a.arrived.After(a.deadline)
}

// counted is an attempt that counts, with its number.
type counted struct {
	*attempt
	number, of int
}

// counting are the attempts of a student that count: the last before the deadline, or the
// last if there is none. With Best, all before the deadline count; the caller picks the
// best.
func (c *class) counting(s *student) []counted {
	list := c.attempts(s)
	var result []counted
	for i := range list {
		if !list[i].isLate() {
			result = append(result, counted{&list[i], i + 1, len(list)})
		}
	}
	n := len(list)
	switch {
	case n == 0:
		return []counted{{}} // a student without a file has a row
	case len(result) == 0:
		return []counted{{&list[n-1], n, n}}
	case c.Best:
		return result
	}
	return result[len(result)-1:]
}

// describe says which attempt it is, and how late.
func (c *class) describe(a *counted, h *Handin) {
	if a.of > 1 {
		why := "the last counts"
		switch {
		case c.Best:
			why = "the best counts"
		case a.number < a.of:
			why = "the last before the deadline counts"
		}
		h.note("attempt %d of %d, %s", a.number, a.of, why)
	}
	h.Arrived, h.Deadline, h.Attempt = a.arrived, a.deadline, a.number
	if !a.deadline.Equal(c.Deadline) {
		h.note("with a deadline of its own, %s", a.deadline.UTC().Format("2006-01-02 15:04 UTC"))
	}
	a.noteLate(h)
}

func (a *attempt) noteLate(h *Handin) {
	switch {
	case a.isLate() && (a.deadline.IsZero() || a.arrived.IsZero()):
		h.note("late, as Canvas has it")
	case a.isLate():
		h.Late = a.arrived.Sub(a.deadline)
		by := ""
		if a.parts[0].fileTime {
			by = ", by the times of its files"
		}
		h.note("%s late%s", lateness(h.Late), by)
	case !a.deadline.IsZero() && a.arrived.IsZero() && !a.parts[0].canvas:
		h.note("when it was handed in is unknown")
	}
}

// LateDays is how many days a submission is late, begun ones counted whole.
func (h *Handin) LateDays() int {
	const day = 24 * time.Hour
	return int((h.Late + day - 1) / day)
}

func lateness(d time.Duration) string {
	if d < 24*time.Hour {
		if d < time.Hour {
			return quantity.Of(max(1, int(math.Ceil(d.Minutes()))), "minute")
		}
		return quantity.Of(int(d.Hours()), "hour")
	}
	days := (d + 24*time.Hour - 1) / (24 * time.Hour)
	return quantity.Of(int(days), "day")
}

// ParseTime reads a point in time, in this machine's zone unless it names another. A day
// alone is its end.
func ParseTime(text string) (time.Time, error) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST"} {
		t, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		// The offset of an abbreviation that this machine's zone does not have is unknown.
		if zone, offset := t.Zone(); t.Location() != time.UTC && t.Location() != time.Local && offset == 0 && zone != "" && zone != "GMT" {
			return time.Time{}, fmt.Errorf("the zone %s of %q is not known here (expected: its offset, as in 2026-10-17T23:59:00-07:00)", zone, text)
		}
		return t, nil
	}
	for _, form := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", "Monday, 2 January 2006, 3:04 PM", "Monday, 2 January 2006, 15:04"} {
		if t, err := time.ParseInLocation(form, text, time.Local); err == nil {
			return t, nil
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t.AddDate(0, 0, 1).Add(-time.Second), nil
	}
	return time.Time{}, fmt.Errorf("%q is no time (expected: 2026-10-17 23:59, 2026-10-17T23:59:00-07:00, or a day)", text)
}
