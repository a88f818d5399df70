//go:build browser

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/experiments/run"
	"evolab/internal/browsertest"
	"evolab/plots"
)

// tab is the lab in a browser.
type tab struct {
	*browsertest.Tab
	*lab
	t     *testing.T
	began time.Time
}

func openTab(t *testing.T) *tab {
	t.Helper()
	program := browsertest.Program(t)
	l := newLab(t)
	l.pace = usualPace
	own := func(e *network.EventRequestWillBeSent) bool { return strings.HasPrefix(e.Request.URL, l.http.URL+"/") }
	p := &tab{browsertest.Open(t, program, 25*time.Minute, own), l, t, time.Now()}
	p.Look(browsertest.Laptop, false)
	return p
}

// value evaluates JavaScript.
func value[T any](p *tab, script string) T {
	p.t.Helper()
	return browsertest.Value[T](p.Tab, script)
}

// run evaluates JavaScript whose value does not matter.
func (p *tab) run(script string) {
	p.t.Helper()
	p.Do(chromedp.Evaluate(script+"; 0", nil))
}

func (p *tab) open(address string) {
	p.t.Helper()
	p.Do(chromedp.Navigate(p.http.URL+address), chromedp.WaitVisible("main", chromedp.ByQuery))
}

// inspect looks at the page as it is.
func (p *tab) inspect(name string) {
	p.t.Helper()
	p.t.Logf("%s after %v", name, time.Since(p.began).Round(time.Second))
	p.Inspect(name)
}

// A person uses the lab: enters, starts a run, sees it grow, stops it, compares,
// steps through a game, and plays one of each game.
func TestLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.write("match.jsonl", drawnGame+"\n")
	p.makeGrading("class")
	p.refusesStrangers()
	p.open("/?token=" + token)
	p.Until("the way in", `location.pathname === "/" && !location.search && !!document.querySelector("main a")`)
	one := p.startsARun()
	p.losesNothing()
	p.outlivesItsToken()
	p.isPrompt()
	p.comparesTwo()
	p.stopsARun(one)
	p.open("/runs/" + one)
	p.opensFigures()
	p.seesATournamentGrow()
	p.seesWorkers()
	p.stepsThroughAGame()
	for _, game := range []string{"littlego", "checkers", "halma", "konane", "tictactoe"} {
		p.playsAGame(game)
	}
	for name, address := range map[string]string{"runs": "/", "games": "/games", "file": "/games/class/games.jsonl", "tournaments": "/tournaments", "grading": "/gradings/class", "new": "/new"} {
		p.open(address)
		p.inspect(name)
	}
	p.Quiet()
}

// refusesStrangers opens the lab without its token and by another name, as a page
// elsewhere would. TestGuard has the other ways.
func (p *tab) refusesStrangers() {
	p.t.Helper()
	for _, c := range []struct {
		host, want string
	}{
		{p.http.URL, "The token is missing"},
		{strings.Replace(p.http.URL, "127.0.0.1", browsertest.Stranger, 1), "another name"},
	} {
		p.Do(chromedp.Navigate(c.host + "/"))
		p.Until("the refusal: "+c.want, fmt.Sprintf(`document.body.innerText.includes(%q)`, c.want))
	}
	if status, text := p.ask("GET", "/", "", "Origin", "http://evil.example"); status != http.StatusForbidden {
		p.t.Errorf("another origin: %d %s", status, text)
	}
	p.Forget() // a browser logs refusals
}

// seesATournamentGrow follows a tournament while it is played: its table has more
// games, and the page was not loaded again.
func (p *tab) seesATournamentGrow() {
	p.t.Helper()
	c, err := tournament.Parse(agent.Games(), "growing.yaml", []byte("{name: growing, game: tictactoe, format: round-robin, agents: [{agent: random}, {agent: greedy}], games: 100000}"), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(p.t.Context())
	started, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		_, _, err := tournament.Play(ctx, c, tournament.Options{Root: p.options.Runs, Workers: 1, Observer: slowly{started}})
		ended <- err
	}()
	defer func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			p.t.Errorf("the tournament: %v", err)
		}
	}()
	select {
	case name := <-started:
		p.open("/tournaments/" + name)
	case err := <-ended:
		p.t.Fatal(err)
	}
	p.run(`window.stayed = true`)
	const games = `Number(document.querySelector("#table p").textContent.match(/([0-9,]+) games/)[1].replaceAll(",", ""))`
	seen := value[int](p, games)
	p.Until("more games", fmt.Sprintf(`%s > %d && window.stayed`, games, seen))
	p.inspect("growing")
}

// slowly watches a tournament whose games are far apart.
type slowly struct{ started chan string }

func (s slowly) Started(folder string, _, _ int) {
	select {
	case s.started <- path.Base(folder):
	default:
	}
}

func (slowly) Played(arena.Line, func() *tournament.Table) { time.Sleep(5 * time.Millisecond) }

// seesWorkers shows a run over a cluster, with who has played how much.
func (p *tab) seesWorkers() {
	p.t.Helper()
	const name = "2026-01-01-000001-cluster"
	p.makeRun(name)
	p.write(name+"/"+run.TimingFile, `{"generation":0,"seconds":2,"cpu_seconds":1,"games":10,"games_per_second":5,"workers":0,"players":{"bob-2":1200,"ann-1":8}}`+"\n")
	p.open("/runs/" + name)
	p.Until("the workers", `document.getElementById("workers").textContent === "2 of a cluster" && !document.getElementById("players").hidden`)
	if text := value[string](p, `document.querySelector("#players tbody").innerText.replace(/\s+/g, " ").trim()`); text != "ann-1 8 bob-2 1,200" {
		p.t.Errorf("the workers: %q", text)
	}
	p.inspect("cluster")
}

// playsAGame plays to the end against an agent that moves at random: tic-tac-toe by
// keys, the others by touching squares, with moves that the engine finds.
func (p *tab) playsAGame(game string) {
	p.t.Helper()
	p.open("/play?game=" + game)
	p.run(`document.querySelector("[name=against]").value = "random"; document.querySelector("[name=strength]").value = "easy"; document.querySelector("#setup button").click()`)
	p.Until("the board", `document.body.dataset.plies === "0" && document.body.dataset.turn === "mine"`)
	p.inspect("play-" + game)
	if game == "konane" { // half of the squares, and of the time
		p.run(`document.querySelector("[name=variant]").value = "8x8"; document.querySelector("#setup button").click()`)
		p.Until("the small board", `document.querySelectorAll("#field tr").length === 9 && document.body.dataset.turn === "mine"`)
	}
	if game == "tictactoe" {
		p.playsByKeys()
	}
	for !value[bool](p, `Boolean(document.body.dataset.over)`) {
		if bad := value[string](p, fmt.Sprintf(someMoves, 10)); bad != "" {
			p.t.Fatalf("%s: after %s moves: %s", game, value[string](p, `document.body.dataset.plies`), bad)
		}
	}
	p.t.Logf("%s: %s", game, value[string](p, `document.body.dataset.plies + " plies, " + document.body.dataset.over`))
}

// someMoves asks the engine for a number of moves and touches their squares. It comes to
// what the page refuses.
const someMoves = `(async () => {
	const form = document.getElementById("setup"), state = document.body.dataset, refused = document.getElementById("refused");
	const variant = form.elements.variant ? form.elements.variant.value : "";
	const quiet = () => state.turn === "mine" || state.over || refused.textContent;
	const settled = () => new Promise(done => {
		const look = () => { if (quiet()) { watch.disconnect(); done(); } };
		const watch = new MutationObserver(look);
		watch.observe(document.body, { attributes: true, subtree: true, childList: true });
		look();
	});
	const touch = ([r, c]) => document.querySelector(` + "`#field [data-at=\"${r},${c}\"]`" + `).click();
	for (let i = 0; i < %d && !state.over && !refused.textContent; i++) {
		const body = JSON.stringify({ game: form.dataset.game, variant, position: state.position, seconds: .01 }), plies = state.plies;
		const answer = await fetch("/api/analyze", { method: "POST", headers: { "Content-Type": "application/json" }, body });
		const best = await answer.json();
		if (!answer.ok) return best.error;
		if (!best.squares.length) document.getElementById("pass").click();
		for (const s of best.squares) if (state.plies === plies && state.turn === "mine") touch(s);
		const choice = document.querySelector("#choice button");
		if (choice && state.turn === "mine") choice.click();
		await settled();
		if (state.plies === plies && !refused.textContent) return "nothing happens at " + JSON.stringify(best.squares);
	}
	return refused.textContent;
})()`

// wayToASquare are the keys that lead over the board to the first square that can be
// chosen.
const wayToASquare = `(() => {
	const rows = [...document.querySelectorAll("#field tr")].slice(1).map(line => [...line.querySelectorAll("td")]);
	const find = wanted => { for (let r = 0; r < rows.length; r++) { const c = rows[r].findIndex(wanted); if (c >= 0) return [r, c]; } };
	const [r, c] = find(s => s === document.activeElement), [to, across] = find(s => s.classList.contains("possible"));
	const steps = (n, forth, back) => Array(Math.abs(n)).fill(n > 0 ? forth : back);
	return steps(to - r, "down", "up").concat(steps(across - c, "right", "left"), "enter");
})()`

// playsByKeys moves over the board with the arrow keys and chooses with Enter.
func (p *tab) playsByKeys() {
	p.t.Helper()
	keys := map[string]string{"down": kb.ArrowDown, "up": kb.ArrowUp, "left": kb.ArrowLeft, "right": kb.ArrowRight, "enter": kb.Enter}
	p.run(`document.querySelector("#field td[tabindex='0']").focus()`)
	for !value[bool](p, `Boolean(document.body.dataset.over)`) {
		before := value[string](p, `document.body.dataset.plies`)
		for _, key := range value[[]string](p, wayToASquare) {
			p.Do(chromedp.KeyEvent(keys[key]))
		}
		p.Until("the answer", fmt.Sprintf(`document.body.dataset.plies !== %q && (document.body.dataset.turn === "mine" || document.body.dataset.over)`, before))
	}
}

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
	p.sharesThePalette()
	p.inspect("run")
	return path.Base(value[string](p, `location.pathname`))
}

// sharesThePalette looks whether the curves of a run have the colours of its figures, on a
// light and on a dark page.
func (p *tab) sharesThePalette() {
	p.t.Helper()
	palette := plots.Colours()
	for _, dark := range []bool{true, false} {
		p.Look(browsertest.Laptop, dark)
		for name, look := range map[string]plots.Look{"validated": palette.Validated, "claimed": palette.Claimed, "mean of all": palette.Mean} {
			want := look.Light
			if dark {
				want = look.Dark
			}
			p.Until(name+" in "+want, fmt.Sprintf(`[...document.querySelectorAll("#learning .legend button")].some(b =>
				b.querySelector(".name").textContent === %q && getComputedStyle(b.querySelector(".mark line")).stroke ===
				"rgb(" + %q.match(/[0-9a-f]{2}/g).map(x => parseInt(x, 16)).join(", ") + ")")`, name, want))
		}
	}
}

// opensFigures opens each figure of the page by itself: its lines have their colours there
// too, although pages may hold no styles.
func (p *tab) opensFigures() {
	p.t.Helper()
	page, figures := value[string](p, `location.href`), value[[]string](p, `[...document.querySelectorAll("img")].map(i => i.src)`)
	if len(figures) == 0 {
		p.t.Errorf("%s has no figures", page)
	}
	for _, address := range figures {
		p.Do(chromedp.Navigate(address))
		if n := value[int](p, `document.querySelectorAll("[style]").length`); n < 10 {
			p.t.Errorf("%s: only %d styled elements", address, n)
		}
		if plain := value[int](p, `[...document.querySelectorAll("[style]")].filter(e => !e.style.length).length`); plain > 0 {
			p.t.Errorf("%s: %d elements without their styles", address, plain)
		}
	}
	p.Do(chromedp.Navigate(page), chromedp.WaitVisible("main", chromedp.ByQuery))
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

// outlivesItsToken gives the server another token, as if it had been started again: the page
// says so, and leads back to itself by the new one.
func (p *tab) outlivesItsToken() {
	p.t.Helper()
	page := value[string](p, `location.href`)
	p.Server.options.Token = "another-token-of-the-server"
	p.http.CloseClientConnections()
	p.Until("the page says that its token is not valid", `!document.getElementById("locked").hidden && document.getElementById("offline").hidden`)
	p.inspect("expired")
	p.Do(chromedp.Click("#locked a", chromedp.ByQuery), chromedp.WaitVisible(`input[name="token"]`, chromedp.ByQuery))
	p.inspect("access")
	p.Do(chromedp.SendKeys(`input[name="token"]`, "no token\r", chromedp.ByQuery))
	p.Until("the refusal", `document.getElementById("wrong").innerText.includes("not the token")`)
	p.Server.options.Token = token
	p.Do(chromedp.SendKeys(`input[name="token"]`, p.http.URL+"/?token="+token+"\r", chromedp.ByQuery))
	p.Until("the page again", fmt.Sprintf(`location.href === %q && !!document.getElementById("run")`, page))
	p.Forget() // a browser logs refusals
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

// came lists the marks with which browsers came to follow a run.
func (l *lab) came() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.marks)
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
	p.open("/?filter=" + url.QueryEscape(`game == "tictactoe" and status == "running"`))
	p.Until("both in the list", `document.querySelectorAll("[name=run]").length === 2`)
	p.run(`document.querySelectorAll("[name=run]").forEach(b => b.click()); document.querySelector("#list button").click()`)
	p.Until("the comparison", `document.querySelector("h1")?.textContent === "2 runs compared"`)
	p.Until("the curves", `document.querySelector("#curves canvas")`)
	seen := value[int](p, `Number(document.getElementById("compared").dataset.points)`)
	p.Until("more of the curves", fmt.Sprintf(`Number(document.getElementById("compared").dataset.points) > %d`, seen))
	p.inspect("compare")
	p.opensFigures()
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
	p.Do(chromedp.KeyEvent(kb.ArrowLeft))
	p.Until("it says where the game begins", `document.getElementById("refused").textContent.includes("begins")`)
	p.analysesWhatIsShown()
	p.triesAVariation()
	p.reviewsAGame()
}

// analysesWhatIsShown has the engine think, which goes on with what is shown next.
func (p *tab) analysesWhatIsShown() {
	p.t.Helper()
	if !value[bool](p, `document.getElementById("think").click(), document.getElementById("thought").classList.contains("busy")`) {
		p.t.Error("the page does not say that the engine works")
	}
	const lines = `document.getElementById("thought").textContent.startsWith("best move") && document.querySelectorAll("#lines li").length`
	p.Until("the best lines", lines+` === 5 && document.getElementById("thought").textContent.includes("exactly a draw") && document.getElementById("bar").offsetHeight > 0`)
	p.Do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowLeft))
	p.Until("the only line", lines+` === 1`)
	p.inspect("replay-analysis")
	p.Do(chromedp.KeyEvent("e"))
	p.Until("no analysis", `document.getElementById("think").getAttribute("aria-pressed") === "false"`)
}

// triesAVariation makes another move on the board and keeps it: after a reload it is there.
func (p *tab) triesAVariation() {
	p.t.Helper()
	p.Do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	p.run(`(() => { const next = document.querySelector('[data-ply="2"] .move').dataset.filed; [...document.querySelectorAll("#field td.empty")].find(s => s.dataset.at !== next).click(); })()`)
	p.Until("the variation", `document.getElementById("at").textContent === "variation, ply 2" && document.querySelectorAll(".variation").length === 1`)
	p.run(`document.querySelector("#field td.empty").click()`)
	p.Until("its second move", `document.querySelectorAll(".variation .plain").length === 2`)
	p.inspect("replay-variation")
	p.run(`[...document.querySelectorAll(".variation button")].find(b => b.textContent === "keep").click()`)
	p.Until("it is kept", `![...document.querySelectorAll(".variation button")].some(b => b.textContent === "keep")`)
	p.Do(chromedp.Reload())
	p.Until("it is there again", `document.querySelectorAll(".variation .plain").length === 2`)
}

// reviewsAGame marks mistakes, with what would have been better, and draws the evaluation;
// a reload keeps both.
func (p *tab) reviewsAGame() {
	p.t.Helper()
	p.Do(chromedp.KeyEvent("m"))
	p.Until("the review", `document.getElementById("thought").textContent.includes("mistakes in")`)
	for range 2 {
		p.Until("the graph and the notes", `document.querySelector("#graph svg .curve")?.getBoundingClientRect().width > 50 && document.querySelectorAll(".step .note:not(:empty)").length === 9`)
		if !value[bool](p, `[...document.querySelectorAll(".step.mistake")].every(s => s.querySelector(".better"))`) {
			p.t.Error("a mistake without what would have been better")
		}
		p.inspect("replay")
		p.Do(chromedp.Reload())
	}
}
