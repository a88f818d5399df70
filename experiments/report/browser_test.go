package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"evolab/internal/browsertest"
)

var (
	browse = flag.Bool("browser", false, "open reports in Chromium")
	shots  = flag.String("shots", "", "keep screenshots of the reports in this folder")
	given  = flag.String("report", "", "also open these reports of evolve report in the browser; a colon between two")
)

// tab is a report in a browser.
type tab struct {
	*browsertest.Tab
	t *testing.T
}

// openPage opens a file in a new browser, at the width of a laptop. It may load
// nothing beside the page itself and what that carries with it.
func openPage(t *testing.T, program, path string) *tab {
	t.Helper()
	p := &tab{browsertest.Open(t, program, 5*time.Minute, browsertest.FileAlone), t}
	p.Do(chromedp.Navigate("file://" + path))
	return p
}

// chromium is the browser's program.
func chromium(t *testing.T) string {
	t.Helper()
	if !*browse {
		t.Skip("without -browser")
	}
	program := browsertest.Program()
	if program == "" {
		t.Fatal("no Chromium on this machine")
	}
	return program
}

// value evaluates JavaScript.
func value[T any](p *tab, script string) T {
	p.t.Helper()
	return browsertest.Value[T](p.Tab, script)
}

// The reports of small runs of several games, of several runs together, and those
// that are given.
func TestReportInABrowser(t *testing.T) {
	program := chromium(t)
	small := func(game string) func(t *testing.T) string {
		return func(t *testing.T) string { return writePage(t, read(t, runSmall(t, game))) }
	}
	pages := map[string]func(t *testing.T) string{
		"littlego": small("littlego"), "checkers": small("checkers"), "tictactoe": small("tictactoe"),
		"several": func(t *testing.T) string {
			return writePage(t, read(t, runSmall(t, "tictactoe")), read(t, runSmall(t, "tictactoe", "seed=2")))
		},
	}
	for _, path := range filepath.SplitList(*given) {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimSuffix(filepath.Base(path), ".html")] = func(*testing.T) string { return path }
	}
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, program, page(t))
			p.figuresAreLegible()
			p.gamesAreSteppedThrough()
			p.nothingSticksOut(1280)
			p.fitsAPhone()
			p.isDescribed()
			p.Inspect("report-"+name, *shots)
			p.printed()
			p.Quiet()
		})
	}
}

func writePage(t *testing.T, runs ...*Run) string {
	t.Helper()
	page, err := HTML(runs)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, page, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
