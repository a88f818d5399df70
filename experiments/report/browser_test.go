package report

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	mustBrowse = flag.Bool("browser", false, "open reports of several games in Chromium, and fail where there is none")
	given      = flag.String("report", "", "also open this report of evolve report in the browser")
)

// tab is a page of a browser that nothing is seen of, with what it complains of.
type tab struct {
	context.Context
	t *testing.T

	mu         sync.Mutex
	complaints []string
}

// openPage opens a file in a new browser, at the width of a laptop.
func openPage(t *testing.T, program, path string) *tab {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program), chromedp.UserDataDir(profile(t)), chromedp.WindowSize(1280, 800)}
	for _, name := range []string{"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(name, true))
	}
	limited, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	started, end := chromedp.NewExecAllocator(limited, options...)
	ctx, closeTab := chromedp.NewContext(started, chromedp.WithErrorf(t.Logf))
	t.Cleanup(func() { closeTab(); end(); stop() })
	p := &tab{Context: ctx, t: t}
	chromedp.ListenTarget(ctx, p.listen)
	p.do(network.Enable(), log.Enable(), runtime.Enable(), chromedp.EmulateViewport(1280, 800), chromedp.Navigate("file://"+path))
	return p
}

// profile is a folder for what the browser writes. Its processes may outlive the
// first of them for a moment.
func profile(t *testing.T) string {
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

// chromium is the browser's program. Without one the test is skipped, but not
// where -browser asks for it.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if *mustBrowse {
		t.Fatal("no Chromium on this machine")
	}
	t.Skip("no Chromium on this machine: the report is not opened in a browser")
	return ""
}

// listen notes errors, warnings, and whatever is loaded beside the page itself
// and what it carries with it.
func (p *tab) listen(event any) {
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
		text = fmt.Sprintf("log: %s %s", e.Entry.Level, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, "data:") && (e.Type != network.ResourceTypeDocument || !strings.HasPrefix(url, "file:")) {
			text = "request: " + url
		}
	}
	if text != "" {
		p.mu.Lock()
		p.complaints = append(p.complaints, text)
		p.mu.Unlock()
	}
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// value evaluates JavaScript.
func value[T any](p *tab, script string) (v T) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script, &v))
	return v
}

// The report of a small run in a browser; with -browser those of several games,
// and of several runs, too; and one that is given.
func TestReportInABrowser(t *testing.T) {
	program := chromium(t)
	small := func(game string) func(t *testing.T) string {
		return func(t *testing.T) string { return writePage(t, read(t, run(t, game))) }
	}
	pages := map[string]func(t *testing.T) string{"littlego": small("littlego")}
	if *mustBrowse {
		pages["checkers"], pages["tictactoe"] = small("checkers"), small("tictactoe")
		pages["several"] = func(t *testing.T) string {
			return writePage(t, read(t, run(t, "tictactoe")), read(t, run(t, "tictactoe", "seed=2")))
		}
	}
	if *given != "" {
		path, err := filepath.Abs(*given)
		if err != nil {
			t.Fatal(err)
		}
		pages["given"] = func(*testing.T) string { return path }
	}
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, program, page(t))
			p.figuresAreLegible()
			p.gamesAreSteppedThrough()
			p.nothingSticksOut(1280)
			p.fitsAPhone()
			p.isDescribed()
			p.printed()
			p.mu.Lock()
			defer p.mu.Unlock()
			for _, text := range p.complaints {
				t.Error(text)
			}
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
