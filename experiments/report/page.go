package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"evolab/experiments/record"
	"evolab/internal/provenance"
	"evolab/stats"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page is what the template shows.
type page struct {
	Title string
	Runs  []*Run
	together
	CSS     template.CSS
	JS      template.JS
	Program string
}

// HTML is one page about the runs, in need of nothing else: figures, style and
// script are in it. What comes from the runs is escaped, and its figures can
// run no scripts.
func HTML(runs []*Run) ([]byte, error) {
	p := page{Runs: runs, CSS: template.CSS(pageCSS), JS: template.JS(pageJS), Program: provenance.Program()}
	p.Title = title(runs)
	var err error
	if p.together, err = putTogether(runs, true); err != nil {
		return nil, err
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"svg": dataURL, "thousands": thousands, "estimate": estimate, "rate": rate,
		"points": points, "percent": percent, "signed": signed, "next": next,
	}).Parse(pageHTML)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b.Bytes(), nil
}

// Validation is what the last validation found, nil without one.
func (r *Run) Validation() *stats.Estimate {
	for i := len(r.Metrics) - 1; i >= 0; i-- {
		if v := r.Metrics[i].Validated; v != nil {
			return v
		}
	}
	return nil
}

// Commands are what makes the run again: the first one, and one for each time
// that it was lengthened.
func (r *Run) Commands() []string {
	list := []string{r.command()}
	for _, e := range r.History {
		if longer := e.Overrides(); len(longer) > 0 {
			list = append(list, fmt.Sprintf("evolve resume last %s   # after generation %d", strings.Join(longer, " "), e.Generation))
		}
	}
	return list
}

func (r *Run) command() string {
	if e := r.Environment; e != nil && e.File != "" {
		words := []string{"evolve", "run", quoted(e.File)}
		for _, o := range e.Overrides {
			words = append(words, quoted(o))
		}
		return strings.Join(words, " ")
	}
	return "evolve run " + record.ConfigFile + "   # the file in the run's folder"
}

// quoted protects a word from the shell.
func quoted(word string) string {
	if strings.ContainsAny(word, " '\"$&|;<>()[]{}*?!#~`\\\n") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func estimate(e *stats.Estimate) string {
	return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High)
}

func rate(e stats.Estimate) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}

func points(e stats.Estimate) string { return fmt.Sprintf("%.1f [%.1f, %.1f]", e.Value, e.Low, e.High) }

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// next is the rank of the entry of a list.
func next(i int) int { return i + 1 }

func signed(x float64) string { return fmt.Sprintf("%+.3f", x) }
