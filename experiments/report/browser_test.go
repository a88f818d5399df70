//go:build browser

package report

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/internal/browsertest"
)

var given = flag.String("report", "", "also open these reports of evolve report; a colon between two")

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

// value evaluates JavaScript.
func value[T any](p *tab, script string) T {
	p.t.Helper()
	return browsertest.Value[T](p.Tab, script)
}

// The reports of small runs of several games, of several runs together, and those
// that are given.
func TestReportInABrowser(t *testing.T) {
	program := browsertest.Program(t)
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
	pages["bare"] = pages["tictactoe"]
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			if name == "bare" { // as on a machine without the usual fonts
				browsertest.OneFont(t)
			}
			p := openPage(t, program, page(t))
			p.figuresAreLegible()
			p.gamesAreSteppedThrough()
			p.nothingSticksOut(1280)
			p.fitsAPhone()
			p.isDescribed()
			p.Inspect("report-" + name)
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

// smallest is how high letters on a screen have to be, in pixels of 1/96 inch.
const smallest = 10.5

// figuresAreLegible looks at each figure as it is shown: whether there is one,
// whether its letters are large enough, and whether words lie over each other. Small
// pictures of patterns stand in tables.
func (p *tab) figuresAreLegible() {
	p.t.Helper()
	type figure struct {
		Name     string
		Width    float64
		Smallest float64 // font size as shown
		Words    int
		Overlaps []string
	}
	list := value[[]figure](p, `[...document.querySelectorAll("img:not(td img)")].filter(img => img.src.startsWith("data:image/svg+xml")).map(img => {
		const holder = document.createElement("div");
		holder.style.cssText = "position:absolute;left:0;top:0;width:" + img.width + "px";
		holder.innerHTML = new TextDecoder().decode(Uint8Array.from(atob(img.src.split(",")[1]), c => c.charCodeAt(0)));
		document.body.append(holder);
		const svg = holder.querySelector("svg");
		svg.style.width = img.width + "px"; svg.style.height = "auto";
		const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
		const texts = [...svg.querySelectorAll("g[aria-label]")];
		const boxes = texts.map(t => t.getBoundingClientRect());
		const overlaps = [];
		boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, k) => {
			const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
			if (w > 1 && h > 4) overlaps.push(texts[k].ariaLabel + " and " + texts[i].ariaLabel);
		}));
		const sizes = texts.map(t => t.transform.baseVal.getItem(2).matrix.a * 2048 * scale); // of the font's units
		holder.remove();
		return {Name: img.alt, Width: img.naturalWidth && img.width, Smallest: Math.min(...sizes), Words: texts.length, Overlaps: overlaps};
	})`)
	if len(list) == 0 {
		p.t.Error("the page has no figures")
	}
	for _, f := range list {
		if f.Width < 500 || f.Words < 5 || f.Smallest < smallest {
			p.t.Errorf("figure %q: %.0f px wide, %d words, the smallest letters %.1f px", f.Name, f.Width, f.Words, f.Smallest)
		}
		if len(f.Overlaps) > 0 {
			p.t.Errorf("figure %q: words over each other: %s", f.Name, strings.Join(f.Overlaps, "; "))
		}
	}
}

// shown is what a reader sees of the first game.
const shown = `(() => {
	const game = document.querySelector(".game"), step = game.querySelectorAll(".step.shown");
	return [...step].map(s => s.textContent).join() + "|" + [...game.querySelectorAll(".board td")].map(td => td.className).join();
})()`

// gamesAreSteppedThrough opens the first game, which has the most mistakes, and
// goes through it by its buttons and by keys.
func (p *tab) gamesAreSteppedThrough() {
	p.t.Helper()
	if mistakes := value[[]int](p, `[...document.querySelector("article").querySelectorAll(".game")].map(g => g.querySelectorAll(".mistake").length)`); !slices.IsSortedFunc(mistakes, func(a, b int) int { return b - a }) {
		p.t.Errorf("games with mistakes in the order %v", mistakes)
	} else if len(mistakes) == 0 {
		p.t.Fatal("the page has no games")
	} else if at := value[bool](p, `document.querySelector(".game .step.shown").classList.contains("mistake")`); at != (mistakes[0] > 0) {
		p.t.Errorf("with %d mistakes a mistake is shown: %t", mistakes[0], at)
	}
	if value[bool](p, `document.querySelector(".game .board").checkVisibility()`) {
		p.t.Error("a board is seen before its game is opened")
	}
	p.Do(chromedp.Click(".game summary", chromedp.ByQuery), chromedp.WaitVisible(".game .board", chromedp.ByQuery))
	press := func(button string) string {
		p.Do(chromedp.Click(`.game button[data-to="`+button+`"]`, chromedp.ByQuery))
		return value[string](p, shown)
	}
	opening := press("first")
	steps := value[int](p, `document.querySelector(".game").querySelectorAll(".step").length`)
	seen := []string{opening}
	for range steps - 1 {
		next := press("next")
		if next == seen[len(seen)-1] {
			p.t.Errorf("after step %d nothing changes: %s", len(seen), next)
		}
		seen = append(seen, next)
	}
	last := seen[len(seen)-1]
	if press("next") != last || press("first") != opening || press("back") != opening || press("last") != last || press("back") != seen[len(seen)-2] {
		p.t.Error("the buttons do not lead through the game")
	}
	for _, c := range []struct{ key, want string }{{kb.ArrowLeft, seen[len(seen)-3]}, {kb.Home, opening}, {kb.ArrowRight, seen[1]}, {kb.End, last}} {
		p.Do(chromedp.KeyEvent(c.key))
		if value[string](p, shown) != c.want {
			p.t.Errorf("the key %q leads elsewhere", c.key)
		}
	}
}

// nothingSticksOut opens whatever can be opened and looks whether it fits into
// the given width, in pixels. A table may be wider inside a box that scrolls.
func (p *tab) nothingSticksOut(width int) {
	p.t.Helper()
	out := value[[]string](p, `(() => {
		document.querySelectorAll("details").forEach(d => { d.open = true; });
		const width = document.documentElement.clientWidth;
		const scrolls = e => e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
		const list = [...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > width + .5 && !scrolls(e.parentElement));
		if (document.documentElement.scrollWidth > width) list.unshift(document.documentElement);
		return list.map(e => e.tagName + " " + e.className + " " + e.textContent.trim().slice(0, 40));
	})()`)
	if len(out) > 0 {
		p.t.Errorf("%d things stick out at %d px, such as %q", len(out), width, out[:min(3, len(out))])
	}
}

// fitsAPhone looks at the page on a telephone: nothing is wider, and what
// scrolls can be reached by keys.
func (p *tab) fitsAPhone() {
	p.t.Helper()
	p.Do(chromedp.EmulateViewport(browsertest.Phone, 800))
	p.nothingSticksOut(browsertest.Phone)
	if n := value[int](p, `[...document.querySelectorAll("table:not(.board)")].filter(t => t.parentElement.tabIndex !== 0 || getComputedStyle(t.parentElement).overflowX !== "auto").length`); n > 0 {
		p.t.Errorf("%d tables can be neither scrolled nor reached", n)
	}
	p.Do(chromedp.EmulateViewport(1280, 800))
}

// isDescribed looks at what a reader who sees nothing hears: a title that says
// what the page is about, figures in words and numbers, and heads of tables
// that say of what they are.
func (p *tab) isDescribed() {
	p.t.Helper()
	if title := value[string](p, `document.title`); !titled.MatchString(title) {
		p.t.Errorf("the title is %q", title)
	}
	for _, alt := range value[[]string](p, `[...document.querySelectorAll("img:not(td img)")].map(i => i.alt)`) {
		if len(strings.Fields(alt)) < 15 || !strings.ContainsAny(alt, "0123456789") {
			p.t.Errorf("a figure is described by %q", alt)
		}
	}
	if heads := value[[]string](p, `[...document.querySelectorAll("th")].filter(h => !["col", "row"].includes(h.scope) || !h.textContent.trim()).map(h => h.outerHTML)`); len(heads) > 0 {
		p.t.Errorf("heads of tables without a scope or text: %q", heads)
	}
	if dumps := value[[]string](p, `[...document.querySelectorAll("td, p, h1, h2")].map(e => e.textContent).join("\n").match(/(^|\s)[&]?[{]\S+ .*[}]|map\[|0x[0-9a-f]{6,}|%!/gm) || []`); len(dumps) > 0 {
		p.t.Errorf("values as Go prints them: %q", dumps)
	}
}

// titled are titles with a game, an experiment and what came out.
var titled = regexp.MustCompile(`^[a-z]+.*(, \S+ \(seed \d+\): .*\d|: \d+ runs of .* compared)`)

// The area that A4 paper has within the margins of 14 mm, in CSS pixels.
const (
	paperWidth  = 687
	paperHeight = 1016
)

// printed prints the page, and looks at it as paper shows it: figures and
// boards are whole and on one page.
func (p *tab) printed() {
	p.t.Helper()
	p.Do(chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { d.open = false; });
		window.addEventListener("beforeprint", () => { window.closedOnPaper = document.querySelectorAll("details:not([open])").length; }); 0`, nil))
	var pdf []byte
	p.Do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = cdp.PrintToPDF().WithPrintBackground(true).WithPaperWidth(8.27).WithPaperHeight(11.69).Do(ctx)
		return err
	}))
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); !bytes.HasPrefix(pdf, []byte("%PDF-")) || pages < 2 || pages > 40 {
		p.t.Errorf("%d pages in a PDF of %d bytes", pages, len(pdf))
	}
	if closed := value[int](p, `window.closedOnPaper`); closed != 0 {
		p.t.Errorf("%d of what can be opened are closed on paper", closed)
	}
	p.Do(emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(paperWidth, paperHeight))
	p.nothingSticksOut(paperWidth)
	cut := value[[]string](p, `[...document.querySelectorAll("img, .board, tr")].filter(e => {
		const whole = e.closest("img, tr, .game");
		return e.checkVisibility() && (e.getBoundingClientRect().height > `+fmt.Sprint(paperHeight)+` || getComputedStyle(whole).breakInside !== "avoid");
	}).map(e => e.tagName + " " + (e.alt || e.textContent.trim().slice(0, 40)))`)
	if len(cut) > 0 {
		p.t.Errorf("cut by the end of a page: %q", cut)
	}
	small := value[[]string](p, `[...document.querySelectorAll("img:not(td img)")].filter(i => i.getBoundingClientRect().width < 450).map(i => i.alt)`)
	if len(small) > 0 {
		p.t.Errorf("too small on paper: %q", small)
	}
}
