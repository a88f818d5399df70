package web

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
	"evolab/internal/longtest"
	"evolab/search/cputime"
)

// listener is a browser that follows a run.
type listener struct {
	t      *testing.T
	answer *http.Response
	lines  *bufio.Reader
	last   string // id
}

func (l *lab) listen(run, after string) *listener {
	l.t.Helper()
	r, _ := http.NewRequest("GET", l.http.URL+"/runs/"+run+"/events", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || answer.StatusCode != 200 {
		l.t.Fatal(answer.Status, err)
	}
	return &listener{t: l.t, answer: answer, lines: bufio.NewReader(answer.Body)}
}

// next waits for the next event of a kind.
func (b *listener) next(kind string) (data string) {
	b.t.Helper()
	event, id := "", ""
	for {
		line, err := b.lines.ReadString('\n')
		if err != nil {
			b.t.Fatal(err)
		}
		key, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		switch key {
		case "event":
			event = value
		case "id":
			id = value
		case "data":
			data = value
		case "":
			if event == kind {
				if id != "" {
					b.last = id
				}
				return data
			}
			event, id = "", ""
		}
	}
}

// points are the generations of the next event.
func (b *listener) points() (list []int) {
	b.t.Helper()
	var lines []run.Metrics
	if err := json.Unmarshal([]byte(b.next("points")), &lines); err != nil {
		b.t.Fatal(err)
	}
	for _, m := range lines {
		list = append(list, m.Generation)
	}
	return list
}

// A browser sees each generation once, whenever its connection breaks; a line that
// is not written to its end waits for the rest of it.
func TestEvents(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	grow := func(text string) { l.grow("run", text) }
	want := func(b *listener, list ...int) {
		t.Helper()
		if got := b.points(); len(got) != len(list) || got[0] != list[0] || got[len(got)-1] != list[len(list)-1] {
			t.Errorf("generations %v, want %v", got, list)
		}
	}
	b := l.listen("run", "")
	want(b, 0)
	grow(point(1) + point(2)[:20])
	want(b, 1)
	grow(point(2)[20:])
	want(b, 2)
	b.answer.Body.Close()
	grow(point(3))
	again := l.listen("run", b.last)
	want(again, 3)
	again.answer.Body.Close()

	want(l.listen("run", "12-00000000"), 0, 1, 2, 3) // a mark of other contents
	want(l.listen("run", "99999-12345678"), 0, 1, 2, 3)
	want(l.listen("run", "nonsense"), 0, 1, 2, 3)
}

// Whoever looks at a run that is deleted is told so, and not that it has crashed.
func TestEventsOfADeletedRun(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	b := l.listen("run", "")
	defer b.answer.Body.Close()
	b.next("state")
	if err := os.RemoveAll(filepath.Join(l.options.Runs, "run")); err != nil {
		t.Fatal(err)
	}
	if text := b.next("state"); !strings.Contains(text, `"status":"deleted"`) || !strings.Contains(text, "not there any more") {
		t.Errorf("its state: %s", text)
	}
}

// A resumed run cuts off what its checkpoint does not have: browsers begin again.
func TestEventsOfAResumedRun(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	l.write("run/metrics.jsonl", point(0)+point(1)+point(2))
	b := l.listen("run", "")
	defer b.answer.Body.Close()
	if got := b.points(); len(got) != 3 {
		t.Fatalf("generations %v", got)
	}
	l.write("run/metrics.jsonl", point(0)+point(1))
	b.next("again")
	if got := b.points(); len(got) != 2 {
		t.Errorf("generations %v after the cut", got)
	}
}

func TestStreamsAreLimited(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	l.streams = newSlots(1)
	b := l.listen("run", "")
	b.points()
	if status, text := l.ask("GET", "/runs/run/events", ""); status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", status, text)
	}
	b.answer.Body.Close()
}

// Eighty pages follow a run at once: each has its last generation soon after it was written.
func TestManyFollow(t *testing.T) {
	const pages = 80
	l := newLab(t)
	l.pace = usualPace
	l.makeRun("run")
	var list []*listener
	for range pages {
		b := l.listen("run", "")
		defer b.answer.Body.Close()
		list = append(list, b)
	}
	follow := func(generation int) {
		for _, b := range list {
			for last := -1; last != generation; {
				seen := b.points()
				last = seen[len(seen)-1]
			}
		}
	}
	follow(0)
	generations := 4
	if longtest.Enabled() {
		generations = 60
	}
	began, used, slowest := time.Now(), cputime.Process(), time.Duration(0)
	for g := 1; g <= generations; g++ {
		written := time.Now()
		l.grow("run", point(g))
		follow(g)
		slowest = max(slowest, time.Since(written))
	}
	took := time.Since(began)
	t.Logf("%d pages: all have a generation within %v, with %.1f %% of a core; %s", pages, slowest.Round(time.Millisecond), 100*float64(cputime.Process()-used)/float64(took), memory())
	if slowest > 5*time.Second {
		t.Errorf("a page has a generation %v after its line", slowest)
	}
}

// Marks come from browsers.
func FuzzMark(f *testing.F) {
	folder := f.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "m"), []byte("one\ntwo\n"), 0o644); err != nil {
		f.Fatal(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("4-7a6c86f1")
	f.Add("-1-0")
	f.Add("99999999999999999999-x")
	f.Fuzz(func(t *testing.T, mark string) {
		of := tail{root: root, path: "m"}
		of.resume(mark)
		lines, _, err := of.next()
		if err != nil || of.at != 8 && len(lines) > 0 || len(lines) > 2 {
			t.Errorf("%q: %q, at %d, %v", mark, lines, of.at, err)
		}
	})
}
