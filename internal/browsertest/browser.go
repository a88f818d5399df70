//go:build browser

// Package browsertest opens pages in Chromium for tests, and notes what a page
// complains of and what it loads. It has the flag -shots of all tests. The build tag
// browser spares the other tests Chromium's protocol, which takes long to compile.
package browsertest

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/image/font/gofont/gobold"

	"evolab/internal/longtest"
)

// Tab is a page of a browser that nobody sees.
type Tab struct {
	context.Context
	T testing.TB
	// own reports whether a request is the page's own business.
	own func(*network.EventRequestWillBeSent) bool

	mu         sync.Mutex
	complaints []string
}

// FileAlone reports whether a request opens a file as the page. A page in one file
// needs no other.
func FileAlone(e *network.EventRequestWillBeSent) bool {
	return e.Type == network.ResourceTypeDocument && strings.HasPrefix(e.Request.URL, "file:")
}

// Stranger is a name that leads to this machine, as somebody's elsewhere may.
const Stranger = "stranger.example"

var shots = flag.String("shots", "", "keep screenshots of the pages in this folder")

// Program is the path of Chromium.
func Program(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium on this machine")
	return ""
}

// Open starts a browser, for as long as the test takes or until the limit. Requests
// that are not the page's own are complaints.
func Open(t testing.TB, program string, limit time.Duration, own func(*network.EventRequestWillBeSent) bool) *Tab {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program), chromedp.UserDataDir(profile(t)), chromedp.WindowSize(1280, 800), chromedp.WSURLReadTimeout(2 * time.Minute)}
	for _, name := range []string{"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(name, true))
	}
	options = append(options, chromedp.Flag("host-resolver-rules", "MAP "+Stranger+" 127.0.0.1"))
	limited, stop := context.WithTimeout(context.Background(), limit)
	started, end := chromedp.NewExecAllocator(limited, options...)
	ctx, closeTab := chromedp.NewContext(started, chromedp.WithErrorf(t.Logf))
	t.Cleanup(func() { closeTab(); end(); stop() })
	p := &Tab{Context: ctx, T: t, own: own}
	chromedp.ListenTarget(ctx, p.listen)
	p.Do(network.Enable(), log.Enable(), runtime.Enable(), chromedp.EmulateViewport(1280, 800))
	return p
}

// profile is a folder for what the browser writes. Its processes may outlive the
// first of them for a moment.
func profile(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if os.RemoveAll(folder) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Logf("%s stays behind", folder)
	})
	return folder
}

// OneFont has the browsers that are opened later find a single font, with wide letters,
// as on a machine without the usual fonts.
func OneFont(t testing.TB) {
	t.Helper()
	folder := t.TempDir()
	config := "<fontconfig><dir>" + folder + "</dir><cachedir>" + filepath.Join(folder, "cache") + "</cachedir></fontconfig>"
	for name, data := range map[string][]byte{"font.ttf": gobold.TTF, "fonts.conf": []byte(config)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("FONTCONFIG_FILE", filepath.Join(folder, "fonts.conf"))
}

// listen notes errors, warnings, and requests that are not the page's own.
func (p *Tab) listen(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprintf("console: %s", e.Type)
		for _, a := range e.Args {
			text += " " + string(a.Value)
		}
	case *log.EventEntryAdded:
		text = fmt.Sprintf("log: %s %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "data:") && e.Request.URL != "about:blank" && !p.own(e) {
			text = "request: " + e.Request.URL
		}
	}
	if text != "" {
		p.mu.Lock()
		p.complaints = append(p.complaints, text)
		p.mu.Unlock()
	}
}

// Forget drops the complaints so far, which a test has provoked.
func (p *Tab) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.complaints = nil
}

// Quiet fails the test if there was a complaint.
func (p *Tab) Quiet() {
	p.T.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.complaints {
		p.T.Error(text)
	}
}

// patience is how long a page may take for what it has to do: machines are busy.
const patience = 4 * time.Minute

// Do acts on the page.
func (p *Tab) Do(actions ...chromedp.Action) {
	p.T.Helper()
	if err := chromedp.Run(p, actions...); err != nil {
		p.T.Fatal(err)
	}
}

// evaluate evaluates JavaScript, and waits for what it promises.
func evaluate(script string, into any) chromedp.Action {
	return chromedp.Evaluate(script, into, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) })
}

// Value is what a script comes to.
func Value[T any](p *Tab, script string) (v T) {
	p.T.Helper()
	p.Do(evaluate(script, &v))
	return v
}

// Until waits for a condition on the page. A script that meets the page as it is
// left is asked again.
func (p *Tab) Until(what, script string) {
	p.T.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end) && p.Err() == nil; time.Sleep(25 * time.Millisecond) {
		var done bool
		if chromedp.Run(p, evaluate("Boolean("+script+")", &done)) == nil && done {
			return
		}
	}
	p.T.Fatalf("%s: not within %v; the page says %q", what, patience, Value[string](p, `document.body.innerText.slice(0, 2000)`))
}

//go:embed testdata/axe.min.js
var axe string

// Barriers are what keeps people out of the page as it is, as axe-core finds it: what WCAG 2.2
// forbids at the levels A and AA, and what axe-core calls serious or critical besides. It
// leaves out the size of targets unless it is asked.
func (p *Tab) Barriers() []string {
	p.T.Helper()
	if !Value[bool](p, "Boolean(window.axe)") {
		p.Do(chromedp.Evaluate(axe+";0", nil))
	}
	return Value[[]string](p, `axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}).then(r => r.violations.filter(v => v.tags.some(t => /^wcag2\d?aa?$/.test(t)) || ["serious", "critical"].includes(v.impact))
		.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" ")))`)
}

// The widths of a laptop's and a telephone's screen, in pixels.
const (
	Laptop = 1280
	Phone  = 375
)

// Look sets the width of the window, and whether its user prefers the dark.
func (p *Tab) Look(width int64, dark bool) {
	p.T.Helper()
	p.Window(width, 900, dark)
}

// Window sets the size of the window, and whether its user prefers the dark, and waits until the
// page has followed: what its scripts draw anew must not swallow the next click.
func (p *Tab) Window(width, height int64, dark bool) {
	p.T.Helper()
	p.Do(chromedp.EmulateViewport(width, height), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: shade(dark)}}))
	Value[bool](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

func shade(dark bool) string { return map[bool]string{false: "light", true: "dark"}[dark] }

// Inspect looks at the page as it is on a laptop and a telephone, in light and dark
// colours: axe-core looks for what keeps people out, nothing is wider than the window,
// and the paper has the colour that is preferred. It keeps screenshots in the folder of
// -shots. Short tests see light colours on the laptop and dark ones on the telephone.
func (p *Tab) Inspect(name string) {
	p.T.Helper()
	for _, width := range []int64{Laptop, Phone} {
		for _, dark := range []bool{false, true} {
			if dark != (width == Phone) && !longtest.Enabled() {
				continue
			}
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
			p.keepScreenshot(fmt.Sprintf("%s-%d-%s.png", name, width, shade(dark)))
		}
	}
	p.Look(Laptop, false)
}

// Shot keeps a screenshot of the window in the folder of -shots.
func (p *Tab) Shot(name string) {
	p.T.Helper()
	if *shots != "" {
		var picture []byte
		p.Do(chromedp.CaptureScreenshot(&picture))
		p.keep(name, picture)
	}
}

func (p *Tab) keepScreenshot(name string) {
	if *shots != "" {
		var picture []byte
		p.Do(chromedp.FullScreenshot(&picture, 100))
		p.keep(name, picture)
	}
}

func (p *Tab) keep(name string, picture []byte) {
	p.T.Helper()
	if err := os.WriteFile(filepath.Join(*shots, name), picture, 0o644); err != nil {
		p.T.Fatal(err)
	}
}
