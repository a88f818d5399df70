package web

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
	"evolab/internal/files"
)

// Engines and experiments are counted; whoever comes too late is told to come again.
func TestLimits(t *testing.T) {
	l := newLab(t)
	l.makeRun("one")
	l.makeRun("two")
	for l.matches.take() {
	}
	l.jobs.count = maxJobs
	for address, body := range map[string]string{
		"/api/compare":        `{"runs":["one","two"],"games":2}`,
		"/api/runs/one/worth": `{}`,
		"/api/runs":           `{"config":"quick"}`,
	} {
		if status, text := l.ask("POST", address, body); status != 503 || !strings.Contains(text, "already") && !strings.Contains(text, "busy") {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
	l.jobs.count = 0
}

// Nobody's move or hint waits for analyses, reviews or matches.
func TestMovesDoNotWait(t *testing.T) {
	l := newLab(t)
	for l.analyses.take() || l.matches.take() {
	}
	if status, text := l.ask("POST", "/api/play", `{"game":"tictactoe","against":"random","strength":"easy","moves":[],"hint":true}`); status != 200 || !strings.Contains(text, `"hint":{`) {
		t.Errorf("%d %s", status, text)
	}
}

// eventually waits for what follows a request.
func (l *lab) eventually(what string, is func() bool) {
	l.t.Helper()
	for began := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 5*time.Second {
			l.t.Fatal(what)
		}
	}
}

// leave asks for a page, goes soon, and returns what was answered all the same.
func (l *lab) leave(address string) string {
	ctx, leave := context.WithTimeout(l.t.Context(), 50*time.Millisecond)
	defer leave()
	r := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+address, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	l.handler.ServeHTTP(w, r)
	return w.Body.String()
}

// Analyses have a table each: few are under way at a time, and a page that has gone leaves
// its place to the next.
func TestAnalysesWaitForATable(t *testing.T) {
	l := newLab(t)
	for range maxAnalyses - 1 {
		l.tables <- struct{}{}
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go l.follow(ctx, "/analysis/events?game=halma&position=start", "end") // it is left
	l.eventually("an analysis has no table", func() bool { return len(l.tables) == maxAnalyses })
	began := make(chan bool)
	go func() {
		defer close(began)
		if _, err := l.follow(t.Context(), "/analysis/events?game=tictactoe&position=start", "exact"); err != nil {
			t.Error(err)
		}
	}()
	l.eventually("the last page is not followed", func() bool { return len(l.streams) == 2 })
	select {
	case <-began:
		t.Error("one analysis more is under way")
	default:
	}
	leave()
	select {
	case <-began:
	case <-time.After(10 * time.Second):
		t.Error("a page has gone, and the next analysis does not begin")
	}
}

// A large file of games is read for one request at a time, and for nobody who has gone; the
// list of games does not take it for empty then.
func TestLargeFilesAreReadInTurn(t *testing.T) {
	l := newLab(t)
	l.write("large.jsonl", strings.Repeat(drawnGame+"\n", 1+(1<<20)/len(drawnGame)))
	l.readers <- struct{}{}
	for _, address := range []string{"/games/large.jsonl", "/games/large.jsonl?game=1", "/games", "/export/large.jsonl?format=jsonl", "/reviews/events?file=large.jsonl&game=1"} {
		if text := l.leave(address); text != "" {
			t.Errorf("%s: %.100q", address, text)
		}
	}
	l.readers.free()
	if _, text := l.ask("GET", "/games", "", "Accept", "text/html"); !strings.Contains(text, "large.jsonl") || !strings.Contains(text, "tictactoe") {
		t.Errorf("%s", text)
	}
	l.write("small.jsonl", drawnGame+"\n")
	l.readers <- struct{}{}
	if status, _ := l.ask("GET", "/games/small.jsonl", ""); status != 200 {
		t.Errorf("a small file waits for a large one: %d", status)
	}
	l.readers.free()
}

// Figures wait for each other, and none is drawn for a page that has gone.
func TestFiguresAreDrawnInTurn(t *testing.T) {
	l := newLab(t)
	l.makeRun("one")
	for l.figures.take() {
	}
	for _, address := range []string{"/runs/one/figures/learning.svg", "/compare/curves.svg?run=one", "/reviews/figures/evaluation.svg", "/sweeps/s/figures/slices.svg", "/tournaments/t/figures/ratings.svg"} {
		if text := l.leave(address); text != "" {
			t.Errorf("%s: %.100q", address, text)
		}
	}
	for len(l.figures) > 0 {
		l.figures.free()
	}
	if status, text := l.ask("GET", "/runs/one/figures/scores.csv", ""); status != 404 || !strings.Contains(text, "there is no figure") {
		t.Errorf("%d %s", status, text)
	}
}

// What a request has left is returned to the system a while after it.
func TestMemoryIsReturned(t *testing.T) {
	l := newLab(t)
	l.idle.Stop()
	l.ask("GET", "/api/runs", "")
	l.eventually("nothing returns the memory", l.idle.Stop)
}

// Only runs of this server have a button to stop them, and only what it may start can
// be resumed; the page says why not.
func TestStopAndResumeWhereItIsSafe(t *testing.T) {
	l := newLab(t)
	l.makeRun("interrupted")
	l.makeRun("program", `opponents=[{agent: "exec:dir=.,cmd=id", share: 1}]`)
	l.makeRun("elsewhere")
	l.makeRun("old") // without checkpoints
	for _, run := range []string{"interrupted", "program", "elsewhere"} {
		l.write(run+"/environment.json", "{}")
	}
	lock, err := files.TakeLock(filepath.Join(l.options.Runs, "elsewhere", run.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	for run, c := range map[string]struct{ shown, hidden []string }{
		"interrupted": {[]string{`id="resume"`}, []string{`id="stop"`, `id="elsewhere"`}},
		"program":     {[]string{"It cannot be resumed here: ", "is a program, and no programs are run here"}, []string{`id="resume"`, `id="stop"`}},
		"old":         {[]string{"It cannot be resumed here: the run was made by an earlier version"}, []string{`id="resume"`, `id="stop"`}},
		"elsewhere":   {[]string{`id="elsewhere"`}, []string{`id="resume"`, `id="stop"`}},
	} {
		_, text := l.ask("GET", "/runs/"+run, "", "Accept", "text/html")
		for _, want := range c.shown {
			if !strings.Contains(text, want) || strings.Contains(text, want+" hidden") {
				t.Errorf("%s: %s is not shown", run, want)
			}
		}
		for _, want := range c.hidden {
			if !strings.Contains(text, want+" hidden") {
				t.Errorf("%s: %s is shown", run, want)
			}
		}
	}
	if status, text := l.ask("POST", "/api/runs/elsewhere/resume", "{}"); status != 409 || !strings.Contains(text, "a process works on the run already") {
		t.Errorf("%d %s", status, text)
	}
}
