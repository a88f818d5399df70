//go:build browser

package web

import (
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"evolab/internal/longtest"
)

// Pages are small and soon of use, also on a slow machine: each has less than 200 kB, and can
// be used within a second of its address with a processor of a quarter of the speed, in short
// tests within three; a comparison of a hundred runs may take longer. That is the best of some tries, with nothing
// kept from the one before: machines are busy.
func TestSpeedOfTheLabInABrowser(t *testing.T) {
	p := openTab(t)
	names := p.manyRuns(25, 4)
	soon := 3 * time.Second
	if longtest.Enabled() {
		soon = time.Second
		p.makeManyRuns(2000)
	}
	p.makeSweep("grid", 3)
	p.write("match.jsonl", drawnGame+"\n")
	done := p.finished("seed=3", "validation.every=1")
	p.open("/?token=" + token)
	p.Until("the way in", `location.pathname === "/" && !location.search`)
	compared := "/compare?" + url.Values{"run": names}.Encode()
	p.Do(network.SetCacheDisabled(true), emulation.SetCPUThrottlingRate(4))
	for _, address := range []string{"/", "/runs/" + done, compared, "/sweeps/grid", "/games/match.jsonl?game=1", "/play?game=halma", "/new"} {
		largest, longest := 200_000, soon
		if address == compared { // a hundred runs, with 125 curves
			largest, longest = 450_000, 8*time.Second
		}
		best, size := time.Hour, 0
		for range 5 {
			p.Do(chromedp.Navigate(p.http.URL + address))
			got := value[struct{ Usable, Size float64 }](p, usable)
			best, size = min(best, time.Duration(got.Usable*float64(time.Millisecond))), int(got.Size)
			if best < longest {
				break
			}
		}
		t.Logf("%.40s: %d kB, can be used after %v", address, size/1000, best.Round(time.Millisecond))
		if size > largest || best > longest {
			t.Errorf("%.40s has %d bytes, and can be used after %v", address, size, best)
		}
	}
	p.Do(emulation.SetCPUThrottlingRate(1))
	p.Quiet()
}

// usable is when the page's scripts have run and no task keeps it busy any more, in
// milliseconds from its address, and what it has loaded, but for pictures.
const usable = `new Promise(done => {
	const long = [], watch = new PerformanceObserver(list => long.push(...list.getEntries()));
	watch.observe({ type: "longtask", buffered: true });
	setTimeout(() => {
		watch.takeRecords().forEach(e => long.push(e));
		const page = performance.getEntriesByType("navigation")[0], loaded = performance.getEntriesByType("resource").filter(r => r.initiatorType !== "img");
		done({ Usable: Math.max(page.domContentLoadedEventEnd, ...long.map(e => e.startTime + e.duration)), Size: page.transferSize + loaded.reduce((n, r) => n + r.transferSize, 0) });
	}, 1500);
})`
