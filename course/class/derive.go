package class

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/quantity"
	"evolab/internal/seal"
	"evolab/internal/untrusted"
)

// derivation compares the tables and pages of a results folder with what its games, its
// examinations and its overrides come to. Whoever edits points and computes the seal anew
// has to make up games as well.
type derivation struct {
	class     *Class
	rows      []deriveRow
	found     []seal.Change
	forecasts []string        // predictions of other versions that this one does not make
	versions  map[string]bool // those versions
}

// deriveRow is a row of the gradebook, with what it is derived to be.
type deriveRow struct {
	cells   []string
	version string // of evolab
	line    int    // in the file
	page    string // the file of the page, by the students' table; "" if that has none
	mark    *Mark
}

// derive names each place of a results folder's tables and pages that says something else
// than its games do, and notes where a version of before has only predicted otherwise.
// Folders of earlier versions, which lack what is needed, are not compared.
func derive(ctx context.Context, folder string) (found []seal.Change, note string, err error) {
	s, err := readSettings(folder)
	if err != nil || s.Hashes == 0 || s.Seal == "" {
		return nil, "", nil // whoever compares files with the seal names what is wrong with them
	}
	if _, err := os.Stat(filepath.Join(folder, GradebookFile)); err != nil {
		return nil, "", nil // nothing has been summed up
	}
	d := &derivation{class: &Class{Options: Options{Out: folder}}, versions: map[string]bool{}}
	defer d.class.Close()
	if err := d.load(ctx); err != nil {
		return nil, "", err
	}
	d.checkGames()
	if d.checkGradebook() {
		d.checkStudents()
		d.checkReturned()
		d.checkPages()
	}
	return d.found, d.note(), nil
}

// note says what another version has predicted otherwise; "" if nothing.
func (d *derivation) note() string {
	n := len(d.forecasts)
	if n == 0 {
		return ""
	}
	text := d.forecasts[0]
	if n > 1 {
		text += fmt.Sprintf(", and %s more", quantity.Of(n-1, "figure"))
	}
	return fmt.Sprintf("graded by evolab %s, which predicted otherwise than %s: %s", strings.Join(slices.Sorted(maps.Keys(d.versions)), " and "), provenance.Program(), text)
}

func (d *derivation) add(file string, line int, format string, args ...any) {
	d.found = append(d.found, seal.Change{File: file, Line: line, What: untrusted.OneLine(fmt.Sprintf(format, args...))})
}

// load reads the games and what they are judged by.
func (d *derivation) load(ctx context.Context) error {
	c := d.class
	grading, err := gradingOf(c.Out)
	if err != nil {
		return err
	}
	c.Grading = *grading
	if c.Grading.Game, err = agent.FindGame(grading.Rubric.Game); err != nil {
		return err
	}
	if err := c.schedule(ctx); err != nil {
		return err
	}
	c.trial = trials(c.jobs)
	lines, err := arena.ReadJournal(filepath.Join(c.Out, JournalFile))
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
	text, err := files.Read(filepath.Join(c.Out, overridesFile), maxTable)
	if err == nil {
		c.Overrides, err = parseOverrides(overridesFile, text)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// maxTable bounds a table or a page, in bytes.
const maxTable = 1 << 28

// checkGames compares the games that count with those of the grading.
func (d *derivation) checkGames() {
	c := d.class
	roster := c.Grading.Roster("", "")
	for key, g := range c.journal.games {
		if !strings.Contains(key.who, keyMark) {
			continue
		}
		at := slices.IndexFunc(c.jobs, func(job arena.Job) bool { return job.ID == key.game })
		if at < 0 {
			d.add(JournalFile, g.at+1, "game %d is none of the grading", key.game)
			continue
		}
		roster.Names[0] = key.who
		l, want := &g.line, roster.Line(c.jobs[at], g.record)
		for _, fact := range []struct {
			name      string
			has, want any
		}{
			{"seed", l.Seed, want.Seed}, {"opening", l.Opening, want.Opening}, {"first player", l.First, want.First}, {"second player", l.Second, want.Second},
			{"game", l.GameName, want.GameName}, {"variant", l.Variant, want.Variant}, {"rules", l.Rules, want.Rules},
		} {
			if fact.has != fact.want {
				d.add(JournalFile, g.at+1, "game %d: %s %v, by the grading %v", key.game, fact.name, fact.has, fact.want)
			}
		}
	}
	slices.SortFunc(d.found, func(a, b seal.Change) int { return a.Line - b.Line })
}

// table reads a table; the numbers are those of the lines at which its rows begin.
func (d *derivation) table(name string) (rows [][]string, lines []int, ok bool) {
	data, err := files.Read(filepath.Join(d.class.Out, name), maxTable)
	if err != nil {
		return nil, nil, false // the seal says that it is missing
	}
	r := csv.NewReader(bytes.NewReader(data))
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.add(name, 0, "it is no table: %v", err)
			return nil, nil, false
		}
		line, _ := r.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line)
	}
	return rows, lines, len(rows) > 0
}

// forecastColumns are those that predict, or say what was left out for a prediction: a
// version may do so otherwise than the one before, with the same games and points.
func forecastColumns() []string { return []string{"low", "high", "lost_to_time", "not_played"} }

// laterColumns are those that gradebooks of earlier versions lack.
func laterColumns() []string { return []string{"lost_to_time", "not_played"} }

// checkGradebook derives each row of the gradebook, and compares its cells. It reports
// whether the rows could be derived.
func (d *derivation) checkGradebook() bool {
	rows, lines, ok := d.table(GradebookFile)
	if !ok {
		return false
	}
	c, head := d.class, rows[0]
	all := c.gradebook(nil)[0]
	if want := slices.DeleteFunc(slices.Clone(all), func(column string) bool {
		return slices.Contains(laterColumns(), column) && !slices.Contains(head, column)
	}); !slices.Equal(head, want) {
		d.add(GradebookFile, lines[0], "the columns %q, by the grading %q", strings.Join(head, ","), strings.Join(want, ","))
		return false
	}
	persons, pages := d.persons()
	column := func(name string) int { return slices.Index(head, name) }
	for i, row := range rows[1:] {
		name := row[column("name")]
		s := d.submission(name, row[column("sha256")])
		d.judgeUnplayed(s, Status(row[column("status")]), course.Verdict(row[column("reason")]), row[column("points")] != "")
		s.Persons = persons[name]
		c.Submissions = append(c.Submissions, s)
		d.rows = append(d.rows, deriveRow{cells: row, version: row[column("version")], line: lines[i+1], page: pages[name]})
	}
	if c.Overrides != nil {
		if err := c.override(c.Overrides); err != nil {
			d.add(overridesFile, 0, "%v", err)
		}
	}
	for i := range d.rows {
		row := &d.rows[i]
		row.mark = c.mark(c.Submissions[i])
		want := c.gradebook([]*Mark{row.mark})[1]
		for j, text := range row.cells {
			if want := cell(want[slices.Index(all, head[j])]); text != want && head[j] != "name" && head[j] != "version" {
				d.differs(GradebookFile, row, head[j], text, want)
			}
		}
	}
	return true
}

// differs notes that a figure is not the derived one.
func (d *derivation) differs(file string, row *deriveRow, what, has, want string) {
	text := fmt.Sprintf("%s of %q is %q, by the games %q", what, untrusted.Line(row.cells[0], maxName), untrusted.Line(has, maxName), untrusted.Line(want, maxName))
	if version := untrusted.Line(row.version, maxName); row.version != provenance.Program() {
		if slices.Contains(forecastColumns(), what) {
			d.forecasts, d.versions[version] = append(d.forecasts, text), true
			return
		}
		text += fmt.Sprintf(" (graded by evolab %s, derived by %s, which may judge otherwise)", version, provenance.Program())
	}
	line := 0
	if file == GradebookFile {
		line = row.line
	}
	d.add(file, line, "%s", text)
}

// submission is what a row of the gradebook is about, with its examination.
func (d *derivation) submission(name, hash string) *Submission {
	s := &Submission{Handin: intake.Handin{Name: name, Hash: hash, Verdict: course.Correct}}
	for _, own := range d.names(name) {
		s.Name = own
		if d.class.readExamination(s) || d.class.journal.countOf(s.key()) > 0 {
			break
		}
	}
	return s
}

// judgeUnplayed takes the verdict of a row that says why there are no games. Only what was
// handed in could tell whether it is right.
func (d *derivation) judgeUnplayed(s *Submission, status Status, reason course.Verdict, points bool) {
	played := d.class.journal.countOf(s.key()) > 0
	switch {
	case reason == course.Unidentified && (played || s.nothing):
		s.Doubt = string(reason)
	case s.nothing: // it could not be compiled
	case reason == course.WrongName:
		s.nothing, s.Verdict = !played, reason
	case reason == course.NoTool: // games of an earlier session may be there
		s.Verdict = reason
	case reason == course.Unidentified:
		s.nothing, s.Verdict = true, reason
	case played:
	case slices.Contains([]course.Verdict{course.Missing, course.NoProgram, course.Refused, course.Encoding}, reason):
		s.nothing, s.Verdict = true, reason
	case status == Overruled && s.Exam == nil && points: // the verdict is that of staff
		s.nothing, s.Verdict = true, course.NoProgram
	case status == Overruled && s.Exam == nil:
		s.Verdict = course.NoTool
	}
}

// names are the names that a submission may have whose row is called so.
func (d *derivation) names(row string) []string {
	list := []string{row, strings.TrimPrefix(row, "'")}
	for key := range d.class.journal.games {
		if at := strings.LastIndex(key.who, keyMark); at >= 0 && cell(key.who[:at]) == row {
			list = append(list, key.who[:at])
		}
	}
	return list
}

// persons are those of the students' table, and the files of their pages, by the names of
// the gradebook.
func (d *derivation) persons() (persons map[string][]intake.Person, pages map[string]string) {
	persons, pages = map[string][]intake.Person{}, map[string]string{}
	rows, _, ok := d.table(StudentsFile)
	if !ok {
		return persons, pages
	}
	at := func(column string) int { return slices.Index(rows[0], column) }
	submission, name, id, email, page := at("submission"), at("name"), at("id"), at("email"), at("page")
	if min(submission, name, id, email, page) < 0 {
		return persons, pages
	}
	for _, row := range rows[1:] {
		person, name := intake.Person{Name: row[name], ID: row[id], Email: row[email]}, row[submission]
		persons[name] = append(persons[name], person)
		pages[name] = strings.TrimPrefix(row[page], pageFolder+"/")
	}
	return persons, pages
}

// figures are what pages and the students' table say of a submission.
type figures struct{ verdict, points, max string }

func (d *derivation) figures(m *Mark) figures {
	return figures{string(m.Cause.Verdict), m.pointsCell(), rubric.FormatPoints(d.class.Grading.Rubric.Max())}
}

// compare compares what a file says of a submission.
func (d *derivation) compare(file string, row *deriveRow, has figures) {
	want := d.figures(row.mark)
	for _, one := range []struct{ what, has, want string }{{"verdict", has.verdict, want.verdict}, {"points", has.points, want.points}, {"max", has.max, want.max}} {
		if one.has != one.want {
			d.differs(file, row, one.what, one.has, one.want)
		}
	}
}

// checkStudents compares the students' table with the gradebook.
func (d *derivation) checkStudents() {
	rows, lines, ok := d.table(StudentsFile)
	if !ok {
		return
	}
	at := func(column string) int { return slices.Index(rows[0], column) }
	submission, points, most, reason := at("submission"), at("points"), at("max"), at("reason")
	if min(submission, points, most, reason) < 0 {
		d.add(StudentsFile, lines[0], "a column is missing (expected: submission, points, max and reason)")
		return
	}
	seen := map[string]bool{}
	for i, row := range rows[1:] {
		name := row[submission]
		seen[name] = true
		at := slices.IndexFunc(d.rows, func(r deriveRow) bool { return r.cells[0] == name })
		if at < 0 {
			d.add(StudentsFile, lines[i+1], "%q is not in %s", untrusted.Line(name, maxName), GradebookFile)
			continue
		}
		before := len(d.found)
		d.compare(StudentsFile, &d.rows[at], figures{row[reason], row[points], row[most]})
		for j := before; j < len(d.found); j++ {
			d.found[j].Line = lines[i+1]
		}
	}
	for i := range d.rows {
		if name := d.rows[i].cells[0]; !seen[name] {
			d.add(StudentsFile, 0, "%q of %s is missing", untrusted.Line(name, maxName), GradebookFile)
		}
	}
}

// checkReturned compares the roster's file that was given back, and the one for Canvas, with
// what the persons of the students' table get.
func (d *derivation) checkReturned() {
	back, err := files.Read(filepath.Join(d.class.Out, RosterFile), maxTable)
	canvas, noCanvas := files.Read(filepath.Join(d.class.Out, CanvasFile), maxTable)
	if err != nil { // the seal says that it is missing, if it ever was there
		if noCanvas == nil {
			d.add(CanvasFile, 0, "it cannot be compared with the games: %s is missing", RosterFile)
		}
		return
	}
	roster, err := intake.ParseReturned(back)
	if err != nil {
		d.add(RosterFile, 0, "it is no roster with points: %v", err)
		return
	}
	pages := map[*Mark]string{}
	var marks []*Mark
	for i := range d.rows {
		m := d.rows[i].mark
		marks, pages[m] = append(marks, m), pageFolder+"/"+d.rows[i].page
	}
	graded := returned(marks, func(m *Mark) string { return pages[m] })
	of := func(p intake.Person) intake.Returned {
		return graded[intake.Person{Name: cell(untrusted.Name(p.Name)), ID: cell(p.ID), Email: cell(p.Email)}] // as the students' table has them
	}
	d.compareReturned(RosterFile, roster, back, roster.Return(of))
	if noCanvas == nil {
		d.compareReturned(CanvasFile, roster, canvas, roster.ReturnToCanvas(of))
	}
}

// compareReturned names the cells of a file that was given back which are not as wanted.
func (d *derivation) compareReturned(file string, roster *intake.Roster, has, want []byte) {
	if want == nil {
		d.add(file, 0, "%s has no single column that the points belong in", RosterFile)
		return
	}
	list, err := roster.Compare(has, want)
	if err != nil {
		d.add(file, 0, "it is no table: %v", err)
	}
	for _, one := range list {
		d.add(file, one.Line, "%s of %q is %q, by the games %q", untrusted.Line(one.What, maxName), untrusted.Line(one.Who, maxName), untrusted.Line(one.Has, maxName), untrusted.Line(one.Want, maxName))
	}
}

// Where pages have the figures, as page.html writes them.
var (
	indexRow    = regexp.MustCompile(`<tr><th scope="row"><a href="` + pageFolder + `/([^"]*)">[^<]*</a>(?: <small>[^<]*</small>)?<td>([^<]*)<td class="n">([^<]*)<td class="n">([^<]*)<td>`)
	pageVerdict = regexp.MustCompile(`<p>[^<]*: <b>([^<]*)</b>: [^<]*`)
	pagePoints  = regexp.MustCompile(`; <b>([^<]*)</b> of ([^ <]*) points`)
)

// checkPages compares the index and the pages with the gradebook.
func (d *derivation) checkPages() {
	of := map[string][]figures{}
	if text, err := files.Read(filepath.Join(d.class.Out, IndexFile), maxTable); err == nil {
		for _, m := range indexRow.FindAllStringSubmatch(string(text), -1) {
			f := figures{html.UnescapeString(m[2]), m[3], m[4]}
			if f.points == "-" {
				f.points = ""
			}
			of[m[1]] = append(of[m[1]], f)
		}
	}
	for i := range d.rows {
		row := &d.rows[i]
		if row.page == "" {
			continue // it is not in the students' table, which is named
		}
		list := of[row.page]
		if len(list) != 1 {
			d.add(IndexFile, 0, "rows of %q with a link to %s: %d (expected: one)", untrusted.Line(row.cells[0], maxName), row.page, len(list))
		}
		for _, f := range list {
			d.compare(IndexFile, row, f)
		}
		delete(of, row.page)
		d.checkPage(row)
	}
	for page := range of {
		d.add(IndexFile, 0, "the row with a link to %s is nobody's in %s", untrusted.Line(page, maxName), GradebookFile)
	}
}

// checkPage compares a submission's page.
func (d *derivation) checkPage(row *deriveRow) {
	name := pageFolder + "/" + row.page
	text, err := files.Read(filepath.Join(d.class.Out, filepath.FromSlash(name)), maxTable)
	if err != nil {
		d.add(name, 0, "the page of %q cannot be read", untrusted.Line(row.cells[0], maxName))
		return
	}
	verdict, points := pageVerdict.FindAllSubmatch(text, -1), pagePoints.FindAllSubmatch(text, -1)
	if len(verdict) != 1 || len(points) > 1 {
		d.add(name, 0, "verdicts on it: %d, and points: %d (expected: one verdict, and points once at most)", len(verdict), len(points))
		return
	}
	f := figures{verdict: html.UnescapeString(string(verdict[0][1])), max: d.figures(row.mark).max}
	if len(points) == 1 {
		f.points, f.max = string(points[0][1]), string(points[0][2])
	}
	d.compare(name, row, f)
}
