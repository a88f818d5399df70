package report

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// keepsNobodyOut lets axe-core look at the page with all that can be opened, on a
// laptop and a telephone, in light and dark colours.
func (p *tab) keepsNobodyOut(name string) {
	p.t.Helper()
	for _, width := range []int64{1280, phone} {
		for _, scheme := range []string{"light", "dark"} {
			p.Do(chromedp.EmulateViewport(width, 800), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			for _, text := range p.Barriers() {
				p.t.Errorf("at %d px, %s: %s", width, scheme, text)
			}
			if paper := value[string](p, `getComputedStyle(document.body).backgroundColor`); (paper == "rgb(255, 255, 255)") != (scheme == "light") {
				p.t.Errorf("the paper is %s in %s colours", paper, scheme)
			}
			p.keep(fmt.Sprintf("report-%s-%d-%s.png", name, width, scheme))
		}
	}
	p.Do(chromedp.EmulateViewport(1280, 800), emulation.SetEmulatedMedia())
}

func (p *tab) keep(name string) {
	p.t.Helper()
	if *shots == "" {
		return
	}
	var picture []byte
	p.Do(chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(*shots, name), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
