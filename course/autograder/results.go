// Package autograder makes what Gradescope grades with: the archive that staff upload
// (archive.go), and from the grading of one submission the results that Gradescope shows.
// The verdict and the points are those of package class.
package autograder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"evolab/course"
	"evolab/course/class"
	"evolab/course/rubric"
	"evolab/host"
	"evolab/internal/provenance"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// Results is the file results.json, as
// https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format describes
// it. Fields that are left out there have their defaults: tests are visible, and what the
// autograder prints is for staff alone.
type Results struct {
	Score            float64 `json:"score"` // in place of the sum of the tests'
	Output           string  `json:"output"`
	OutputFormat     string  `json:"output_format"`
	TestOutputFormat string  `json:"test_output_format"`
	Tests            []Test  `json:"tests"`
	Leaderboard      []Value `json:"leaderboard"`
	Extra            Extra   `json:"extra_data"`
}

// Test is the result against one opponent.
type Test struct {
	Score  float64 `json:"score"`
	Max    float64 `json:"max_score"`
	Name   string  `json:"name"`
	Output string  `json:"output"`
}

// Value is a column of the leaderboard. The largest value leads, unless Order is "asc".
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Order string  `json:"order,omitempty"`
}

// Extra is what a dispute needs; Gradescope keeps it and shows it to nobody.
type Extra struct {
	Verdict     course.Verdict `json:"verdict"`
	Reason      string         `json:"reason"`
	Rubric      string         `json:"rubric"`
	Seed        uint64         `json:"seed"`
	Games       int            `json:"games,omitempty"` // per opponent, if they are fewer than the rubric's
	Version     string         `json:"version"`
	Hash        string         `json:"sha256"`
	Confinement string         `json:"confinement"`
	Unconfined  []string       `json:"unconfined"` // what nothing enforced
}

// ErrBlameless is the error of a submission that this machine could not grade: there are no
// results, as nobody loses points by it.
type ErrBlameless struct{ course.Cause }

func (e *ErrBlameless) Error() string {
	return fmt.Sprintf("%s: %s", e.Verdict, e.Text)
}

// ResultsOf are the results of a class of one, whose programs were confined so.
func ResultsOf(c *class.Class, held host.Confinement) (*Results, error) {
	m := c.Marks[0]
	if m.Cause.Verdict.Blameless() {
		return nil, &ErrBlameless{m.Cause}
	}
	sheet, err := c.Sheet(m)
	if err != nil {
		return nil, err
	}
	g := &c.Grading
	r := &Results{
		Score: sheet.Points, OutputFormat: "html", TestOutputFormat: "text",
		Extra: Extra{
			Verdict: m.Cause.Verdict, Reason: m.Cause.Text, Rubric: g.Rubric.Name, Seed: g.Seed, Games: g.Games,
			Version: provenance.Program(), Hash: m.Hash, Confinement: held.String(), Unconfined: []string{},
		},
	}
	for _, row := range held.Guarantees {
		if !row.Holds {
			r.Extra.Unconfined = append(r.Extra.Unconfined, row.What+": "+row.By)
		}
	}
	note, err := confinementNote(&r.Extra)
	if err != nil {
		return nil, err
	}
	r.Output = sheet.HTML + note
	used := 0.0
	for i := range m.Report.Stages {
		stage := &m.Report.Stages[i]
		used += stage.Used
		for _, row := range stage.Rows {
			if !row.Missing() {
				r.Tests = append(r.Tests, Test{Score: row.Points, Max: row.Scale.Max(), Name: row.Name, Output: against(m, stage, &row, sheet.Losses)})
			}
		}
	}
	r.Leaderboard = []Value{{Name: "Points", Value: r.Score}}
	if len(m.Records) > 0 {
		r.Leaderboard = append(r.Leaderboard, Value{Name: "CPU seconds", Value: used, Order: "asc"})
	}
	return r, nil
}

// against says how the games against an opponent went.
func against(m *class.Mark, stage *rubric.StageReport, row *rubric.Row, losses []class.Loss) string {
	if !row.Played() {
		return fmt.Sprintf("Not played: %s: %s.", m.Cause.Verdict, m.Cause.Text)
	}
	n := row.Result.Total()
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s, %s.\n", quantity.Of(n.Games(), "game"), quantity.Of(n.Wins, "win"), quantity.Of(n.Draws, "draw"), quantity.Of(n.Losses, "loss"))
	if row.Spared > 0 {
		fmt.Fprintf(&b, "%s not played, which could not have changed the points.\n", quantity.Of(row.Spared, "more game"))
	}
	fmt.Fprintf(&b, "The longest took %.2f s of CPU.\n", row.Longest)
	if stage.Over() {
		fmt.Fprintf(&b, "All games of %s took %.1f s of CPU, more than the %g s allowed: a grader gives no points for it.\n", stage.Name, stage.Used, stage.Allowed)
	}
	for _, l := range losses {
		if l.Opponent != row.Name {
			continue
		}
		fmt.Fprintf(&b, "\nGame %d: %s\n", l.Game, l.Text)
		for _, text := range []string{l.Stderr, l.Mistake} {
			if text != "" {
				fmt.Fprintf(&b, "%s\n", text)
			}
		}
	}
	return untrusted.Text(b.String())
}

const confinementText = `<h2>Where it ran</h2>
<p>Programs were confined at level {{.Confinement}}.{{if .Unconfined}} Not enforced there:</p>
<ul>
{{range .Unconfined}}<li>{{.}}
{{end}}</ul>
{{else}}</p>
{{end}}<p>Graded by evolab {{.Version}}, rubric {{.Rubric}}, seed {{.Seed}}; sha256 of what was graded: {{.Hash}}.</p>
`

// confinementNote says how firmly programs were held, and what was not enforced.
func confinementNote(e *Extra) (string, error) {
	t, err := template.New("confinement").Parse(confinementText)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, e); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Encode is the text of the file.
func (r *Results) Encode() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}
