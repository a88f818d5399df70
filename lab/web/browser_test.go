package web

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"evolab/internal/browsertest"
)

var (
	browse = flag.Bool("browser", false, "use the lab in Chromium")
	shots  = flag.String("shots", "", "keep screenshots of the pages in this folder")
)

// tab is the lab in a browser.
type tab struct {
	*browsertest.Tab
	*lab
	t     *testing.T
	began time.Time
}

func openTab(t *testing.T) *tab {
	t.Helper()
	if !*browse {
		t.Skip("without -browser")
	}
	program := browsertest.Program()
	if program == "" {
		t.Fatal("no Chromium on this machine")
	}
	l := newLab(t)
	l.pace = usualPace
	own := func(e *network.EventRequestWillBeSent) bool { return strings.HasPrefix(e.Request.URL, l.http.URL+"/") }
	p := &tab{browsertest.Open(t, program, 25*time.Minute, own), l, t, time.Now()}
	p.Look(browsertest.Laptop, false)
	return p
}

// value evaluates JavaScript.
func value[T any](p *tab, script string) T {
	p.t.Helper()
	return browsertest.Value[T](p.Tab, script)
}

// run evaluates JavaScript whose value does not matter.
func (p *tab) run(script string) {
	p.t.Helper()
	p.Do(chromedp.Evaluate(script+"; 0", nil))
}

func (p *tab) open(address string) {
	p.t.Helper()
	p.Do(chromedp.Navigate(p.http.URL+address), chromedp.WaitVisible("main", chromedp.ByQuery))
}

// inspect looks at the page as it is.
func (p *tab) inspect(name string) {
	p.t.Helper()
	p.t.Logf("%s after %v", name, time.Since(p.began).Round(time.Second))
	p.Inspect(name, *shots)
}

// A person uses the lab: enters, starts a run, sees it grow, stops it, compares,
// steps through a game, and plays one of each game.
func TestLabInABrowser(t *testing.T) {
	p := openTab(t)
	p.write("match.jsonl", drawnGame+"\n")
	p.makeGrading("class")
	p.refusesStrangers()
	p.open("/?token=" + token)
	p.Until("the way in", `location.pathname === "/" && !location.search && !!document.querySelector("main a")`)
	one := p.startsARun()
	p.losesNothing()
	p.isPrompt()
	p.comparesTwo()
	p.stopsARun(one)
	p.seesATournamentGrow()
	p.seesWorkers()
	p.stepsThroughAGame()
	for _, game := range []string{"littlego", "checkers", "halma", "konane", "tictactoe"} {
		p.playsAGame(game)
	}
	for name, address := range map[string]string{"runs": "/", "games": "/games", "file": "/games/class/games.jsonl", "tournaments": "/tournaments", "grading": "/gradings/class", "new": "/new"} {
		p.open(address)
		p.inspect(name)
	}
	p.Quiet()
}

// refusesStrangers opens the lab without its token and by another name, as a page
// elsewhere would. TestGuard has the other ways.
func (p *tab) refusesStrangers() {
	p.t.Helper()
	for _, c := range []struct {
		host, want string
	}{
		{p.http.URL, "the token is missing"},
		{strings.Replace(p.http.URL, "127.0.0.1", browsertest.Stranger, 1), "another name"},
	} {
		p.Do(chromedp.Navigate(c.host + "/"))
		p.Until("the refusal: "+c.want, fmt.Sprintf(`document.body.innerText.includes(%q)`, c.want))
	}
	if status, text := p.ask("GET", "/", "", "Origin", "http://evil.example"); status != http.StatusForbidden {
		p.t.Errorf("another origin: %d %s", status, text)
	}
	p.Forget() // a browser logs refusals
}
