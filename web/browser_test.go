package web

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	browse = flag.Bool("browser", false, "use the lab in Chromium")
	shots  = flag.String("shots", "", "keep screenshots of the pages in this folder")
)

// tab is a page of a browser, with what it complains of.
type tab struct {
	context.Context
	*lab
	t    *testing.T
	home string

	mu         sync.Mutex
	complaints []string
}

func openTab(t *testing.T) *tab {
	t.Helper()
	if !*browse {
		t.Skip("without -browser")
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
		}
	}
	if program == "" {
		t.Fatal("no Chromium on this machine")
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program)}
	for _, name := range []string{"headless", "no-sandbox", "disable-gpu", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(name, true))
	}
	limited, stop := context.WithTimeout(context.Background(), 8*time.Minute)
	started, end := chromedp.NewExecAllocator(limited, options...)
	ctx, closeTab := chromedp.NewContext(started, chromedp.WithErrorf(t.Logf))
	t.Cleanup(func() { closeTab(); end(); stop() })
	p := &tab{Context: ctx, lab: newLab(t), t: t}
	p.home = p.http.URL
	chromedp.ListenTarget(ctx, p.listen)
	p.do(network.Enable(), log.Enable(), runtime.Enable())
	p.look(1280, false)
	return p
}

// listen notes errors and requests to other hosts.
func (p *tab) listen(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprintf("console: %s", e.Type)
	case *log.EventEntryAdded:
		text = fmt.Sprintf("log: %s %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, p.home+"/") && !strings.HasPrefix(url, "data:") && url != "about:blank" {
			text = "request: " + url
		}
	}
	if text != "" {
		p.mu.Lock()
		p.complaints = append(p.complaints, text)
		p.mu.Unlock()
	}
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// value evaluates JavaScript.
func value[T any](p *tab, script string) (v T) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script, &v, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return v
}

// until waits for a condition on the page.
func (p *tab) until(what, script string) {
	p.t.Helper()
	for range 600 {
		if value[bool](p, script) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("%s: not within 30 s; the page says %q", what, value[string](p, `document.body.innerText.slice(0, 2000)`))
}

func (p *tab) open(address string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.home+address), chromedp.WaitVisible("main", chromedp.ByQuery))
}

// look is the width of the window, and whether its user prefers the dark.
func (p *tab) look(width int64, dark bool) {
	p.t.Helper()
	scheme := map[bool]string{false: "light", true: "dark"}[dark]
	p.do(chromedp.EmulateViewport(width, 900), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// inspect looks at the page as it is in four ways, and lets axe-core look for what
// keeps people out.
func (p *tab) inspect(name string) {
	p.t.Helper()
	axe, err := os.ReadFile("testdata/axe.min.js")
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Evaluate(string(axe)+";0", nil))
	for _, width := range []int64{1280, 375} {
		for _, dark := range []bool{false, true} {
			p.look(width, dark)
			found := value[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
				.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" ")))`)
			for _, text := range found {
				p.t.Errorf("%s at %d px, dark %t: %s", name, width, dark, text)
			}
			if value[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
				p.t.Errorf("%s is wider than %d px", name, width)
			}
			p.keep(fmt.Sprintf("%s-%d-%s.png", name, width, map[bool]string{false: "light", true: "dark"}[dark]))
		}
	}
	p.look(1280, false)
}

func (p *tab) keep(name string) {
	if *shots == "" {
		return
	}
	var picture []byte
	p.do(chromedp.FullScreenshot(&picture, 90))
	if err := os.WriteFile(filepath.Join(*shots, name), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// A person uses the lab: enters, starts a run, sees it grow, stops it, compares,
// steps through a game, and plays one of each game.
func TestLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.write("match.jsonl", drawnGame+"\n")
	p.makeRun("2026-01-01-000000-one")
	p.makeRun("2026-01-01-000001-two", "seed=2")
	p.do(chromedp.Navigate(p.home + "/?token=" + token))
	p.until("the way in", `location.pathname === "/" && !location.search && !!document.querySelector("tbody tr")`)
	p.inspect("runs")
	p.comparesTwo()
	p.watchesARun()
	p.stepsThroughAGame()
	for _, game := range []string{"littlego", "checkers", "halma", "konane", "tictactoe"} {
		p.playsAGame(game)
	}
	for _, page := range []string{"games", "tournaments", "new"} {
		p.open("/" + page)
		p.inspect(page)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.complaints {
		t.Error(text)
	}
}

func (p *tab) comparesTwo() {
	p.t.Helper()
	p.open("/?name=00000")
	p.do(chromedp.Evaluate(`document.querySelectorAll("[name=run]").forEach(b => b.click()); document.querySelector("#list button").click()`, nil))
	p.until("the comparison", `document.querySelector("h1")?.textContent === "2 runs compared"`)
	p.inspect("compare")
}

// watchesARun starts an experiment by the form, whose error is shown at its key, and
// sees it grow and stop.
func (p *tab) watchesARun() {
	p.t.Helper()
	p.open("/new?config=tictactoe")
	set := func(key, v string) {
		p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector('[data-key="%s"]').value = "%s"`, key, v), nil))
	}
	set("generations", "0")
	p.do(chromedp.Click("#start button", chromedp.ByQuery))
	p.until("the error", `document.querySelector('[data-problem="generations"]').textContent.includes("allowed")`)
	p.mu.Lock()
	p.complaints = p.complaints[:0] // a browser logs the refusal
	p.mu.Unlock()
	set("generations", "5000")
	p.do(chromedp.Click("#start button", chromedp.ByQuery))
	p.until("the run's page", `location.pathname.startsWith("/runs/") && !!document.getElementById("run")`)
	p.until("three points", `Number(document.getElementById("run")?.dataset.points) >= 3`)
	p.until("the curve", `!!document.querySelector("#learning canvas")`)
	p.inspect("run")
	p.until("the button", `document.getElementById("stop")?.hidden === false`)
	p.do(chromedp.Click("#stop", chromedp.ByQuery))
	p.until("its end", `document.getElementById("status")?.textContent === "interrupted"`)
}

func (p *tab) stepsThroughAGame() {
	p.t.Helper()
	p.open("/games/match.jsonl?game=1")
	at := func(want string) {
		p.t.Helper()
		p.until("step "+want, `document.getElementById("at")?.textContent === "`+want+` of 9"`)
	}
	at("0")
	for _, k := range []struct{ key, want string }{{kb.ArrowRight, "1"}, {kb.ArrowRight, "2"}, {kb.ArrowLeft, "1"}, {kb.End, "9"}, {kb.Home, "0"}} {
		p.do(chromedp.KeyEvent(k.key))
		at(k.want)
	}
	p.do(chromedp.KeyEvent("e"))
	p.until("the engine", `document.getElementById("thought")?.textContent.startsWith("best move")`)
	p.do(chromedp.KeyEvent("m"))
	p.until("the judge", `document.getElementById("thought").textContent.includes("mistakes in")`)
	p.inspect("replay")
}

// playsAGame plays to the end, by squares, with moves that the engine finds.
func (p *tab) playsAGame(game string) {
	p.t.Helper()
	p.open("/play?game=" + game)
	p.do(chromedp.Evaluate(`document.querySelector("[name=against]").value = "random"; document.querySelector("[name=strength]").value = "easy"; document.querySelector("#setup button").click()`, nil))
	p.until("the board", `document.body.dataset.plies === "0" && document.body.dataset.turn === "mine"`)
	p.inspect("play-" + game)
	end := time.Now().Add(3 * time.Minute)
	for plies := 0; !value[bool](p, `!!document.body.dataset.over`); plies++ {
		if time.Now().After(end) {
			p.t.Fatalf("%s: no end after %d moves", game, plies)
		}
		bad := value[string](p, oneMove)
		if bad != "" {
			p.t.Fatalf("%s: after %d moves: %s", game, plies, bad)
		}
		p.until("the answer", `document.body.dataset.turn === "mine" || !!document.body.dataset.over`)
	}
}

// oneMove asks the engine for a move and touches its squares.
const oneMove = `(async () => {
	const form = document.getElementById("setup"), position = document.body.dataset.position, variant = form.elements.variant ? form.elements.variant.value : "";
	const plies = document.body.dataset.plies;
	const answer = await fetch("/api/analyze", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({game: form.dataset.game, variant, position, seconds: .02})});
	const t = await answer.json();
	if (!answer.ok) return t.error;
	if (!t.squares.length) { document.getElementById("pass").click(); return ""; }
	const touch = ([r, c]) => [...document.querySelectorAll("#field tr")][r + 1].querySelectorAll("td")[c + (r < 0 ? 1 : 0)].click();
	for (const s of t.squares) if (document.body.dataset.plies === plies && document.body.dataset.turn === "mine") touch(s);
	const choice = document.querySelector("#choice button");
	if (choice && document.body.dataset.turn === "mine") choice.click();
	await new Promise(r => setTimeout(r, 50));
	return document.getElementById("refused").textContent;
})()`
