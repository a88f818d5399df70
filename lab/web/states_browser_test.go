//go:build browser

package web

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/experiments/run"
)

// pageState is a page in a state that the other tests do not look at.
type pageState struct {
	name    string
	address string
	do      string // what brings the state about
	keys    string // pressed after that
	until   string // it is there; "": once the page is
	loud    bool   // a browser logs what the page was refused
}

// Nothing keeps people out of any page, also where there is nothing to see, where something
// is wrong, or is asked, chosen or under way.
func TestStatesOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.open("/?token=" + token)
	p.Until("the way in", `location.pathname === "/" && !location.search`)
	p.looksAt([]pageState{
		{name: "empty-runs", address: "/"},
		{name: "empty-sweeps", address: "/sweeps"},
		{name: "empty-games", address: "/games"},
		{name: "empty-tournaments", address: "/tournaments"},
		{name: "problem-address", address: "/nothing/here", loud: true},
		{name: "problem-run", address: "/runs/none", loud: true},
		{name: "problem-compare", address: "/compare?run=none", loud: true},
		{name: "problem-config", address: "/new?config=none"},
	})
	one, two, left, games := p.makeStates()
	p.looksAt([]pageState{
		{name: "runs-none", address: "/?filter=false"},
		{name: "runs-help", address: "/", do: `document.querySelectorAll("#help, #columns").forEach(d => d.open = true)`},
		{name: "runs-ticked", address: "/", do: `document.getElementById("all").click()`, until: `document.getElementById("ticked").textContent`},
		{name: "runs-freezing", address: "/?filter=run+contains+%22champion%22", do: `document.querySelector(".edit").click(); [...document.querySelectorAll(".writing button")].find(b => b.textContent.startsWith("Freeze")).click()`,
			until: `document.getElementById("sure").open && document.getElementById("yes").textContent === "Freeze it"`},
		{name: "runs-frozen", address: "/?filter=run+contains+%22champion%22", do: `document.querySelector(".edit").click(); [...document.querySelectorAll(".writing button")].find(b => b.textContent.startsWith("Freeze")).click(); document.getElementById("yes").click()`,
			until: `document.querySelector(".writing [role=status]")?.textContent === "it plays better now"`},
		{name: "run-open", address: "/runs/" + one, do: `document.querySelectorAll("details").forEach(d => d.open = true)`, until: `document.querySelector("#learning canvas")`},
		{name: "run-figures", address: "/runs/" + one, do: `document.querySelectorAll("figure img").forEach(i => i.loading = "eager")`, until: `[...document.querySelectorAll("figure img")].every(i => i.complete && i.naturalWidth > 200)`},
		{name: "run-hidden", address: "/runs/" + one, do: `document.querySelector(".legend button").click()`, until: `document.querySelector(".legend [aria-pressed=false]")`},
		{name: "run-worth", address: "/runs/" + one, do: `document.getElementById("worth").click()`, until: `document.querySelectorAll("#champion .worth").length > 2`},
		{name: "run-damaged", address: "/runs/damaged", until: `document.querySelector("section.warnings")`},
		{name: "run-held", address: "/runs/held", until: `document.getElementById("held")`},
		{name: "run-offline", address: "/runs/" + one, do: `document.getElementById("offline").hidden = false`},
		{name: "run-locked", address: "/runs/" + one, do: `document.getElementById("locked").hidden = false`},
		{name: "compare-met", address: "/compare?run=" + one + "&run=" + two, do: `document.getElementById("matchgames").value = "2"; document.getElementById("meet").click()`, until: `!document.getElementById("met").hidden`},
		{name: "compare-refused", address: "/compare?run=" + one + "&run=" + two, do: `document.getElementById("matchgames").value = "3"; document.getElementById("meet").click()`, until: `document.getElementById("meeting").textContent.includes("even")`, loud: true},
		{name: "compare-games", address: "/compare?run=halma&run=" + one, until: `document.querySelector(".warnings")`},
		{name: "compare-unvalidated", address: "/compare?run=damaged&run=held"},
		{name: "sweep-few", address: "/sweeps/few", until: `document.querySelectorAll("figure").length >= 2`},
		{name: "sweep-young", address: "/sweeps/young", until: `document.body.innerText.includes("No figures yet")`},
		{name: "tournament-left", address: left, until: `document.querySelector(".status").textContent.includes("not over")`},
		{name: "file-found", address: games + "?player=greedy&result=won"},
		{name: "new-open", address: "/new?config=quick", do: `document.querySelectorAll("details").forEach(d => d.open = true)`},
		{name: "new-sweep-open", address: "/new?kind=sweep", do: `document.querySelectorAll("details").forEach(d => d.open = true)`},
		{name: "play-open", address: "/play?game=checkers", do: `document.querySelectorAll("details").forEach(d => d.open = true)`, until: `document.body.dataset.turn === "mine"`},
		{name: "play-picked", address: "/play?game=halma", until: `document.body.dataset.turn === "mine"`, do: ownPiece, keys: kb.Enter},
		{name: "play-refused", address: "/play?game=littlego", until: `document.body.dataset.turn === "mine"`, do: `document.getElementById("resign").click()`},
		{name: "play-hint", address: "/play?game=konane", do: `document.getElementById("hint").click()`, until: `document.querySelector(".board .hinted")`},
		{name: "replay-reviewing", address: games + "?game=1", do: `document.getElementById("judge").click()`, until: `!document.getElementById("reviewed").hidden && document.getElementById("reviewed").value > 0`},
		{name: "replay-picked", address: games + "?game=1", do: `document.querySelector("#field td[tabindex='0']").focus()`, keys: kb.Enter},
	})
	p.Quiet()
}

// ownPiece gives the focus to a piece that can move.
const ownPiece = `(() => { const s = document.querySelector("#field .possible"); document.querySelector("#field td[tabindex='0']").tabIndex = -1; s.tabIndex = 0; s.click(); s.focus(); })()`

// looksAt brings the states about, one after the other, and inspects them.
func (p *tab) looksAt(list []pageState) {
	p.t.Helper()
	for _, s := range list {
		p.open(s.address)
		if s.until != "" && s.do == "" {
			p.Until(s.name, s.until)
		}
		if s.do != "" {
			p.Until("the script of "+s.address, `document.readyState === "complete"`)
			if strings.Contains(s.address, "/play") {
				p.Until("the board", `document.body.dataset.turn === "mine"`)
			}
			p.run(s.do)
		}
		if s.keys != "" {
			p.Do(chromedp.KeyEvent(s.keys))
		}
		if s.until != "" {
			p.Until(s.name, s.until)
		}
		p.inspect(s.name)
		if s.loud {
			p.Forget()
		}
	}
}

// makeStates writes what the states are of: two finished runs, some in trouble, two sweeps,
// a tournament that was left and one that was played, with the address of its games.
func (p *tab) makeStates() (one, two, left, games string) {
	p.t.Helper()
	p.options.Freeze = func(context.Context, string) (string, error) { return "it plays better now", nil }
	one, two = p.finished("seed=3", "validation.every=1", "name=champion"), p.finished("seed=4", "validation.every=1", "name=champion")
	p.makeRun("halma", "game=halma")
	p.makeRun("held")
	p.makeRun("damaged")
	p.write("damaged/"+run.MetricsFile, point(0)+"{broken\n"+point(1))
	for i, sigma := range []string{".1", ".9"} {
		p.makeTested(fmt.Sprint("few-", i), "few", 4, .5+.2*float64(i), "ga.sigma="+sigma, fmt.Sprint("seed=", i+1), "name=few")
	}
	p.makeRun("young-1", "name=young")
	p.write("young-1/"+run.EnvironmentFile, `{"schema":1,"started":"2026-01-02T03:04:05Z","sweep":"young","cells":8}`)
	ctx, stop := context.WithCancel(p.t.Context())
	left = p.plays(ctx, "{name: left, game: tictactoe, agents: [{agent: random}, {agent: greedy}, {agent: hand}], games: 1000}", &leaver{40, stop})
	cup := p.plays(p.t.Context(), "{name: cup, game: checkers, agents: [{agent: random}, {agent: greedy}], games: 4}", nil)
	return one, two, "/tournaments/" + left, "/games/project/tournaments/" + cup + "/games.jsonl"
}

// plays plays a tournament, or a part of it, and returns its name.
func (p *tab) plays(ctx context.Context, text string, o tournament.Observer) string {
	p.t.Helper()
	c, err := tournament.Parse(agent.Games(), "own.yaml", []byte(text), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	_, folder, err := tournament.Play(ctx, c, tournament.Options{Root: p.options.Tournaments, Workers: 1, Observer: o})
	if err != nil && !errors.Is(err, context.Canceled) {
		p.t.Fatal(err)
	}
	return filepath.Base(folder)
}

// leaver leaves a tournament after some games.
type leaver struct {
	games int
	leave func()
}

func (*leaver) Started(string, int, int) {}

func (l *leaver) Played(arena.Line, func() *tournament.Table) {
	if l.games--; l.games == 0 {
		l.leave()
	}
}
