package run

import (
	"os"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/host"
)

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// The record names every file that decides games, once, wherever the config names it.
func TestInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		override, want string
	}{
		{"opponents=[{agent: 'frozen:weights=f'}]", "f"},
		{"accuracy.train=f", "f"},
		{"accuracy.report=f", "f"},
		{"selfplay.files=[f]", "f"},
		{"learn_from=[f]", "f"},
		{"practice.against=['frozen:weights=f']", "f"},
		{"start=f", ""}, // the folder has a copy
		{"practice.against=['exec:dir=.,cmd=true']", ""},
	} {
		if err := os.WriteFile("f", []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		config, err := experiment.Parse("x.yaml", []byte("game: tictactoe\nlearner: td\n"), []string{c.override})
		if err != nil {
			t.Errorf("%s: %v", c.override, err)
			continue
		}
		e, err := NewEnvironment(config, "x.yaml", nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for _, input := range e.Inputs {
			got += input.Path
		}
		if got != c.want {
			t.Errorf("%s: inputs %q, want %q", c.override, got, c.want)
		}
		if held := e.Confinement != ""; held != strings.Contains(c.override, "exec:") {
			t.Errorf("%s: confinement %q", c.override, e.Confinement)
		}
	}
}
