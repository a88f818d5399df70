package class

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"evolab/arena"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/untrusted"
	"evolab/stats"
)

// Mark is what a submission's games come to.
type Mark struct {
	*Submission
	Report *rubric.Report
	// Jobs and Records are those of the games that were played, in the order of the
	// grading.
	Jobs    []arena.Job
	Records []arena.Record
	// Cause is the verdict on it, with its sentence: pages, tables and the command's
	// output show the same.
	Cause    course.Cause
	derived  course.Cause // the verdict before staff have set another
	lines    []arena.Line
	places   []int       // of lines in the journal, as playedGame.at
	missed   int         // games that are void or not yet played
	spared   int         // games that are not played: they could not change the points
	forfeits []game.Side // of games that are lost without being played: the submission's
}

// Status says how much of a grading there is.
type Status string

// The statuses.
const (
	Graded    Status = "graded"
	Rehearsal Status = "rehearsal"  // with fewer games than the rubric's
	Partly    Status = "incomplete" // some games are void or not played yet
	Ungraded  Status = "ungraded"   // it cannot play: the verdict says why
	Overruled Status = "overridden" // staff have set points or verdict
)

func (c *Class) status(m *Mark) Status {
	switch {
	case m.Override != nil:
		return Overruled
	case m.Cause.Verdict == course.Incomplete:
		return Partly
	case !m.Playable():
		return Ungraded
	case c.rehearsal() > 0:
		return Rehearsal
	}
	return Graded
}

// marks are the marks of all submissions; of several attempts, that of the best.
func (c *Class) marks() []*Mark {
	var list []*Mark
	for _, s := range c.Submissions {
		m, n := c.mark(s), len(list)
		if n == 0 || m.Attempt <= 1 || list[n-1].Name != m.Name {
			list = append(list, m)
		} else if !list[n-1].isBetter(m) {
			list[n-1] = m
		}
	}
	return list
}

// isBetter reports whether an attempt has more points than a later one, or as many and
// can be expected to have more.
func (m *Mark) isBetter(later *Mark) bool {
	if !m.hasGamePoints() || !later.hasGamePoints() {
		return m.hasGamePoints()
	}
	points, _, another := m.Report.Total()
	others, _, theirs := later.Report.Total()
	return points > others || points == others && another.Value > theirs.Value
}

// mark sums up the finished games of a submission, and those that are not played. A game
// that others have spared counts in neither way, even if it had begun by then.
func (c *Class) mark(s *Submission) *Mark {
	m := &Mark{Submission: s}
	var unplayed []rubric.Unplayed
	e := c.endsOf(s)
	for i := range c.jobs {
		job := &c.jobs[i]
		g, ok := c.journal.played(s, job)
		switch {
		case !s.Playable(), !ok && !e.skips(i):
			m.missed++
			continue
		case e.forfeited[i]:
			m.forfeits = append(m.forfeits, rubric.Side(job))
			unplayed = append(unplayed, rubric.Unplayed{Job: *job, Certain: true})
			continue
		case e.needs[i] == rubric.Spared:
			m.spared++
			unplayed = append(unplayed, rubric.Unplayed{Job: *job, Spared: true})
			continue
		}
		if g.line.Void() {
			m.missed++
		}
		m.Jobs, m.Records = append(m.Jobs, *job), append(m.Records, g.record)
		m.lines, m.places = append(m.lines, g.line), append(m.places, g.at)
	}
	m.Report = c.Grading.Report(m.Jobs, m.Records, unplayed...)
	m.derived = c.judge(m)
	m.Cause = m.derived
	m.overrule()
	return m
}

// hasPoints reports whether the points mean something. Whoever handed in nothing playable
// gets 0 points, but nobody is marked for failures of the machine.
func (m *Mark) hasPoints() bool { return m.setPoints() || m.hasGamePoints() }

// hasGamePoints is hasPoints without what staff have set.
func (m *Mark) hasGamePoints() bool {
	return !m.derived.Verdict.Blameless() || m.derived.Verdict == course.Incomplete && len(m.lines) > 0
}

func (m *Mark) points() float64 {
	if m.setPoints() {
		return m.Override.Points
	}
	points, _, _ := m.Report.Total()
	return points
}

// Given are the points that the submission gets, of how many; false if nobody knows yet.
func (m *Mark) Given() (points, most float64, ok bool) {
	return m.points(), m.Report.Rubric.Max(), m.hasPoints()
}

func (m *Mark) pointsCell() string {
	if !m.hasPoints() {
		return ""
	}
	return rubric.FormatPoints(m.points())
}

// another is what another grading can be expected to give: what staff have set is certain.
func (m *Mark) another() stats.Estimate {
	if m.setPoints() {
		return stats.Estimate{Value: m.Override.Points, Low: m.Override.Points, High: m.Override.Points}
	}
	_, _, another := m.Report.Total()
	return another
}

// lost is what the points lose to allowances of CPU time.
func (m *Mark) lost() float64 {
	if m.setPoints() {
		return 0
	}
	return m.Report.Lost()
}

// rehearsal is the number of games against each opponent if the rubric has more
// against any of them, else 0.
func (c *Class) rehearsal() int {
	games := c.Grading.Games
	if slices.ContainsFunc(c.Grading.Opponents(), func(o course.Opponent) bool { return games > 0 && games < o.Games*c.Grading.Scale }) {
		return games
	}
	return 0
}

// Word says on whose word games rest; "" if all are of this machine.
func (m *Mark) Word() string {
	words := arena.Words(m.lines)
	if len(words) == 0 {
		return ""
	}
	var list []string
	for _, by := range slices.Sorted(maps.Keys(words)) {
		list = append(list, fmt.Sprintf("%d on the word of %s", words[by], by))
	}
	return "Of its games, " + strings.Join(list, ", ") + ", who played them"
}

// The tables of a class.
const (
	GradebookFile = "gradebook.csv"
	TimingFile    = "timing.csv"
)

// writeFiles writes all files about the games so far.
func (c *Class) writeFiles(ctx context.Context) error {
	marks := c.marks()
	c.Marks = marks
	c.renderTables(marks)
	c.notePlayers(marks)
	alike := c.likeness(ctx, marks)
	if alike != nil {
		c.writeTable(SimilarityFile, alike.table())
	}
	err := errors.Join(c.writeSubmissions(), c.removeReturned(), c.writeEvidence(), c.flush())
	if err == nil {
		err = c.review(ctx, marks)
	}
	if err = errors.Join(err, c.renderPages(marks, alike)); err == nil {
		err = c.removeStalePages()
	}
	return errors.Join(err, c.flush())
}

// renderTables makes the tables that the games and the submissions come to.
func (c *Class) renderTables(marks []*Mark) {
	c.writeTable(GradebookFile, c.gradebook(marks))
	c.writeTable(TimingFile, timing(marks))
	c.writeTable(StudentsFile, c.students(marks))
	c.giveBack(marks)
}

// write writes a file of the results folder with the others of its kind.
func (c *Class) write(name string, data []byte) {
	c.written = append(c.written, contents{name, data})
}

// contents is a file of the results folder.
type contents struct {
	file string
	data []byte
}

func (c *Class) flush() error {
	list := c.written
	c.written = nil
	for _, one := range list {
		if err := files.Replace(c.path(one.file), one.data); err != nil {
			return err
		}
	}
	return nil
}

func (c *Class) writeTable(name string, rows [][]string) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		for i, text := range row {
			row[i] = cell(text)
		}
		_ = w.Write(row) // a buffer takes everything
	}
	w.Flush()
	c.write(name, b.Bytes())
}

// cell is a text as tables have it. Numbers stay, also negative ones.
func cell(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return untrusted.Cell(text)
}

// gradebook has a row for each submission. It leaves out what depends only on the
// machine, such as times.
func (c *Class) gradebook(marks []*Mark) [][]string {
	head, tail := course.GradebookColumns()
	for _, o := range c.Grading.Rubric.Opponents() {
		head = append(head, o.Name)
	}
	if c.Overrides == nil {
		tail = tail[:len(tail)-1]
	}
	rows := [][]string{append(head, tail...)}
	for _, m := range marks {
		lost, notPlayed := "", ""
		row := []string{m.Name, string(c.status(m)), m.pointsCell(), rubric.FormatPoints(c.Grading.Rubric.Max()), "", ""}
		if m.hasPoints() {
			another := m.another()
			row[4], row[5] = rubric.FormatPoints(another.Low), rubric.FormatPoints(another.High)
			lost, notPlayed = rubric.FormatPoints(m.lost()), fmt.Sprint(len(m.forfeits)+m.spared)
		}
		for _, stage := range m.Report.Stages {
			for _, r := range stage.Rows {
				cell := ""
				if r.Played() {
					cell = rubric.FormatPoints(r.Points)
				}
				row = append(row, cell)
			}
		}
		row = append(row, string(m.Cause.Verdict), provenance.Program(), m.Hash, lost, notPlayed)
		if c.Overrides != nil {
			row = append(row, m.overrideReason())
		}
		rows = append(rows, row)
	}
	return rows
}

func timing(marks []*Mark) [][]string {
	rows := [][]string{{"name", "games", "void or missing", "cpu seconds", "longest game, cpu seconds", "a ply in the examination, cpu seconds"}}
	for _, m := range marks {
		var all, longest float64 // CPU seconds of its games
		for i := range m.lines {
			used := m.lines[i].CPU[rubric.Side(&m.Jobs[i])]
			all, longest = all+used, max(longest, used)
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(len(m.lines)), fmt.Sprint(m.missed), seconds(all), seconds(longest), seconds(m.plyTime().Seconds())})
	}
	return rows
}

func seconds(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
