//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"evolab/internal/browsertest"
)

// The page of a run says first what was reached, cuts nothing on a telephone, and stays
// where it is when the run ends; stopping it leads to one state.
func TestRunOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.open("/?token=" + token)
	done := p.finished("seed=3", "validation.every=1")
	p.ask("POST", "/api/runs/"+done+"/labels", `{"name":"my best <b>run</b>","tags":["good"],"note":"it wins"}`)
	p.open("/runs/" + done)
	p.Until("the curves", `document.querySelector("#learning canvas") && document.querySelector("#weights canvas")`)
	if text := value[string](p, `document.querySelector("h1").innerText`); text != "my best <b>run</b>" {
		p.t.Errorf("the heading is %q", text)
	}
	p.saysFirstWhatWasReached()
	p.inspect("run-finished")
	p.staysWhenARunEnds()
	p.stopsClearly()
	p.claimsNothing()
	p.Quiet()
}

// claimsNothing looks at a run whose candidates meet each other: of their fitness, always a half,
// nothing is shown.
func (p *tab) claimsNothing() {
	p.t.Helper()
	p.open("/runs/" + p.finished("seed=4", "optimizer=spsa", "spsa.meet=each-other", "validation.every=1"))
	p.Until("the curves", `document.querySelector("#learning canvas") && document.querySelector("#weights canvas")`)
	text := value[string](p, `document.querySelector("#learning").innerText + [...document.querySelectorAll("#numbers tbody tr")].map(r => r.cells[2].textContent + r.cells[3].textContent).join("")`)
	if strings.Contains(text, "claimed") || strings.Contains(text, "0.5") || !strings.Contains(text, "validated") || !strings.Contains(text, "--") {
		p.t.Errorf("the curve and the numbers show %q", text)
	}
}

// saysFirstWhatWasReached looks at a telephone's screen: the results stand first, the curve
// ends within three screens, and what is wider than the page says so.
func (p *tab) saysFirstWhatWasReached() {
	p.t.Helper()
	const height = 667
	p.Window(browsertest.Phone, height, false)
	p.run(`scrollTo(0, 0)`)
	at := value[[]float64](p, `[".reached", ".facts", "#learning canvas", "#champion"].map(s => document.querySelector(s).getBoundingClientRect().bottom)`)
	for i := 1; i < len(at); i++ {
		if at[i] <= at[i-1] {
			p.t.Errorf("the parts end at %v", at)
		}
	}
	if at[0] > height || at[2] > 3*height {
		p.t.Errorf("the results end at %v, the learning curve at %v", at[0], at[2])
	}
	if bad := value[string](p, `[...document.querySelectorAll("main *")].filter(e => e.offsetParent && !e.closest(".wide, pre, .said, .uplot") && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 90)).slice(0, 3).join()`); bad != "" {
		p.t.Errorf("cut: %s", bad)
	}
	bars := value[[]float64](p, `[...document.querySelectorAll("#champion .zero")].map(e => e.getBoundingClientRect().left)`)
	for _, x := range bars {
		if len(bars) == 0 || x != bars[0] {
			p.t.Errorf("the weights are on several axes: %v", bars)
		}
	}
	if !value[bool](p, `[...document.querySelectorAll("#champion tr[data-feature]")].every(r => {
		const zero = r.querySelector(".zero").getBoundingClientRect().left, bar = r.querySelector("rect").getBoundingClientRect(), minus = r.cells[2].textContent.trim().startsWith("-");
		return minus ? bar.right <= zero + 1 : bar.left >= zero - 1;
	})`) {
		p.t.Error("a bar lies on the wrong side of zero")
	}
}

// staysWhenARunEnds reads the last part of a page whose run ends: that stays in place.
func (p *tab) staysWhenARunEnds() {
	p.t.Helper()
	p.Look(browsertest.Laptop, false)
	status, text := p.ask("POST", "/api/runs", `{"config":"tictactoe","overrides":["generations=40","ga.population=6","ga.elites=1","seed=9"],"workers":1}`)
	if status != 201 {
		p.t.Fatalf("%d %s", status, text)
	}
	name := value[string](p, fmt.Sprintf(`JSON.parse(%q).run`, text))
	p.open("/runs/" + name)
	p.Until("some curve", `document.querySelector("#weights canvas")`)
	p.run(`window.stayed = true; [...document.querySelectorAll("h2")].find(h => h.textContent === "Weights by generation").scrollIntoView()`)
	const place = `[...document.querySelectorAll("h2")].find(h => h.textContent === "Weights by generation").getBoundingClientRect().top`
	before := value[float64](p, place)
	p.Until("the end", `document.getElementById("status").textContent === "finished" && document.getElementById("champion")`)
	time.Sleep(300 * time.Millisecond)
	if after := value[float64](p, place); after < before-3 || after > before+3 || !value[bool](p, `window.stayed`) {
		p.t.Errorf("what was read is at %v, was at %v", after, before)
	}
	p.inspect("run-ended")
}

// stopsClearly stops a run: it is stopping, then interrupted, and never said to be
// somebody else's.
func (p *tab) stopsClearly() {
	p.t.Helper()
	status, text := p.ask("POST", "/api/runs", `{"config":"tictactoe","overrides":["generations=20000","seed=8"],"workers":1}`)
	if status != 201 {
		p.t.Fatalf("%d %s", status, text)
	}
	p.open("/runs/" + value[string](p, fmt.Sprintf(`JSON.parse(%q).run`, text)))
	p.Until("the button", `document.getElementById("stop")?.hidden === false && document.querySelector("#learning canvas")`)
	p.run(`window.states = []; new MutationObserver(() => states.push(["", document.getElementById("elsewhere").hidden, document.getElementById("status").textContent].join())).observe(document.querySelector(".state"), { subtree: true, childList: true, attributes: true })`)
	p.Do(chromedp.Click("#stop", chromedp.ByQuery))
	p.Until("stopping at once, or stopped", `["stopping", "interrupted"].includes(document.getElementById("status").textContent)`)
	p.Until("its end", `document.getElementById("status").textContent === "interrupted" && !document.getElementById("resume").hidden && document.getElementById("stop").hidden`)
	if bad := value[string](p, `states.filter(s => s.includes(",false,")).slice(0, 3).join(" ")`); bad != "" {
		p.t.Errorf("it was said to be somebody else's: %s", bad)
	}
	if again := value[string](p, `states.map(s => s.split(",").pop()).filter((s, i, all) => s !== all[i - 1]).join()`); again != "stopping,interrupted" && again != "running,stopping,interrupted" && again != "interrupted" {
		p.t.Errorf("the states were %s", again)
	}
}
