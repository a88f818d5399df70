package mlflow

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"evolab/experiments/run"
)

var quick = pace{time.Millisecond, 10 * time.Millisecond, time.Minute}

// warnings counts what a follower says.
type warnings struct {
	t    *testing.T
	said atomic.Int32
}

func (w *warnings) warn(text string) {
	w.said.Add(1)
	if !strings.HasPrefix(text, "warning: ") || !strings.Contains(text, "evolve export one --to mlflow --uri http://127.0.0.1:") {
		w.t.Errorf("it says %q", text)
	}
}

// A server that is away at first gets everything later, and there is one warning.
func TestServerComesBack(t *testing.T) {
	p, r := newPeer(t), finished(t)
	var away atomic.Bool
	var refusals atomic.Int32
	away.Store(true)
	p.fault = func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		if away.Load() {
			refusals.Add(1)
			http.Error(w, "later", http.StatusServiceUnavailable)
		}
		return away.Load()
	}
	w := &warnings{t: t}
	f := follow(r.Folder, nil, client(t, p), w.warn, quick)
	for refusals.Load() < 3 { // it tries again by itself
		time.Sleep(time.Millisecond)
	}
	away.Store(false)
	f.End()
	f.Wait()
	p.whole(t)
	if n := w.said.Load(); n != 1 {
		t.Errorf("%d warnings", n)
	}
}

// A server that never answers holds up nobody: not the run, and its end no longer
// than the final wait.
func TestServerHangs(t *testing.T) {
	p, r := newPeer(t), finished(t)
	asked := make(chan struct{}, 100)
	p.fault = func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done()
		return true
	}
	w := &warnings{t: t}
	f := follow(r.Folder, nil, client(t, p), w.warn, pace{time.Millisecond, time.Millisecond, 50 * time.Millisecond})
	<-asked
	for range 100_000 {
		f.Notify()
	}
	f.End()
	f.Wait()
	if n := w.said.Load(); n != 1 {
		t.Errorf("%d warnings", n)
	}
}

// Without a tracking in the config there is no follower, which everybody may call.
func TestNoFollower(t *testing.T) {
	folder := finished(t).Folder
	f := Follow(folder, nil, func(text string) { t.Error(text) })
	if f != nil {
		t.Error("there is a follower")
	}
	f.Notify()
	f.End()
	f.Wait()
}

// Whether there is somebody to be told is known by the config alone, however long the
// record is that a resumed run has.
func TestFollowReadsTheConfigAlone(t *testing.T) {
	folder := finished(t).Folder
	effort := func() float64 {
		return testing.AllocsPerRun(1, func() { Follow(folder, nil, func(text string) { t.Error(text) }) })
	}
	short := effort()
	path := filepath.Join(folder, run.MetricsFile)
	line, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, strings.Repeat(string(line), 500))
	if long := effort(); long > 2*short {
		t.Errorf("%.0f allocations with a short record, %.0f with a long one", short, long)
	}
}

// Of a killed run, what its checkpoint counts is sent: the rest is played again. Once
// it has been resumed, the rest follows.
func TestKilledRun(t *testing.T) {
	p, r := newPeer(t), finished(t)
	history := filepath.Join(r.Folder, run.HistoryFile)
	whole, err := os.ReadFile(history)
	if err != nil {
		t.Fatal(err)
	}
	put(t, history, strings.SplitAfter(string(whole), "\n")[0])
	send := func() {
		t.Helper()
		now, err := run.Read(nil, r.Folder)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client(t, p).Send(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	send()
	if n := len(p.runs[0].metrics); n != 0 || p.runs[0].status != "FAILED" {
		t.Errorf("%d metrics, status %s", n, p.runs[0].status)
	}
	put(t, filepath.Join(r.Folder, run.CheckpointFile), `{"schema":1,"generation":{"Index":0},"sizes":{}}`)
	send()
	if list := p.runs[0].metrics["fitness/best"]; len(list) != 1 || list[0].Step != 0 {
		t.Errorf("sent %v", list)
	}
	put(t, history, string(whole))
	send()
	p.whole(t)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
