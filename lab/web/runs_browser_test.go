//go:build browser

package web

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/browsertest"
)

// A person looks for runs, writes on them and deletes one, by keys alone where it can be
// done so; the list follows what happens elsewhere.
func TestRunsOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	for i := range 12 {
		name := fmt.Sprintf("2026-01-%02d-000000-wide", i+1)
		p.makeRun(name, fmt.Sprint("seed=", i%4+1), fmt.Sprint("ga.sigma=.", i/4+1), "name=wide")
		p.write(name+"/"+run.EnvironmentFile, `{"schema":1,"started":"2026-01-02T03:04:05Z","sweep":"wide"}`)
		p.write(name+"/"+run.HistoryFile, `{"at":"2026-01-02T03:04:05Z","what":"finished","generation":0,"seconds":2.5}`+"\n")
		p.write(name+"/"+run.MetricsFile, strings.Replace(point(0), `"weights"`, `"validated":{"value":0.6,"low":0.5,"high":0.7},"weights"`, 1))
		p.write(name+"/"+run.ChampionFile, fmt.Sprintf(`{"evidence":{"test":[{"opponent":"random","opening_plies":%d,"games":100,"score":{"value":%v,"low":0.5,"high":0.9}}]}}`,
			experiment.Defaults().Test.OpeningPlies[0], .6+float64(i)/50))
	}
	p.open("/?token=" + token)
	p.Until("the table", `document.querySelectorAll("tr[data-run]").length === 12 && document.querySelector(".edit")?.offsetHeight >= 24`)
	p.inspect("runs")
	p.findsRuns()
	p.seesARunComeWhileTicking()
	p.writesOnARun()
	p.deletesARun()
	p.Quiet()
}

// findsRuns types filters, right and wrong ones, and groups what they find.
func (p *tab) findsRuns() {
	p.t.Helper()
	p.Do(chromedp.SendKeys(`[name=filter]`, "ga.sgima>.1"+kb.Enter, chromedp.ByQuery))
	p.Until("the mistake", `document.querySelector("mark")?.textContent === "ga.sgima" && document.querySelector("[name=filter]").value === "ga.sgima>.1"`)
	p.Forget() // a browser logs the refusal
	p.inspect("runs-mistake")
	p.run(`document.querySelector("[name=filter]").value = ""`)
	p.Do(chromedp.SendKeys(`[name=filter]`, "ga.sigma>.1 and seed<3"+kb.Enter, chromedp.ByQuery))
	p.Until("the filtered runs", `document.querySelectorAll("tr[data-run]").length === 4 && new URLSearchParams(location.search).get("filter") === "ga.sigma>.1 and seed<3"`)
	p.run(`document.querySelector("[name=group]").value = "setting"; document.querySelector("#view button").click()`)
	p.Until("the groups", `document.querySelectorAll("#list tbody tr").length === 2`)
	p.open("/?group=setting")
	p.Until("an interval over seeds", `/0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]/.test(document.querySelector("#list tbody tr").innerText)`)
	p.inspect("runs-grouped")
	p.Do(chromedp.Click("#list tbody th a", chromedp.ByQuery))
	p.Until("the runs of a group", `document.querySelectorAll("tr[data-run]").length === 4`)
	p.open("/")
	p.Do(chromedp.Click("#columns summary", chromedp.ByQuery))
	p.inspect("runs-columns")
	p.run(`for (const box of document.querySelectorAll("[name=column]")) box.checked = box.value === "sweep"; document.querySelector("#view button").click()`)
	p.Until("the columns", `document.querySelector("#list thead").innerText.replace(/\s+/g, " ").trim() === "run sweep"`)
	p.open("/")
}

// seesARunComeWhileTicking has a run come while boxes are ticked: they stay so, and the
// focus stays where it is.
func (p *tab) seesARunComeWhileTicking() {
	p.t.Helper()
	p.run(`window.stayed = true; [...document.querySelectorAll("[name=run]")].slice(0, 2).forEach(box => box.click()); document.querySelectorAll("[name=run]")[1].focus()`)
	const ticked = `[...document.querySelectorAll("[name=run]:checked")].map(box => box.value).join()`
	before, focus := value[string](p, ticked), value[string](p, `document.activeElement.value`)
	p.makeRun("2026-02-01-000000-new")
	p.Until("the new run", `document.querySelectorAll("tr[data-run]").length === 13`)
	if after := value[string](p, ticked); after != before || before == "" || value[string](p, `document.activeElement.value`) != focus || !value[bool](p, `window.stayed`) {
		p.t.Errorf("ticked %q, then %q, with the focus on %q", before, after, value[string](p, `document.activeElement.outerHTML`))
	}
	p.run(`document.querySelectorAll("[name=run]:checked").forEach(box => box.click())`)
}

// writesOnARun edits a run by keys; what is typed stays while the list changes, and stays
// text.
func (p *tab) writesOnARun() {
	p.t.Helper()
	p.run(`document.querySelector(".edit").focus()`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	p.Until("the fields", `document.activeElement.closest(".writing") && document.querySelectorAll(".writing input").length === 3`)
	p.inspect("runs-editing")
	p.run(`document.querySelector(".writing input").focus()`)
	p.Do(chromedp.KeyEvent("<b>best</b>"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("good, tuned"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("the note"))
	p.grow("2026-02-01-000000-new", point(1))
	p.Do(chromedp.KeyEvent(kb.Enter))
	p.Until("what was written", `!document.querySelector(".writing") && document.querySelector("tr[data-run] a")?.textContent === "<b>best</b>" && document.querySelector("tr[data-run]").innerText.includes("good tuned")`)
	if focused := value[string](p, `document.activeElement.className`); focused != "edit" {
		p.t.Errorf("the focus is on %s", value[string](p, `document.activeElement.outerHTML`))
	}
	labels, err := run.ReadLabels(filepath.Join(p.options.Runs, "2026-02-01-000000-new"))
	if err != nil || labels.Name != "<b>best</b>" || labels.Notes[0].Text != "the note" {
		p.t.Errorf("%+v %v", labels, err)
	}
}

// deletesARun is asked first, and asked again.
func (p *tab) deletesARun() {
	p.t.Helper()
	p.run(`document.querySelector(".edit").click(); [...document.querySelectorAll(".writing button")].find(b => b.textContent.startsWith("Delete")).click()`)
	p.Until("the question", `document.getElementById("sure").open && document.activeElement.textContent === "Cancel"`)
	p.inspect("runs-sure")
	p.Do(chromedp.KeyEvent(kb.Escape))
	p.Until("no question", `!document.getElementById("sure").open && document.querySelectorAll("tr[data-run]").length === 13`)
	p.run(`[...document.querySelectorAll(".writing button")].find(b => b.textContent.startsWith("Delete")).click(); document.getElementById("yes").click()`)
	p.Until("the run is gone", `document.querySelectorAll("tr[data-run]").length === 12 && !document.querySelector("[data-run^='2026-02']")`)
	p.Look(browsertest.Laptop, false)
}
