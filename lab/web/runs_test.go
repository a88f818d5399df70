package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/longtest"
	"evolab/search/cputime"
)

// page is a page of the lab.
func (l *lab) page(address string) (int, string) {
	return l.ask("GET", address, "", "Accept", "text/html")
}

// A list is filtered, sorted and grouped by its address; the same address as CSV is the
// whole list.
func TestListOfRuns(t *testing.T) {
	l := newLab(t)
	for i, sigma := range []string{".1", ".1", ".4"} {
		l.makeRun(fmt.Sprintf("2026-01-0%d-000000-run", i+1), "ga.sigma="+sigma, fmt.Sprint("seed=", i+1))
	}
	for address, want := range map[string][]string{
		"/?filter=ga.sigma%3E.2":                 {"2026-01-03", "1 to 1 of 1", `value="ga.sigma&gt;.2"`},
		"/?filter=game%3D%3D%22halma%22":         {"No run fits"},
		"/?sort=claimed&column=claimed":          {`aria-sort="descending"`},
		"/?group=setting":                        {"1 to 2 of 2", "ga.sigma=0.1", "?filter=setting&#43;%3D%3D"},
		"/?group=ga.sigma&filter=seed%3C3":       {"1 to 1 of 1", "%28seed%3C3%29&#43;and&#43;ga.sigma&#43;%3D%3D&#43;0.1"},
		"/?column=player.depth&column=varying":   {">player.depth</a>", ">ga.sigma</a>"},
		"/runs.csv?filter=seed%3C3&column=seed":  {"run,name,seed\n2026-01-02-000000-run,,2\n2026-01-01-000000-run,,1\n"},
		"/runs.csv?group=ga.sigma&sort=ga.sigma": {"ga.sigma,runs,tested,", "0.4,1,0,", "0.1,2,0,"},
		"/api/runs?filter=seed%3E1&limit=1":      {`"total":2`, `"run":"2026-01-03-000000-run"`},
	} {
		status, text := l.page(address)
		for _, part := range want {
			if status != 200 || !strings.Contains(text, part) {
				t.Errorf("%s: %d, and no %s in\n%s", address, status, part, text)
			}
		}
	}
	for address, want := range map[string]string{
		"/?sort=luck":               "neither a fact nor a key of configs",
		"/?group=ga.sgima":          "did you mean ga.sigma?",
		"/?column=tset":             "did you mean test?",
		"/?from=-1":                 "expected: a number",
		"/?filter=ga.sgima%3E.3":    `<code><mark>ga.sgima</mark>&gt;.3</code> neither a fact nor a key of configs, did you mean ga.sigma?`,
		"/?filter=game%3D%3D":       `<code>game==<mark> </mark></code> it ends too early`,
		"/?filter=%3Cscript%3E":     `<code><mark>&lt;</mark>script&gt;</code> unexpected token`,
		"/runs.csv?filter=game":     "it is no condition",
		"/api/runs?filter=seed%3Dx": `expected: == to compare`,
		"/api/runs?limit=many":      "expected: a whole number",
	} {
		status, text := l.page(address)
		if status != 400 || !strings.Contains(text, want) && !strings.Contains(text, strings.ReplaceAll(want, `"`, "&#34;")) {
			t.Errorf("%s: %d, and no %s in\n%s", address, status, want, text)
		}
	}
	if _, text := l.page("/?filter=ga.sgima%3E.3"); !strings.Contains(text, `value="ga.sgima&gt;.3"`) || !strings.Contains(text, `aria-invalid="true"`) {
		t.Errorf("the form has lost the filter:\n%s", text)
	}
}

// What people write on a run stays text, in pages and in spreadsheets.
func TestLabels(t *testing.T) {
	l := newLab(t)
	l.makeRun("one")
	const evil = `</table><script>alert(1)</script>"'`
	change := func(body string, want int) string {
		t.Helper()
		status, text := l.ask("POST", "/api/runs/one/labels", body)
		if status != want {
			t.Errorf("%s: %d %s", body, status, text)
		}
		return text
	}
	text, _ := json.Marshal(map[string]any{"name": evil, "note": "=1+1", "tags": []string{"b", "a", "b"}})
	change(string(text), 200)
	labels, err := run.ReadLabels(filepath.Join(l.options.Runs, "one"))
	if err != nil || labels.Name != evil || strings.Join(labels.Tags, " ") != "a b" || len(labels.Notes) != 1 {
		t.Errorf("%+v %v", labels, err)
	}
	if _, text := l.page("/"); strings.Contains(text, "<script>alert") || !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Errorf("%s", text)
	}
	if _, text := l.page("/runs.csv?column=note"); !strings.Contains(text, "run,name,note\none,\"</table>") || !strings.Contains(text, ",'=1+1\n") {
		t.Errorf("%q", text)
	}
	change(`{"note":""}`, 200)
	if labels, _ = run.ReadLabels(filepath.Join(l.options.Runs, "one")); len(labels.Notes) != 0 || labels.Name != evil {
		t.Errorf("%+v", labels)
	}
	for body, want := range map[string]string{
		`{"tags":["two words"]}`:                       "allowed: up to 40 letters",
		`{"note":"two\nlines"}`:                        "a line break",
		`{"name":"` + strings.Repeat("x", 1001) + `"}`: "a name of 1001 characters (allowed: 1000)",
	} {
		if got := change(body, 422); !strings.Contains(got, want) {
			t.Errorf("%s: %s", body, got)
		}
	}
	change(`{"nmae":"x"}`, 400)
	if status, _ := l.ask("POST", "/api/runs/..%2Fone/labels", `{"name":"x"}`); status != 404 {
		t.Errorf("a run elsewhere: %d", status)
	}
}

// A run is removed unless a process works on it; freezing needs a checkout.
func TestRemoveAndFreeze(t *testing.T) {
	l := newLab(t)
	l.makeRun("one")
	l.makeRun("busy")
	lock, err := files.TakeLock(filepath.Join(l.options.Runs, "busy", run.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if status, text := l.ask("POST", "/api/runs/one/freeze", "{}"); status != 409 || !strings.Contains(text, "checkout") {
		t.Errorf("%d %s", status, text)
	}
	l.options.Freeze = func(_ context.Context, folder string) (string, error) { return "froze " + filepath.Base(folder), nil }
	if status, text := l.ask("POST", "/api/runs/one/freeze", "{}"); status != 200 || !strings.Contains(text, "froze one") {
		t.Errorf("%d %s", status, text)
	}
	for name, want := range map[string]int{"one": 200, "busy": 409, "none": 404} {
		if status, text := l.ask("POST", "/api/runs/"+name+"/remove", "{}"); status != want {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	if _, text := l.page("/"); strings.Contains(text, `data-run="one"`) || !strings.Contains(text, `data-run="busy"`) {
		t.Errorf("%s", text)
	}
}

// The form for a new run begins with the config of another one.
func TestNewRunFromARun(t *testing.T) {
	l := newLab(t)
	l.makeRun("one", "ga.sigma=.17")
	if status, text := l.page("/new?config=run:one"); status != 200 || !strings.Contains(text, `value="0.17"`) {
		t.Errorf("%d %s", status, text)
	}
	for _, name := range []string{"run:none", "run:../one", "run:"} {
		if _, text := l.page("/new?config=" + url.QueryEscape(name)); strings.Contains(text, `id="start"`) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// A page that shows the list is told when a run starts elsewhere, and of nothing else.
func TestListIsFollowed(t *testing.T) {
	l := newLab(t)
	l.makeRun("one")
	_, page := l.page("/")
	_, after, _ := strings.Cut(page, `data-version="`)
	version, _, _ := strings.Cut(after, `"`)
	r, err := http.NewRequestWithContext(t.Context(), "GET", l.http.URL+"/list/events?version="+version, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	time.Sleep(1200 * time.Millisecond) // a look that finds nothing new
	l.makeRun("two")
	events := []string{}
	for in := bufio.NewScanner(answer.Body); len(events) == 0 && in.Scan(); {
		if strings.HasPrefix(in.Text(), "data: ") {
			events = append(events, in.Text())
		}
	}
	if want := "data: " + version; len(events) != 1 || events[0] == want {
		t.Errorf("%q after version %s", events, version)
	}
	if _, text := l.page("/"); !strings.Contains(text, `data-run="two"`) {
		t.Error("the page lacks the run")
	}
}

// The first page of 2,000 runs, and a filter, take less than 100 ms of CPU each.
func TestListOfManyRunsIsFast(t *testing.T) {
	n := 100
	if longtest.Enabled() {
		n = 2000
	}
	l := newLab(t)
	l.makeManyRuns(n)
	for _, address := range []string{"/", "/?filter=seed%3E50+and+game%3D%3D%22tictactoe%22&sort=seed", "/?group=setting"} {
		l.runIndex.forget()
		began := cputime.Process()
		status, text := l.page(address)
		took := cputime.Process() - began
		t.Logf("%d runs: %s in %v of CPU", n, address, took)
		if status != 200 || !strings.Contains(text, " of ") || took > 100*time.Millisecond {
			t.Errorf("%s: %d after %v", address, status, took)
		}
	}
	t.Logf("%d runs: %s", n, memory())
}

// makeManyRuns makes interrupted runs with different seeds, and lists them.
func (l *lab) makeManyRuns(n int) {
	l.t.Helper()
	l.makeRun("0")
	text, err := os.ReadFile(filepath.Join(l.options.Runs, "0", run.ConfigFile))
	if err != nil {
		l.t.Fatal(err)
	}
	for i := 1; i < n; i++ {
		name := fmt.Sprint(i)
		l.write(name+"/"+run.ConfigFile, strings.Replace(string(text), "\nseed: 1\n", fmt.Sprintf("\nseed: %d\n", i), 1))
		l.write(name+"/"+run.MetricsFile, point(0))
		l.write(name+"/"+run.HistoryFile, `{"at":"2026-01-02T03:04:05Z","what":"interrupted","generation":0}`+"\n")
	}
	l.page("/")
}

// memory says what the process holds and has from the system, browsers of a test included
// that run in it.
func memory() string {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return fmt.Sprintf("%.0f MB in use, %.0f MB from the system", float64(m.HeapAlloc)/1e6, float64(m.Sys)/1e6)
}
