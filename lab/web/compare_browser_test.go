//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/experiments/run"
	"evolab/internal/browsertest"
)

// Many runs are ticked at once and compared: curves of groups with bands, values of all at
// the cursor, a legend for keys, and what was zoomed into while the curves grow.
func TestCompareOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	names := p.manyRuns(10, 3)
	alone := "2026-01-02-000000-alone"
	p.makeRun(alone, "seed=1", "ga.sigma=0.9")
	p.write(alone+"/"+run.MetricsFile, "")
	for g := range 3 {
		p.grow(alone, validatedPoint(g, .6))
	}
	p.open("/?token=" + token)
	p.Until("the table", `document.querySelectorAll("[name=run]").length === 31`)
	p.run(`document.getElementById("all").click()`)
	p.Until("all ticked", `document.getElementById("ticked").textContent === "31 ticked"`)
	p.run(`document.querySelector("button[form=compare]").click()`)
	p.Until("the comparison", `document.querySelector("h1")?.textContent === "31 runs compared" && document.querySelector("#curves canvas")`)
	p.namesWhatDiffers()
	p.showsAllAtTheCursor()
	p.hidesByKeys()
	p.inspect("compare-groups")
	p.staysZoomed(alone)
	p.run(`const f = document.getElementById("view"); f.group.value = "run"; f.across.value = "generations"; f.requestSubmit()`)
	p.Until("each run", `document.querySelectorAll(".legend li").length === 31 && location.search.includes("group=run")`)
	p.inspect("compare-runs")
	p.downloads()
	p.open("/compare?run=" + names[0] + "&run=" + names[1] + "&run=" + alone)
	p.inspect("compare-few")
	p.Quiet()
}

// namesWhatDiffers looks at the legend: a setting each, and the lone one says why it has no
// band.
func (p *tab) namesWhatDiffers() {
	p.t.Helper()
	list := value[[]string](p, `[...document.querySelectorAll(".legend .name")].map(e => e.textContent)`)
	if text := strings.Join(list, "|"); len(list) != 12 || !strings.Contains(text, "ga.sigma=0.1|") || !strings.Contains(text, "ga.sigma=0.9 (1 run)") || !strings.Contains(text, "each run") {
		p.t.Errorf("the legend has %q", list)
	}
}

// showsAllAtTheCursor points at the right end: each curve has its value, those that ended
// before say so; and at the left end, where the values are others.
func (p *tab) showsAllAtTheCursor() {
	p.t.Helper()
	box := value[[]float64](p, `(() => { document.querySelector("#curves").scrollIntoView(); const b = document.querySelector("#curves .u-over").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`)
	values := func(at float64) []string {
		p.Do(input.DispatchMouseEvent(input.MouseMoved, box[0]+at*box[2], box[1]+box[3]/2))
		return value[[]string](p, `[...document.querySelectorAll(".legend .value")].map(e => e.textContent).filter(Boolean)`)
	}
	right, left := values(.99), values(.3)
	if text := strings.Join(right, " "); len(right) != 11 || strings.Count(text, "ended at") < 4 || strings.Contains(text, "-") {
		p.t.Errorf("at the right end: %q", right)
	}
	if len(left) != 11 || fmt.Sprint(left) == fmt.Sprint(right) || strings.Contains(fmt.Sprint(left), "ended") {
		p.t.Errorf("further left: %q", left)
	}
}

// hidesByKeys hides a curve by Enter, and its band with it: few pixels have its pale colour then.
func (p *tab) hidesByKeys() {
	p.t.Helper()
	const shaded = `(() => {
		const c = document.querySelector("#curves canvas"), read = new OffscreenCanvas(c.width, c.height).getContext("2d", { willReadFrequently: true });
		read.drawImage(c, 0, 0);
		const d = read.getImageData(0, 0, c.width, c.height).data, want = document.querySelector(".legend .mark line").getAttribute("stroke").match(/[0-9a-f]{2}/g).map(x => parseInt(x, 16));
		let n = 0;
		for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 20 && d[i + 3] < 90 && want.every((x, k) => Math.abs(d[i + k] - x) < 8)) n++;
		return n;
	})()`
	before := value[int](p, shaded)
	p.run(`document.querySelector(".legend button").focus({ preventScroll: true })`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	p.Until("the curve is hidden", `document.querySelector(".legend button").getAttribute("aria-pressed") === "false"`)
	p.run(`document.activeElement.blur()`)
	p.Until("its band is gone", fmt.Sprintf(`%s < %d / 4`, shaded, before))
	p.run(`document.querySelector(".legend button").click()`)
}

// staysZoomed drags over the chart; when the curves grow, what was zoomed into stays, until
// the button shows all again.
func (p *tab) staysZoomed(name string) {
	p.t.Helper()
	box := value[[]float64](p, `(() => { document.querySelector("#curves").scrollIntoView(); const b = document.querySelector("#curves .u-over").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`)
	y := box[1] + box[3]/2
	p.Do(input.DispatchMouseEvent(input.MousePressed, box[0]+.3*box[2], y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, box[0]+.6*box[2], y).WithButton(input.Left),
		input.DispatchMouseEvent(input.MouseReleased, box[0]+.6*box[2], y).WithButton(input.Left).WithClickCount(1))
	const button = `[...document.querySelectorAll("#curves button")].find(b => b.textContent === "Show all")`
	p.Until("the way back", button+`.offsetHeight > 0`)
	seen := value[int](p, `Number(document.getElementById("compared").dataset.points)`)
	p.grow(name, validatedPoint(3, .6))
	p.Until("the curves grow", fmt.Sprintf(`Number(document.getElementById("compared").dataset.points) > %d`, seen))
	if !value[bool](p, button+`.offsetHeight > 0`) {
		p.t.Error("new data end the zoom")
	}
	p.Shot("compare-zoomed.png")
	p.run(button + `.click()`)
	p.Until("all again", button+`.offsetHeight === 0`)
}

// downloads fetches the figure in each form.
func (p *tab) downloads() {
	p.t.Helper()
	p.Look(browsertest.Laptop, false)
	if bad := value[string](p, `(async () => {
		const links = [...document.querySelectorAll('a[href^="/compare/curves."]')];
		if (links.length !== 4) return links.length + " links";
		for (const a of links) {
			const answer = await fetch(a.href), size = (await answer.blob()).size;
			if (!answer.ok || size < 500 || !answer.headers.get("Content-Disposition").includes("attachment")) return a.href + " " + answer.status + " " + size;
		}
		return "";
	})()`); bad != "" {
		p.t.Error(bad)
	}
}
