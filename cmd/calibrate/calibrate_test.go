package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/agent/nimtest"
	"evolab/protocol/calibration"
)

func TestCalibrate(t *testing.T) {
	t.Chdir(t.TempDir())
	for range 2 { // the second time there is a file already
		var stdout, stderr bytes.Buffer
		if code := run([]string{"-time", "0.1"}, &stdout, &stderr); code != done || stderr.Len() > 0 {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		if lines := strings.Count(stdout.String(), " nodes per second of CPU time\n"); lines != 5 {
			t.Errorf("%d lines:\n%s", lines, &stdout)
		}
	}
	text, err := os.ReadFile(calibration.Name)
	if err != nil {
		t.Fatal(err)
	}
	speeds, err := calibration.Parse(text)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	for _, g := range agent.Games() {
		if name := g.Info().Name; speeds.Of(name) < 10*calibration.Slowest {
			t.Errorf("%s: %d nodes per second", name, speeds.Of(name))
		}
	}
	if left, _ := filepath.Glob("*"); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A new game is measured without an entry anywhere, with its weights set by hand
// until some are frozen.
func TestNewGame(t *testing.T) {
	speeds, err := measure([]agent.Game{nimtest.Game()}, 50*time.Millisecond)
	if err != nil || speeds.Of("nim") < calibration.Slowest {
		t.Errorf("%+v, %v", speeds, err)
	}
}

func TestArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"-time 0": "-time 0 (allowed: 0.05..60)", "-time NaN": "-time NaN (allowed", "-time 61": "-time 61 (allowed", "-time x": `invalid value "x"`,
		"-depth 3": "flag provided but not defined: -depth", "more": `unexpected argument "more" (expected: only -time)`,
	} {
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(args), &stdout, &stderr); code != badInput || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit code %d, %s", args, code, &stderr)
		}
	}
	if left, _ := filepath.Glob("*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFileThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Join(calibration.Name, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-time", "0.05"}, &stdout, &stderr); code != failed || !strings.HasPrefix(stderr.String(), "calibrate: calibration.txt: cannot write: ") {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}
