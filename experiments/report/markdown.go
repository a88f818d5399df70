package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/url"
	"path/filepath"
	"text/template"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/untrusted"
	"evolab/plots"
	"evolab/stats"
)

//go:embed page.md
var pageMarkdown string

// Text is the report of runs as plain Markdown, without figures and without games
// played for it. It has the points to expect of the rubrics.
func Text(reads []*run.Run, rubrics []experiment.Rubric) ([]byte, error) {
	var runs []*Run
	for _, read := range reads {
		r, err := newRun(read, read.Matches(), rubrics)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	side, err := compareRuns(runs, false)
	if err != nil {
		return nil, err
	}
	return markdown(runs, side)
}

func markdown(runs []*Run, side comparison) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"thousands": plots.Thousands, "points": points, "signed": signed, "cell": untrusted.Markdown, "line": untrusted.OneLine, "path": url.PathEscape, "next": next, "claimed": claimed,
		"percent": func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) },
	}).Parse(pageMarkdown)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, struct {
		Runs []*Run
		comparison
		Program string
	}{runs, side, provenance.Program()}); err != nil {
		return nil, err
	}
	return []byte(untrusted.Text(b.String())), nil
}

// Markdown writes the report of runs into a folder: report.md, and beside it
// the figures as SVG. It returns the paths.
func Markdown(folder string, runs []*Run) ([]string, error) {
	side, err := compareRuns(runs, true)
	if err != nil {
		return nil, err
	}
	text, err := markdown(runs, side)
	if err != nil {
		return nil, err
	}
	if err := files.MakeFolder(folder); err != nil {
		return nil, err
	}
	var written []string
	save := func(name string, data []byte) error {
		path := filepath.Join(folder, name)
		written = append(written, path)
		return files.Replace(path, data)
	}
	for _, r := range runs {
		for _, p := range r.Figures {
			if err := save(r.Name()+"-"+p.Name+".svg", p.SVG); err != nil {
				return nil, err
			}
		}
	}
	for _, g := range side.Games {
		if g.Curves == nil {
			continue
		}
		if err := save(g.File, g.Curves.SVG); err != nil {
			return nil, err
		}
	}
	return written, save("report.md", text)
}

// claimed is what the training says of the best of a generation.
func claimed(m run.Metrics) string {
	return stats.Estimate{Value: m.Best, Low: m.Interval.Low, High: m.Interval.High}.Text()
}
