package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"evolab/internal/files"
	"evolab/internal/provenance"
)

//go:embed page.md
var pageMarkdown string

// Markdown writes the report of runs into a folder: report.md, and beside it
// the figures as SVG. It returns the paths.
func Markdown(folder string, runs []*Run) ([]string, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"thousands": thousands, "estimate": estimate, "rate": rate, "points": points, "signed": signed, "cell": cell, "next": next,
	}).Parse(pageMarkdown)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	side, err := putTogether(runs)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, struct {
		Runs []*Run
		together
		Program string
	}{runs, side, provenance.Program()}); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	var written []string
	save := func(name string, data []byte) error {
		path := filepath.Join(folder, name)
		written = append(written, path)
		return files.Replace(path, data)
	}
	for _, r := range runs {
		for _, p := range r.Pictures {
			if err := save(r.Run+"-"+p.Name+".svg", p.SVG); err != nil {
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
	return written, save("report.md", b.Bytes())
}

// cell keeps a text from ending its cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "|", `\|`), "\n", " ")
}
