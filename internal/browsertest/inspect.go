package browsertest

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The widths of a laptop's and a telephone's screen, in pixels.
const (
	Laptop = 1280
	Phone  = 375
)

// Look sets the width of the window, and whether its user prefers the dark.
func (p *Tab) Look(width int64, dark bool) {
	p.T.Helper()
	p.Do(chromedp.EmulateViewport(width, 900), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: shade(dark)}}))
}

func shade(dark bool) string { return map[bool]string{false: "light", true: "dark"}[dark] }

// Inspect looks at the page as it is on a laptop and a telephone, in light and dark
// colours: axe-core looks for what keeps people out, nothing is wider than the window,
// and the paper has the colour that is preferred. It keeps screenshots in a folder; "" is
// none.
func (p *Tab) Inspect(name, shots string) {
	p.T.Helper()
	for _, width := range []int64{Laptop, Phone} {
		for _, dark := range []bool{false, true} {
			p.Look(width, dark)
			for _, text := range p.Barriers() {
				p.T.Errorf("%s at %d px, %s: %s", name, width, shade(dark), text)
			}
			if Value[bool](p, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
				p.T.Errorf("%s is wider than %d px", name, width)
			}
			if paper := Value[string](p, `getComputedStyle(document.body).backgroundColor`); (paper == "rgb(255, 255, 255)") == dark {
				p.T.Errorf("%s: the paper is %s in %s colours", name, paper, shade(dark))
			}
			p.keep(shots, fmt.Sprintf("%s-%d-%s.png", name, width, shade(dark)))
		}
	}
	p.Look(Laptop, false)
}

func (p *Tab) keep(folder, name string) {
	if folder == "" {
		return
	}
	var picture []byte
	p.Do(chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o644); err != nil {
		p.T.Fatal(err)
	}
}
