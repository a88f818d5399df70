package class

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"

	"evolab/arena/review"
	"evolab/course/rubric"
	"evolab/internal/untrusted"
	"evolab/stats"
)

//go:embed page.html
var pageHTML string

// pageData is what a page shows of a submission.
type pageData struct {
	*Submission
	Page      string // its file, named after its place in the class: names of students are no names of files
	Judged    bool
	Points    float64
	Most      float64
	Another   stats.Estimate // points of another grading
	Stages    []rubric.StageReport
	Losses    []Loss
	Shown     Status         // as the gradebook has it
	OwnLosses string         // how it lost games by its own doing; "" if it did not
	Common    review.Summary // of the lost games
	Replay    string         // the file in which they can be stepped through; "" for none
	Voids     int
}

// writePages writes the class's index and a page for each submission.
func (c *Class) writePages(marks []*Mark) error {
	t, err := template.New("page").Funcs(template.FuncMap{"number": rubric.FormatPoints, "percent": percent}).Parse(pageHTML)
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	views := make([]*pageData, len(marks))
	var errs []error
	for i, m := range marks {
		v := &pageData{Submission: m.Submission, Page: fmt.Sprintf("%03d.html", i+1), Judged: m.hasPoints(), Most: c.Grading.Rubric.Max(), Stages: m.Report.Stages, Losses: c.losses(m), Voids: m.missed}
		v.Common, v.Shown, v.OwnLosses = c.commonPatterns(m), c.displayStatus(m.Status), m.ownLosses()
		if v.Replay, err = c.writeReplay(m, fmt.Sprintf("%03d-lost.html", i+1)); err != nil {
			errs = append(errs, err)
		}
		var predicted stats.Distribution
		v.Points, _, predicted = m.Report.Total()
		v.Another, views[i] = predicted.Estimate(), v
	}
	for _, v := range views {
		errs = append(errs, c.writePage(t, "student", pageFolder+"/"+v.Page, v))
	}
	errs = append(errs, c.writePage(t, "index", indexFile, views), c.removeStalePages(views))
	return errors.Join(errs...)
}

// pageNames are the names of pages.
var pageNames = regexp.MustCompile(`^[0-9]{3,}(-lost)?\.html$`)

// removeStalePages removes pages of an earlier grading, when a number may have meant
// somebody else.
func (c *Class) removeStalePages(views []*pageData) error {
	ours := map[string]bool{}
	for _, v := range views {
		ours[v.Page], ours[v.Replay] = true, true
	}
	var stale []string
	entries, err := os.ReadDir(filepath.Join(c.Out, pageFolder))
	for _, e := range entries {
		if name := e.Name(); pageNames.MatchString(name) && !ours[name] {
			stale = append(stale, pageFolder+"/"+name)
		}
	}
	return errors.Join(err, c.seal.Remove(stale...))
}

// writePage writes a page; everything in it is escaped.
func (c *Class) writePage(t *template.Template, name, path string, of any) error {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, struct {
		Of        any
		Rubric    rubric.Rubric
		Rehearsal int    // games per opponent, if they are fewer than the rubric's
		Seal      string // how the folder is sealed
		Key       string // of the seal; "" for none
	}{of, c.Grading.Rubric, c.rehearsal(), c.Key.Method(), c.Key.ID()}); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	c.write(path, []byte(untrusted.Text(b.String())))
	return nil
}

func percent(r rubric.Row) string { return r.Result.Total().Rate().Percent() }
