package web

import (
	"path/filepath"
	"strings"
	"testing"

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
