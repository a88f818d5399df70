//go:build browser

package plots

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"evolab/internal/browsertest"
)

// wordBox is where a browser draws the words of a figure.
type wordBox struct {
	Figure, Words            string
	Left, Top, Right, Bottom float64
	Inside                   bool // the picture
}

// Figures look the same on a machine that has neither their font nor one like it: every
// word is in the same place and whole, and each dot has the same colour.
func TestFiguresInABrowserWithoutTheirFont(t *testing.T) {
	program := browsertest.Program(t)
	var page bytes.Buffer
	page.WriteString(`<!doctype html><style>svg { display: block } span { position: absolute; visibility: hidden; font-family: Liberation Sans, Arial, sans-serif }</style><span>training games</span>`)
	all := figures(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		svg, err := SVG(all[name])
		if err != nil {
			t.Fatal(err)
		}
		page.WriteString(`<div id="` + name + `">`)
		page.Write(svg[bytes.Index(svg, []byte("<svg")):])
		page.WriteString("</div>\n")
	}
	path := filepath.Join(t.TempDir(), "figures.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	look := func() (text float64, boxes []wordBox, picture []byte) {
		p := browsertest.Open(t, program, 5*time.Minute, browsertest.FileAlone)
		p.Do(chromedp.Navigate("file://" + path))
		text = browsertest.Value[float64](p, `document.querySelector("span").getBoundingClientRect().width`)
		boxes = browsertest.Value[[]wordBox](p, `[...document.querySelectorAll("svg g[aria-label], svg text")].map(g => {
			const b = g.getBoundingClientRect(), svg = g.closest("svg").getBoundingClientRect();
			return {Figure: g.closest("div").id, Words: g.getAttribute("aria-label") ?? g.textContent, Left: b.left, Top: b.top, Right: b.right, Bottom: b.bottom,
				Inside: b.left >= svg.left && b.right <= svg.right && b.top >= svg.top && b.bottom <= svg.bottom};
		})`)
		p.Do(chromedp.FullScreenshot(&picture, 100))
		p.Quiet()
		return text, boxes, picture
	}
	text, boxes, picture := look()
	browsertest.OneFont(t)
	bareText, bareBoxes, barePicture := look()
	if text == bareText {
		t.Fatalf("both browsers have the same font: a text is %.2f px wide", text)
	}
	if len(boxes) < 300 {
		t.Errorf("only %d words", len(boxes))
	}
	for i, b := range boxes {
		if !b.Inside {
			t.Errorf("%s: %q is cut", b.Figure, b.Words)
		}
		if i >= len(bareBoxes) || bareBoxes[i] != b {
			t.Errorf("%s: %q is at %+v, without the font elsewhere", b.Figure, b.Words, b)
		}
	}
	if !bytes.Equal(picture, barePicture) {
		t.Error("without the font the figures look different")
	}
}
