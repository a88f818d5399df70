package class

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"path/filepath"

	"evolab/course/rubric"
	"evolab/internal/files"
	"evolab/internal/untrusted"
	"evolab/stats"
)

//go:embed page.html
var pageHTML string

// view is what a page shows of a submission.
type view struct {
	*Submission
	Page    string // its file, named after its place in the class: names of students are no names of files
	Judged  bool
	Points  float64
	Most    float64
	Another stats.Estimate // points of another grading
	Stages  []rubric.StageReport
	Losses  []Loss
	Voids   int
}

// pages writes the class's index and a page for each submission.
func (c *Class) pages(marks []*mark) error {
	t, err := template.New("page").Funcs(template.FuncMap{"number": number, "percent": percent}).Parse(pageHTML)
	if err != nil {
		return fmt.Errorf("class: %w", err)
	}
	views := make([]*view, len(marks))
	for i, m := range marks {
		v := &view{Submission: m.Submission, Page: fmt.Sprintf("%03d.html", i+1), Judged: m.judged(), Most: c.Rubric.Max(), Stages: m.report.Stages, Losses: c.losses(m), Voids: m.missed}
		var predicted rubric.Distribution
		v.Points, _, predicted = m.report.Total()
		v.Another, views[i] = predicted.Estimate(), v
	}
	var errs []error
	for _, v := range views {
		errs = append(errs, c.page(t, "student", filepath.Join(pageFolder, v.Page), v))
	}
	return errors.Join(append(errs, c.page(t, "index", "index.html", views))...)
}

// page writes a page; everything in it is escaped.
func (c *Class) page(t *template.Template, name, path string, of any) error {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, struct {
		Of        any
		Rubric    rubric.Rubric
		Rehearsal int // games per opponent, if they are fewer than the rubric's
	}{of, c.Rubric, c.Grading.Games}); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	return files.Replace(filepath.Join(c.Out, path), []byte(untrusted.Text(b.String())))
}

func percent(r rubric.Row) string { return r.Result.Total().Rate().Percent() }
