// Package browsertest opens pages in Chromium for tests, and notes what a page
// complains of and what it loads.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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

// Program is the path of Chromium, "" on a machine without.
func Program() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
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
