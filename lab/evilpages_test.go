package lab

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"evolab/internal/untrusted"
)

// showsNothingThatActs writes everything that there is about a run with poison in it,
// and looks into the files.
func showsNothingThatActs(t *testing.T, what, folder string) {
	t.Helper()
	out := t.TempDir()
	html, csv := filepath.Join(out, "report.html"), filepath.Join(out, "runs.csv")
	for _, line := range [][]string{
		{"plot", folder, "--formats", "svg"}, {"export", folder, "--out", csv}, {"compare", folder, folder, "--plot", filepath.Join(out, "curves.svg")},
		{"report", folder, "--games", "0", "--ablation-games", "0", "--out", html}, {"report", folder, "--games", "0", "--ablation-games", "0", "--markdown", out},
	} {
		if _, out, message := said(t, line...); strings.Contains("\n"+out+"\n"+message, "\nforged") {
			t.Errorf("%s: evolve %q writes somebody's line:\n%q", what, line, out+message)
		}
	}
	figures, _ := filepath.Glob(filepath.Join(out, "*"))
	more, _ := filepath.Glob(strings.NewReplacer("[", "\\[", "*", "\\*").Replace(folder) + "/plots/*.svg")
	for _, path := range append(figures, more...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		actsNowhere(t, what+", "+filepath.Base(path), filepath.Ext(path), data)
	}
}

// embedded is a figure in a page.
var embedded = regexp.MustCompile(`data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)`)

// raw is HTML or a link that Markdown would pass on.
var raw = regexp.MustCompile(`<(script|img)|(^|[^\\])\]\(javascript|(?m:^forged)`)

// actsNowhere looks for poison that a reader of this kind of file would obey.
func actsNowhere(t *testing.T, what, kind string, data []byte) {
	t.Helper()
	if strings.ContainsFunc(string(data), untrusted.Obeyed) {
		t.Errorf("%s: control characters:\n%.3000q", what, data)
	}
	switch kind {
	case ".html":
		if bytes.Contains(data, []byte("<script>evil")) || bytes.Contains(data, []byte("<img src=x")) || bytes.Contains(data, []byte(`"javascript:evil`)) {
			t.Errorf("%s: a text that acts:\n%s", what, data)
		}
		for _, found := range embedded.FindAllSubmatch(data, -1) {
			figure, err := base64.StdEncoding.DecodeString(string(found[1]))
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			actsNowhere(t, what+", a figure", ".svg", figure)
		}
	case ".svg":
		if err := picture(data); err != nil {
			t.Errorf("%s: %v in\n%.2000s", what, err, data)
		}
	case ".md":
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "    ") && raw.MatchString(line) {
				t.Errorf("%s: Markdown that acts: %q", what, line)
			}
		}
	case ".csv":
		cells(t, what, data)
	}
}

// picture fails on what is no picture, or more than one.
func picture(data []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "img") {
			return errors.New("it has a " + e.Name.Local)
		}
	}
}

// cells looks for formulas, and for ends of lines.
func cells(t *testing.T, what string, data []byte) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			_, err := strconv.ParseFloat(cell, 64)
			if err != nil && strings.IndexAny(cell, "=+-@") == 0 || strings.Contains(cell, "\n") {
				t.Errorf("%s: the cell %q", what, cell)
			}
		}
	}
}
