package web

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"evolab/experiments/run"
)

// An experiment is started, stopped, resumed and stopped again by requests alone.
func TestStartStopResume(t *testing.T) {
	l := newLab(t)
	status, text := l.ask("POST", "/api/runs", `{"config":"tictactoe","overrides":["generations=20000","ga.population=6","ga.elites=1"],"workers":1}`)
	var made runAnswer
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	folder := filepath.Join(l.options.Runs, made.Run)
	reaches := func(generation int) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if lines, err := run.ReadLines[run.Metrics](filepath.Join(folder, run.MetricsFile)); err == nil && len(lines) > generation {
				return
			}
		}
		t.Fatalf("no generation %d", generation)
	}
	stops := func() {
		t.Helper()
		if status, text := l.ask("POST", "/api/runs/"+made.Run+"/stop", `{}`); status != 200 && status != 202 {
			t.Fatalf("%d %s", status, text)
		}
		l.jobs.wait()
		if is, err := run.ReadState(folder); err != nil || is.Status != run.IsInterrupted {
			t.Fatalf("%+v %v", is, err)
		}
	}
	reaches(1)
	if status, text := l.ask("POST", "/api/runs/"+made.Run+"/resume", `{}`); status != 409 {
		t.Errorf("a run at work is resumed: %d %s", status, text)
	}
	stops()
	lines, err := run.ReadLines[run.Metrics](filepath.Join(folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	if status, text := l.ask("POST", "/api/runs/"+made.Run+"/resume", `{}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	reaches(len(lines))
	stops()
}
