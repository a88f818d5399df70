//go:build browser

package web

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"evolab/internal/browsertest"
)

// Boards are drawn as the games are, and are seen whole, in a game that has begun.
func TestBoardsOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.open("/?token=" + token)
	for _, c := range []struct {
		game  string
		own   string // a square of the person's, in the lower half
		marks int    // of the last move, at least
		// seen are places on the board, as shares of a square, from dark to light.
		seen [][]spot
	}{
		{"littlego", "", 1, [][]spot{{{".black", .5, .5}, {".white", .5, .5}}, {{".odd.empty:nth-child(n+3):not(:last-child)", .2, .5}, {".odd.empty:nth-child(n+3):not(:last-child)", .2, .2}}}},
		{"checkers", "1,0", 2, [][]spot{{{".black", .5, .5}, {".odd.empty", .5, .5}, {":not(.odd)", .5, .5}, {".white", .5, .5}}}},
		{"halma", "0,0", 2, [][]spot{{{".black", .5, .5}, {".of-black", .1, .1}, {".empty:not(.camp)", .2, .2}, {".of-white", .1, .1}}}},
		{"konane", "", 3, [][]spot{{{".black:not(.possible)", .5, .5}, {".empty", .5, .5}, {".empty", .1, .1}, {".white", .5, .5}}}},
		{"tictactoe", "", 1, [][]spot{{{".cross", .5, .5}, {".cross", .1, .1}}}},
	} {
		t.Run(c.game, func(t *testing.T) {
			p.t, p.T = t, t
			p.open("/play?game=" + c.game)
			p.Until("the board", `document.body.dataset.turn === "mine"`)
			p.run(`document.querySelector("[name=against]").value = "random"; document.querySelector("#setup button").click()`)
			p.Until("the new board", `document.body.dataset.plies === "0" && document.body.dataset.turn === "mine" && document.getElementById("you").textContent`)
			if c.own != "" && !value[bool](p, fmt.Sprintf(`(() => { const of = s => document.querySelector(s).getBoundingClientRect(); const b = of(".board"); return of("[data-at='%s']").top > (b.top + b.bottom) / 2; })()`, c.own)) {
				t.Error("the person's pieces are at the top")
			}
			if bad := value[string](p, fmt.Sprintf(someMoves, 4)); bad != "" {
				t.Fatal(bad)
			}
			if n := value[int](p, `document.querySelectorAll(".board :is(.from, .to, .captured)").length`); n < c.marks {
				t.Errorf("%d marks of the last move, want at least %d", n, c.marks)
			}
			for _, list := range c.seen {
				p.isDarkToLight(list)
			}
			p.boardIsWhole(c.game)
			p.answersAtOnce()
			p.open(value[string](p, `new URL(document.getElementById("review").href).pathname + "?game=1"`))
			p.Until("the replay", `document.getElementById("replay") && document.querySelector(".board")`)
			p.Do(chromedp.KeyEvent(kb.End))
			p.listsMovesInColumns()
			p.boardIsWhole("replay-" + c.game)
		})
	}
	p.t, p.T = t, t
	p.Quiet()
}

// answersAtOnce asks for a hint, and clicks where nothing can be chosen: either is answered
// before the page does anything else.
func (p *tab) answersAtOnce() {
	p.t.Helper()
	const refused = `document.getElementById("refused").textContent`
	if !value[bool](p, `document.querySelector(".board td[data-at]:not(.possible)").click(), Boolean(`+refused+`)`) {
		p.t.Error("a click is ignored silently")
	}
	if !value[bool](p, `document.getElementById("hint").click(), document.getElementById("said").classList.contains("busy") || Boolean(document.body.dataset.over && `+refused+`)`) {
		p.t.Error("the page does not say that the engine works")
	}
	p.Until("the hint", `!document.querySelector(".busy") && (document.body.dataset.over || document.querySelector(".board .hinted") || !document.getElementById("pass").hidden)`)
}

// listsMovesInColumns looks at the list of a replay: a column for each side, and the
// current move within the frame.
func (p *tab) listsMovesInColumns() {
	p.t.Helper()
	if bad := value[string](p, `(() => {
		const box = e => e.getBoundingClientRect(), frame = box(document.querySelector(".moves")), now = box(document.querySelector(".moves [aria-current]"));
		const [one, two, three] = [1, 2, 3].map(n => box(document.querySelector('.moves [data-ply="' + n + '"]')));
		if (now.top < frame.top || now.bottom > frame.bottom) return "the current move is out of view";
		return one.left < two.left && one.top === two.top && three.left === one.left && three.top > one.top ? "" : "the moves are in no columns";
	})()`); bad != "" {
		p.t.Error(bad)
	}
}

// spot is a place on a square of a board: the first square of its selector that neither
// bears a mark of the last move nor a crown, and the shares of its width and height.
type spot struct {
	square string
	x, y   float64
}

// isDarkToLight looks at the pixels of places: each is lighter than the one before.
func (p *tab) isDarkToLight(list []spot) {
	p.t.Helper()
	p.run(`scrollTo(0, 0)`)
	var shot []byte
	p.Do(chromedp.CaptureScreenshot(&shot))
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		p.t.Fatal(err)
	}
	before := -1
	for _, at := range list {
		xy := value[[]int](p, fmt.Sprintf(`(() => { const b = document.querySelector(%q + ":not(.from, .to, .via, .captured, .changed, .removed, .crowned)")?.getBoundingClientRect(); return b ? [b.left + %g * b.width, b.top + %g * b.height].map(Math.round) : []; })()`, ".board td[data-at]"+at.square, at.x, at.y))
		if len(xy) == 0 {
			p.t.Errorf("there is no %s", at.square)
			continue
		}
		light := brightness(picture, xy[0], xy[1])
		if light < before+10 {
			p.t.Errorf("%v has the brightness %d, the place before %d", at, light, before)
		}
		before = light
	}
}

// brightness is the brightness of a pixel, from 0 to 255.
func brightness(picture image.Image, x, y int) int {
	r, g, b, _ := picture.At(x, y).RGBA()
	return int(r+g+b) / 3 >> 8
}

// boardIsWhole looks at the windows of a laptop and a telephone, in light and dark colours:
// the whole board is in the window, and large, and axe-core finds nothing that keeps people out.
func (p *tab) boardIsWhole(name string) {
	p.t.Helper()
	for _, window := range [][2]int64{{browsertest.Laptop, 800}, {browsertest.Phone, 667}} {
		for _, dark := range []bool{false, true} {
			p.Window(window[0], window[1], dark)
			p.run(`scrollTo(0, 0)`)
			b := value[struct{ Top, Left, Bottom, Right float64 }](p, `(b => ({ Top: b.top, Left: b.left, Bottom: b.bottom, Right: b.right }))(document.querySelector(".board").getBoundingClientRect())`)
			width, height := float64(window[0]), float64(window[1])
			if b.Top < 0 || b.Left < 0 || b.Bottom > height || b.Right > width {
				p.t.Errorf("%s in %v: the board sticks out: %+v", name, window, b)
			}
			if b.Bottom-b.Top < .5*min(width, height) {
				p.t.Errorf("%s in %v: the board is small: %+v", name, window, b)
			}
			if value[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
				p.t.Errorf("%s is wider than %d px", name, window[0])
			}
			for _, text := range p.Barriers() {
				p.t.Errorf("%s in %v: %s", name, window, text)
			}
			p.Shot(fmt.Sprintf("board-%s-%d-%s.png", name, window[0], map[bool]string{false: "light", true: "dark"}[dark]))
		}
	}
	p.Look(browsertest.Laptop, false)
}
