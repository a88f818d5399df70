//go:build unix && browser

package class

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/course/starter"
	"evolab/experiments/report"
	"evolab/internal/browsertest"
)

// All pages of a class of three, one of which writes long lines and two of which lose,
// keep nobody out, on a laptop and a telephone.
func TestPagesInABrowser(t *testing.T) {
	program := browsertest.Program(t)
	out := looked(t)
	p := browsertest.Open(t, program, 10*time.Minute, browsertest.FileAlone)
	pages, err := filepath.Glob(filepath.Join(out, pageFolder, "*.html"))
	if err != nil || len(pages) != 5 {
		t.Fatalf("%d pages of students: %q, %v", len(pages), pages, err)
	}
	for _, page := range append(pages, filepath.Join(out, "index.html")) {
		p.Do(chromedp.Navigate("file://"+page), chromedp.WaitVisible("main", chromedp.ByQuery))
		p.Do(chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { d.open = true; }); 0`, nil))
		p.Inspect("class-" + strings.TrimSuffix(filepath.Base(page), ".html"))
	}
	sortedAndFiltered(t, p)
	p.Quiet()
}

// sortedAndFiltered tries the index, which is open: its script runs under the page's own
// policy.
func sortedAndFiltered(t *testing.T, p *browsertest.Tab) {
	t.Helper()
	const names = `[...document.querySelectorAll("#class tbody tr")].filter(r => !r.hidden).map(r => r.cells[0].textContent.slice(0, 4)).join(" ")`
	for _, step := range []struct{ do, want string }{
		{``, "Anna brok long"},
		{`const v = document.getElementById("verdict"); v.value = "syntax-error"; v.dispatchEvent(new Event("change"))`, "brok"},
		{`document.getElementById("verdict").value = ""; const n = document.getElementById("name"); n.value = "LON"; n.dispatchEvent(new Event("input"))`, "long"},
		{`document.getElementById("name").value = ""; document.getElementById("name").dispatchEvent(new Event("input")); document.querySelector("#class th button").click()`, "Anna brok long"},
		{`document.querySelector("#class th button").click()`, "long brok Anna"},
		{`document.querySelectorAll("#class th button")[1].click()`, "long Anna brok"},
	} {
		var got string
		p.Do(chromedp.Evaluate("{"+step.do+"}\n"+names, &got))
		if got != step.want {
			t.Errorf("after %s: %q, want %q", step.do, got, step.want)
		}
	}
}

// looked grades the class, and returns its results.
func looked(t *testing.T) string {
	t.Helper()
	small, err := starter.Files("python", "littlego", "")
	if err != nil {
		t.Fatal(err)
	}
	submissions := map[string]string{
		"broken/my_player3.py": "def f(:" + strings.Repeat(" # and so on", 30),
		"long/my_player3.py":   "import sys; sys.exit('" + strings.Repeat("a_name_without_spaces_", 20) + "')",
	}
	for _, f := range small {
		if dir, name := filepath.Split(f.Name); dir != "" {
			submissions["Anna-Katharina_von_der_Hohenbergstein-Schwarzenfels_2023-11-20_final_final(2)/"+name] = string(f.Data)
		}
	}
	out := filepath.Join(t.TempDir(), "results")
	o := options(t, fill(t, submissions), out)
	full, err := rubric.Find(o.Grading.Rubric.Name)
	if err != nil {
		t.Fatal(err)
	}
	o.Workers, o.Grading.Rubric.Stages[0].Opponents = 2, full.Stages[0].Opponents[2:] // aggressive
	o.Replay = func(_ agent.Game, title string, games []Replayed) ([]byte, error) {
		played := make([]report.Played, len(games))
		for i, g := range games {
			played[i] = report.Played{Game: o.Grading.Game, Variant: o.Grading.Variant, Line: g.Line, Loss: g.Loss}
		}
		return report.GamesHTML(title, played)
	}
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return out
}
