//go:build browser

package web

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/internal/browsertest"
)

// A whole game of each game, by mouse, by keys and by touching a telephone's screen, each
// with a reload in its middle. Nothing but events of the device reaches the page.
func TestGamesOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.open("/?token=" + token)
	for _, game := range []string{"tictactoe", "littlego", "konane", "checkers", "halma"} {
		for _, c := range []struct {
			by    string
			width int64
			press func(*tab, string)
		}{{"mouse", browsertest.Laptop, (*tab).clicks}, {"keys", browsertest.Laptop, (*tab).walks}, {"touch", browsertest.Phone, (*tab).taps}} {
			t.Run(game+"-"+c.by, func(t *testing.T) {
				p.t, p.T = t, t
				p.Window(c.width, 667, false)
				p.Do(emulation.SetTouchEmulationEnabled(c.by == "touch"))
				p.playsWhole(game, c.press)
			})
		}
	}
	p.t, p.T = t, t
	p.Quiet()
}

// playsWhole plays a game to its end against an agent that moves at random.
func (p *tab) playsWhole(game string, press func(*tab, string)) {
	p.t.Helper()
	p.open("/play?game=" + game)
	p.run(`const f = document.getElementById("setup").elements; f.against.value = "random"; f.strength.value = "easy"; if (f.variant && f.variant.querySelector("option:nth-child(3)") && document.getElementById("setup").dataset.game === "konane") f.variant.value = "8x8"`)
	press(p, "#setup button")
	const quiet = `document.body.dataset.turn === "mine" || document.body.dataset.over`
	p.Until("the new game", `document.body.dataset.plies === "0" && document.body.dataset.turn === "mine"`)
	reloaded := false
	for !value[bool](p, `Boolean(document.body.dataset.over)`) {
		plies := value[string](p, `document.body.dataset.plies`)
		if plies == "4" && !reloaded {
			reloaded = true
			seen := value[string](p, `location.pathname + document.body.dataset.position`)
			p.Do(chromedp.Reload())
			p.Until("the game again", quiet)
			if again := value[string](p, `location.pathname + document.body.dataset.position`); again != seen || len(again) < 20 {
				p.t.Fatalf("%s, and after a reload %s", seen, again)
			}
		}
		for _, at := range value[[][]int](p, bestSquares) {
			if value[bool](p, fmt.Sprintf(`document.body.dataset.plies === %q && document.body.dataset.turn === "mine"`, plies)) {
				press(p, fmt.Sprintf("#field [data-at='%d,%d']", at[0], at[1]))
			}
		}
		if value[bool](p, fmt.Sprintf(`document.body.dataset.turn === "mine" && document.body.dataset.plies === %q && Boolean(document.querySelector(%q))`, plies, asked)) {
			press(p, asked)
		}
		p.Until("the answer", fmt.Sprintf(`document.body.dataset.plies !== %q && (%s) || document.getElementById("refused").textContent`, plies, quiet))
		if bad := value[string](p, `document.getElementById("refused").textContent`); bad != "" {
			p.t.Fatalf("%s after %s plies: %s", game, plies, bad)
		}
	}
	if !reloaded {
		p.t.Error("the game was too short for a reload")
	}
	p.t.Logf("%s", value[string](p, `document.body.dataset.plies + " plies, " + document.body.dataset.over`))
}

// bestSquares are those of a move that the engine finds.
const bestSquares = `(async () => {
	const form = document.getElementById("setup");
	const body = JSON.stringify({ game: form.dataset.game, variant: form.elements.variant ? form.elements.variant.value : "", position: document.body.dataset.position, seconds: .01 });
	return (await (await fetch("/api/analyze", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json()).squares;
})()`

// asked is what the page asks beside the board: which of several ways, or to pass.
const asked = "#choice button, #pass:not([hidden])"

// middle is the middle of something in the window, which is scrolled to where it is seen.
func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	xy := value[[]float64](p, fmt.Sprintf(`(() => { const s = document.querySelector(%q), seen = () => { const b = s.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; };
		if (!seen()) s.scrollIntoView({ block: "center" });
		const b = s.getBoundingClientRect(); return [(b.left + b.right) / 2, (b.top + b.bottom) / 2]; })()`, selector))
	return xy[0], xy[1]
}

func (p *tab) clicks(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.Do(chromedp.MouseClickXY(x, y))
}

// taps touches a place a little beside its middle, as fingers do.
func (p *tab) taps(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.Do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x + 2, Y: y - 2}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// walks goes to a place by Tab, on the board by the arrow keys, and chooses it with Enter.
func (p *tab) walks(selector string) {
	p.t.Helper()
	way := func() (list []int) {
		return value[[]int](p, fmt.Sprintf(`(() => {
			const to = document.querySelector(%q), at = document.activeElement, field = document.getElementById("field");
			if (at !== to && !(field.contains(at) && field.contains(to))) return [at === document.body || at.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1];
			const rows = [...field.querySelectorAll("tr")].slice(1).map(l => [...l.querySelectorAll("td")]);
			const place = s => { for (let r = 0; r < rows.length; r++) { const c = rows[r].indexOf(s); if (c >= 0) return [r, c]; } return [0, 0]; };
			const a = place(at), b = place(to);
			return [b[0] - a[0], b[1] - a[1]];
		})()`, selector))
	}
	left := way()
	for tabs := 0; len(left) == 1; left = way() {
		if tabs++; tabs > 100 {
			p.t.Fatalf("no Tab leads to %s", selector)
		}
		var with []chromedp.KeyOption
		if left[0] < 0 {
			with = append(with, chromedp.KeyModifiers(input.ModifierShift))
		}
		p.Do(chromedp.KeyEvent(kb.Tab, with...))
	}
	keys := slices.Concat(slices.Repeat([]string{pick(left[0] > 0, kb.ArrowDown, kb.ArrowUp)}, max(left[0], -left[0])), slices.Repeat([]string{pick(left[1] > 0, kb.ArrowRight, kb.ArrowLeft)}, max(left[1], -left[1])), []string{kb.Enter})
	for _, key := range keys {
		p.Do(chromedp.KeyEvent(key))
	}
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
