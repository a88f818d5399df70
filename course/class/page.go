package class

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"evolab/arena/review"
	"evolab/course/doctor"
	"evolab/course/rubric"
	"evolab/course/similarity"
	"evolab/experiments/report"
	"evolab/internal/files"
	"evolab/internal/untrusted"
	"evolab/stats"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed index.js
var indexJS string

// policy lets a page use its own style and script, and nothing else: what submissions
// have written cannot load or run anything, even where it got past the template.
func policy() string {
	return "default-src 'none'; style-src " + hashOf(pageCSS) + "; script-src " + hashOf(indexJS) + "; base-uri 'none'; form-action 'none'"
}

// hashOf is a text as a policy names it.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// PagePolicy lets the pages of a class use their own styles and scripts, those with games to
// step through too, and nothing else.
func PagePolicy() string {
	return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src " + hashOf(indexJS) + " " + hashOf(report.PageScript()) + "; base-uri 'none'; form-action 'none'"
}

// IsPage reports whether a file of a results folder is one of its pages.
func IsPage(file string) bool {
	folder, name := path.Split(file)
	return file == IndexFile || folder == pageFolder+"/" && path.Ext(name) == ".html"
}

// pageData is what a page shows of a submission.
type pageData struct {
	*Mark
	Page     string // its file
	Judged   bool
	Began    bool // there are games
	Points   float64
	Most     float64
	Another  stats.Estimate // points of another grading
	Stages   []rubric.StageReport
	all      []Loss
	Losses   []Loss         // but the first
	Same     string         // the numbers of games that were lost in the same way as the first
	Luck     bool           // another grading may give other points
	First    *Loss          // the lost game to learn from first; nil for none
	Advice   []doctor.Check // what the examination found besides
	Common   review.Summary // of the lost games
	Reviewed bool           // mistakes in lost games are named
	Replays  []replayPage   // on which games can be stepped through
	Players  []playedBy     // if several have played the games of the class
}

// indexData is what the index shows of a class.
type indexData struct {
	Submissions []*pageData
	Counts      []Count
	*Statistics           // nil: nobody has points
	Alike       *likeness // nil: unknown
}

// renderPages makes the class's index and a page for each submission.
func (c *Class) renderPages(marks []*Mark, alike *likeness) error {
	t, err := pageTemplate()
	if err != nil {
		return err
	}
	views := make([]*pageData, len(marks))
	var errs []error
	for i, m := range marks {
		v := c.view(m)
		if v.Replays, err = c.writeReplays(m); err != nil {
			errs = append(errs, err)
		}
		views[i] = v
	}
	for _, v := range views {
		errs = append(errs, c.writePage(t, "student", pageFolder+"/"+v.Page, v))
	}
	index := indexData{Submissions: views, Counts: Counts(marks), Statistics: c.statistics(marks), Alike: alike}
	errs = append(errs, c.writePage(t, "index", IndexFile, &index))
	return errors.Join(errs...)
}

func pageTemplate() (*template.Template, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"number": rubric.FormatPoints, "share": shareText, "chance": chanceText,
		"hints": shown[similarity.Pair], "moreHints": more[similarity.Pair], "pairs": shown[similarity.Found], "morePairs": more[similarity.Found],
		"interval": rubric.FormatInterval, "percent": percent, "policy": policy,
		"css": func() template.CSS { return template.CSS(pageCSS) }, "js": func() template.JS { return template.JS(indexJS) },
	}).Parse(pageHTML)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// view is what a page shows of a mark, without the pages to step through games.
func (c *Class) view(m *Mark) *pageData {
	v := &pageData{
		Mark: m, Page: c.pages.of(m.Name) + ".html", Judged: m.hasPoints(), Began: m.hasPoints() && len(m.lines) > 0, Most: c.Grading.Rubric.Max(),
		Stages: m.Report.Stages, Advice: m.advice(), Common: c.commonPatterns(m),
		Players: c.Evidence.of(m.key()),
	}
	v.all = c.losses(m)
	v.First = c.firstLesson(m, v.all)
	v.Losses, v.Same = furtherLosses(v.all, v.First)
	v.Reviewed = v.First != nil && v.First.Mistake != "" || slices.ContainsFunc(v.Losses, func(l Loss) bool { return l.Mistake != "" })
	v.Points, v.Another = m.points(), m.another()
	v.Luck = v.Another.Low < v.Another.High
	return v
}

// Sheet is a submission's page for a system that has pages of its own.
type Sheet struct {
	HTML   string // the page without its head, styles and links to others
	Judged bool   // the points mean something
	Points float64
	Losses []Loss // the lost games, those by the program's own doing first
}

// Sheet makes the sheet of a mark.
func (c *Class) Sheet(m *Mark) (*Sheet, error) {
	t, err := pageTemplate()
	if err != nil {
		return nil, err
	}
	v := c.view(m)
	text, err := c.fill(t, "submission", v, true)
	if err != nil {
		return nil, err
	}
	return &Sheet{HTML: string(text), Judged: v.Judged, Points: v.Points, Losses: v.all}, nil
}

// removeStalePages removes the pages that are not among those to be written: of submissions
// that are no longer there, and of other settings.
func (c *Class) removeStalePages() error {
	ours := map[string]bool{}
	for _, one := range c.written {
		ours[one.file] = true
	}
	entries, err := os.ReadDir(filepath.Join(c.Out, pageFolder))
	for _, e := range entries {
		if name := pageFolder + "/" + e.Name(); pageNames.MatchString(e.Name()) && !ours[name] {
			err = errors.Join(err, files.Remove(c.path(name)))
		}
	}
	return err
}

func (c *Class) writePage(t *template.Template, name, path string, of any) error {
	text, err := c.fill(t, name, of, c.pages.secret != nil)
	if err == nil {
		c.write(path, text)
	}
	return err
}

// fill makes a page, or a part of one; everything in it is escaped.
func (c *Class) fill(t *template.Template, name string, of any, private bool) ([]byte, error) {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, struct {
		Of        any
		Rubric    rubric.Rubric
		Rehearsal int    // games per opponent, if they are fewer than the rubric's
		Limits    string // of the games
		Private   bool   // pages do not lead to the class
		Evidence  Evidence
	}{of, c.Grading.Rubric, c.rehearsal(), c.limits(), private, c.Evidence}); err != nil {
		return nil, err
	}
	return []byte(untrusted.Text(b.String())), nil
}

func (c *Class) limits() string {
	r := c.Grading.Rubric
	full := r.Full()
	// lowered adds the rubric's own limit to one that is lower here.
	lowered := func(limit, own time.Duration, what string) string {
		if limit == own {
			return what
		}
		return fmt.Sprintf("%s (the rubric's: %g s)", what, own.Seconds())
	}
	text := lowered(r.Move, full.Move, fmt.Sprintf("%g s of CPU for a move", r.Move.Seconds()))
	if r.Whole > 0 {
		text = lowered(r.Whole, full.Whole, fmt.Sprintf("%g s of CPU for a game", r.Whole.Seconds())) + ", " +
			lowered(r.Move, full.Move, fmt.Sprintf("%g s for a single move", r.Move.Seconds()))
	}
	for _, s := range r.Stages {
		if s.CPU > 0 {
			allowed := c.Grading.Allowed(s)
			text += fmt.Sprintf("; %g s for all games of %s", allowed, s.Name)
			if !r.Forfeits {
				text += ", without loss of points"
			}
			if full := r.Allowed(s).Seconds(); allowed < full {
				text += fmt.Sprintf(" (of a full grading: %g s)", full)
			}
		}
	}
	return text
}

// advice is what the examination found besides the verdict: no rows of what was not
// checked, and what several positions show only once.
func (m *Mark) advice() []doctor.Check {
	if m.Exam == nil {
		return nil
	}
	var list []doctor.Check
	for _, c := range m.Exam.Checks {
		same := func(other doctor.Check) bool { return other.Text == c.Text }
		if c.Status != doctor.OK && !slices.Contains(m.Exam.Missing, c.Name) && !slices.ContainsFunc(list, same) {
			list = append(list, c)
		}
	}
	return list
}

func percent(r rubric.Row) string { return r.Result.Total().Rate().Percent() }
