package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/provenance"
	"evolab/internal/untrusted"
	"evolab/plots"
	"evolab/stats"
)

//go:embed page.html
var pageHTML string

//go:embed head.html
var headHTML string

//go:embed replay.html
var replayHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// HTML is one self-contained page about the runs, with figures, style and script.
// Everything from the runs is escaped, and its figures cannot run scripts.
func HTML(runs []*Run) ([]byte, error) {
	side, err := compareRuns(runs, true)
	if err != nil {
		return nil, err
	}
	t := template.New("page").Funcs(template.FuncMap{
		"svg": dataURL, "thousands": plots.Thousands, "points": points, "signed": signed, "next": next,
		"percent": func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) },
	})
	return render(t, pageHTML, struct {
		Title string
		Runs  []*Run
		comparison
		CSS     template.CSS
		JS      template.JS
		Program string
	}{title(runs), runs, side, template.CSS(BoardStyle + pageCSS), template.JS(PageScript()), provenance.Program()})
}

// render fills in a page that may have replays of games. Characters that a terminal
// or an editor would obey are escaped.
func render(t *template.Template, text string, data any) ([]byte, error) {
	t, err := t.Parse(text)
	if err == nil {
		t, err = t.Parse(headHTML + replayHTML)
	}
	var b bytes.Buffer
	if err == nil {
		err = t.Execute(&b, data)
	}
	if err != nil {
		return nil, err
	}
	return []byte(untrusted.Text(b.String())), nil
}

// Commands reproduce the run: the first one, and one for each time it was extended.
func (r *Run) Commands() []string {
	list := []string{"evolve run " + run.ConfigFile + "   # the file in the run's folder"}
	if e := r.Environment; e != nil && e.File != "" {
		words := []string{"evolve", "run", quoted(e.File)}
		for _, o := range e.Overrides {
			words = append(words, quoted(o))
		}
		list[0] = strings.Join(words, " ")
	}
	for _, e := range r.History {
		if longer := e.Overrides(); len(longer) > 0 {
			list = append(list, fmt.Sprintf("evolve resume last %s   # after generation %d", strings.Join(longer, " "), e.Generation))
		}
	}
	return list
}

func quoted(word string) string {
	if strings.ContainsAny(word, " '\"$&|;<>()[]{}*?!#~`\\\n") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

func points(e stats.Estimate) string { return fmt.Sprintf("%.1f [%.1f, %.1f]", e.Value, e.Low, e.High) }

// next is the rank of the entry of a list.
func next(i int) int { return i + 1 }

func signed(x float64) string { return fmt.Sprintf("%+.3f", x) }

// Picture is a figure by its name, nil if the run has none.
func (r *Run) Picture(name string) *run.Picture {
	for i, p := range r.Figures {
		if p.Name == name {
			return &r.Figures[i]
		}
	}
	return nil
}

// dataURL is a figure as the address of a picture.
func dataURL(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}
