//go:build browser

package web

import (
	"testing"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/internal/browsertest"
)

// A person looks which setting of a sweep is best, changes the contour, and sees a cell
// arrive; then follows a pair of a tournament to their games, and starts a tournament.
func TestSweepsOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.makeSweep("grid", 3)
	c, err := tournament.Parse(agent.Games(), "cup.yaml", []byte("{name: cup, game: tictactoe, agents: [{agent: random}, {agent: greedy}, {agent: hand}], games: 20}"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tournament.Play(t.Context(), c, tournament.Options{Root: p.options.Tournaments, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	p.open("/?token=" + token)
	p.Until("the way in", `location.pathname === "/" && !location.search && !!document.querySelector("main a")`)
	p.findsTheBestSetting()
	p.opensGamesOfAPair()
	p.startsATournament()
	p.Quiet()
}

// findsTheBestSetting reads ranks and figures of a sweep; a new cell appears by itself.
func (p *tab) findsTheBestSetting() {
	p.t.Helper()
	p.run(`document.querySelector('nav a[href="/sweeps"]').click()`)
	p.Until("the sweeps", `document.querySelector("#study tbody th a")?.textContent === "grid"`)
	p.inspect("sweeps")
	p.run(`document.querySelector('#study tbody th a').click()`)
	const drawn = `[...document.querySelectorAll("figure img")].length === 4 && [...document.querySelectorAll("figure img")].every(i => { i.loading = "eager"; return i.complete && i.naturalWidth > 200; })`
	p.Until("the figures", drawn)
	if first := value[string](p, `document.querySelector("#settings tbody tr").innerText.replace(/\s+/g, " ").trim()`); first[:9] != "1 0.9 40 " {
		p.t.Errorf("the best setting: %q", first)
	}
	p.inspect("sweep")
	p.run(`document.querySelector("[name=by]").value = "validated"; document.querySelector(".filters button").click()`)
	p.Until("the other measure", `document.querySelector("#settings thead").innerText.includes("mean validated fitness") && `+drawn)
	p.run(`history.back()`)
	p.Until("the first measure", `document.querySelector("#settings thead")?.innerText.includes("mean test score") && `+drawn)
	p.run(`window.stayed = true`)
	p.makeTested("2026-02-01-000000-late", "grid", 19, .95, "ga.sigma=.5", "ga.population=40", "ga.elites=2", "seed=9", "name=grid")
	p.Until("the new cell", `window.stayed && document.querySelectorAll("#settings tbody tr").length === 7 && document.querySelector("#study p").innerText.includes("19 of 19") && `+drawn)
	p.Look(375, false)
	if wide := value[float64](p, `document.documentElement.scrollWidth`); wide > 375 {
		p.t.Errorf("the page is %v wide on a phone", wide)
	}
	p.Until("a figure for the phone", `document.querySelector("#importance-figure img").currentSrc.includes("narrow=1")`)
	p.Look(browsertest.Laptop, false)
}

// opensGamesOfAPair goes from the cross table to the games of two players.
func (p *tab) opensGamesOfAPair() {
	p.t.Helper()
	p.run(`document.querySelector('nav a[href="/tournaments"]').click()`)
	p.Until("the tournaments", `/cup tictactoe hand finished/.test(document.querySelector("#table tbody tr")?.innerText.replace(/\s+/g, " "))`)
	p.inspect("tournaments-found")
	p.run(`document.querySelector('#table tbody th a').click()`)
	p.Until("the ratings", `document.querySelector("figure img")?.naturalWidth > 200 && document.querySelector("figure img").getBoundingClientRect().height > 60`)
	p.inspect("tournament-ended")
	p.run(`document.querySelector('[aria-label="cross table"] td a').click()`)
	p.Until("their games", `document.querySelectorAll("[aria-label=games] tbody tr, [aria-label=games] tr:has(td)").length === 20 && document.body.innerText.includes("20 games.")`)
	p.run(`document.querySelector('[aria-label="games"] th a').click()`)
	p.Until("a game", `!!document.querySelector(".board")`)
}

// startsATournament fills in the form, is told a mistake at its place, and mends it.
func (p *tab) startsATournament() {
	p.t.Helper()
	for _, kind := range []string{"run", "sweep", "tournament"} {
		p.open("/new?kind=" + kind)
		p.inspect("new-" + kind)
		p.Until("its buttons", `document.querySelectorAll("[data-waits]").length > 2 && !document.querySelector("[data-waits]:disabled")`)
	}
	p.open("/new?kind=sweep")
	p.run(`document.querySelector('[data-list="sweep.grid"] input').value = "ga.sigma=.1|high"; document.querySelector("#start button").click()`)
	p.Until("the mistake of the grid", `document.querySelector('[data-problem="sweep.grid"]').textContent.startsWith("ga.sigma: ") && document.activeElement.closest('[data-list="sweep.grid"]')`)
	p.Forget() // a browser logs the refusal
	p.open("/new?kind=tournament")
	p.run(`const game = document.querySelector("[data-key=game]"); game.value = "tictactoe"; game.dispatchEvent(new Event("change"))`)
	if variants := value[string](p, `[...document.querySelector("[data-key=variant]").options].map(o => o.value).join()`); variants == "" || value[bool](p, `[...document.querySelector("[data-key=variant]").options].some(o => o.value === "two-pass")`) {
		p.t.Errorf("variants of tic-tac-toe: %q", variants)
	}
	p.run(`document.querySelectorAll("[data-list=agents] .row").forEach(r => r.querySelector(".less").click());
		for (const name of ["random", "greedy"]) { document.querySelector("[data-list=agents] .more").click(); document.activeElement.value = name; }
		for (const [key, v] of [["name", "mine"], ["games", "3"], ["final_games", "0"]]) document.querySelector('[data-key="' + key + '"]').value = v;
		document.querySelector("[name=workers]").value = 1; document.querySelector("#start button").click()`)
	p.Until("the mistake", `document.querySelector('[data-problem="games"]').textContent.includes("even") && document.activeElement.dataset.key === "games"`)
	p.Forget() // a browser logs the refusal
	p.inspect("new-mistake")
	p.run(`document.querySelector('[data-key="games"]').value = "4"; document.querySelector("#start button").click()`)
	p.Until("the tournament", `location.pathname.startsWith("/tournaments/") && document.querySelector("h1").textContent === "mine" && document.querySelector("#table").dataset.ended === "true"`)
}
