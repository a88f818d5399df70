package web

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/experiments/run"
)

// startsARun starts an experiment by the form, whose error is shown at its key, and
// sees it grow.
func (p *tab) startsARun() (run string) {
	p.t.Helper()
	p.open("/new?config=tictactoe")
	set := func(key, v string) {
		p.run(fmt.Sprintf(`document.querySelector('[data-key="%s"]').value = "%s"`, key, v))
	}
	set("generations", "0")
	p.Do(chromedp.Click("#start button", chromedp.ByQuery))
	p.Until("the error", `document.querySelector('[data-problem="generations"]').textContent.includes("allowed")`)
	p.Forget() // a browser logs the refusal
	set("generations", "20000")
	p.Do(chromedp.Click("#start button", chromedp.ByQuery))
	p.Until("the run's page", `location.pathname.startsWith("/runs/") && document.getElementById("run")`)
	p.Until("three points", `Number(document.getElementById("run")?.dataset.points) >= 3`)
	p.Until("the curve", `document.querySelector("#learning canvas")`)
	p.inspect("run")
	return path.Base(value[string](p, `location.pathname`))
}

// losesNothing breaks the page's connection while the run grows: the browser comes
// back by itself and says what it has seen.
func (p *tab) losesNothing() {
	p.t.Helper()
	before := len(p.came())
	p.http.CloseClientConnections()
	p.Until("the note", `!document.getElementById("offline").hidden`)
	p.Until("the connection again", `document.getElementById("offline").hidden`)
	if marks := p.came(); len(marks) <= before || marks[before] == "" {
		p.t.Errorf("the browser came with the marks %q, the last %d after the break", marks, len(marks)-before)
	}
	seen := value[int](p, `Number(document.getElementById("run").dataset.points)`)
	p.Until("more points", fmt.Sprintf(`Number(document.getElementById("run").dataset.points) > %d`, seen))
	if list := value[[]int](p, `[...document.querySelectorAll("#numbers tbody th")].map(h => Number(h.textContent))`); !inOrder(list) {
		p.t.Errorf("the table has the generations %v", list)
	}
	p.Forget() // a browser logs what breaks
}

// inOrder reports whether a list is 0, 1, 2 and so on.
func inOrder(list []int) bool {
	for i, x := range list {
		if x != i {
			return false
		}
	}
	return len(list) > 0
}

// isPrompt adds a line to the record of a run that nobody works on: its point is
// there within a second. A busy machine gets several tries.
func (p *tab) isPrompt() {
	p.t.Helper()
	p.makeRun("2026-01-01-000000-slow")
	p.open("/runs/2026-01-01-000000-slow")
	var took time.Duration
	for try := range 20 {
		want := fmt.Sprintf(`Number(document.getElementById("run").dataset.points) === %d`, try+1)
		p.Until("a point", want)
		began := time.Now()
		p.grow("2026-01-01-000000-slow", point(try+1))
		p.Until("another point", fmt.Sprintf(`Number(document.getElementById("run").dataset.points) === %d`, try+2))
		if took = time.Since(began); took < time.Second {
			return
		}
	}
	p.t.Errorf("a point comes %v after its line", took)
}

// grow adds to the metrics of a run.
func (l *lab) grow(name, text string) {
	l.t.Helper()
	f, err := os.OpenFile(filepath.Join(l.options.Runs, name, run.MetricsFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		l.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		l.t.Fatal(err)
	}
}

// comparesTwo starts another run like the first, ticks both in the list, and sees
// the comparison grow.
func (p *tab) comparesTwo() {
	p.t.Helper()
	status, text := p.ask("POST", "/api/runs", `{"config": "tictactoe", "overrides": ["seed=2", "generations=20000"], "workers": 1}`)
	if status != 201 {
		p.t.Fatalf("%d %s", status, text)
	}
	two := strings.Split(text, `"`)[3]
	p.open("/?game=tictactoe&status=running")
	p.Until("both in the list", `document.querySelectorAll("[name=run]").length === 2`)
	p.run(`document.querySelectorAll("[name=run]").forEach(b => b.click()); document.querySelector("#list button").click()`)
	p.Until("the comparison", `document.querySelector("h1")?.textContent === "2 runs compared"`)
	p.Until("the curves", `document.querySelector("#curves canvas")`)
	seen := value[int](p, `Number(document.getElementById("compared").dataset.points)`)
	p.Until("more of the curves", fmt.Sprintf(`Number(document.getElementById("compared").dataset.points) > %d`, seen))
	p.inspect("compare")
	if status, text := p.ask("POST", "/api/runs/"+url.PathEscape(two)+"/stop", "{}"); status != 200 && status != 202 {
		p.t.Errorf("stopping %s: %d %s", two, status, text)
	}
}

func (p *tab) stopsARun(run string) {
	p.t.Helper()
	p.open("/runs/" + run)
	p.Until("the button", `document.getElementById("stop")?.hidden === false`)
	p.Do(chromedp.Click("#stop", chromedp.ByQuery))
	p.Until("its end", `document.getElementById("status")?.textContent === "interrupted" && !document.getElementById("resume").hidden`)
}

func (p *tab) stepsThroughAGame() {
	p.t.Helper()
	p.open("/games/match.jsonl?game=1")
	at := func(want string) {
		p.t.Helper()
		p.Until("step "+want, `document.getElementById("at")?.textContent === "`+want+` of 9"`)
	}
	at("0")
	for _, k := range []struct{ key, want string }{{kb.ArrowRight, "1"}, {kb.ArrowRight, "2"}, {kb.ArrowLeft, "1"}, {kb.End, "9"}, {kb.Home, "0"}} {
		p.Do(chromedp.KeyEvent(k.key))
		at(k.want)
	}
	p.Do(chromedp.KeyEvent("e"))
	p.Until("the engine", `document.getElementById("thought")?.textContent.startsWith("best move")`)
	p.Do(chromedp.KeyEvent("m"))
	p.Until("the judge", `document.getElementById("thought").textContent.includes("mistakes in")`)
	p.inspect("replay")
}
