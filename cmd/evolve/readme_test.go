package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// small makes an experiment of a second out of any.
const small = " generations=2 ga.population=8 ga.elites=2 fitness.pairs=6 validation.games=20 validation.candidate_games=20 test.games=4"

// TestREADME runs every command of the README, in order, in a copy of what a
// checkout holds, with the experiments made small.
func TestREADME(t *testing.T) {
	if !*long {
		t.Skip("a minute and more; TestREADMEParses looks at the same lines")
	}
	lines := readmeCommands(t)
	if len(lines) < 20 {
		t.Fatalf("only %d commands found in the README", len(lines))
	}
	dir := checkoutCopy(t)
	for _, line := range lines {
		if line == "go test ./..." {
			ci, err := os.ReadFile("../../.ci/run")
			if err != nil || !strings.Contains(string(ci), line) {
				t.Errorf("CI does not run %q (%v)", line, err)
			}
			continue
		}
		if strings.Contains(line, " run experiments/") {
			line += small
		}
		if strings.Contains(line, " sweep experiments/") {
			line += small + " sweep.seeds=2 sweep.list=[]"
		}
		c := exec.Command("sh", "-c", line)
		c.Dir = dir
		began := time.Now()
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		t.Logf("%.1f s: %s", time.Since(began).Seconds(), line)
	}
}

// evolveCall is a call of evolve in a line of shell, up to what ends a command.
var evolveCall = regexp.MustCompile(`(?:bin/evolve|go run \./cmd/evolve) ((?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^'"|>)&$])*)`)

// word is an argument: quotes and $(...) hold blanks together.
var word = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+`)

// Every call in the README has a command, flags and a number of arguments that
// exist.
func TestREADMEParses(t *testing.T) {
	calls := 0
	for _, line := range readmeCommands(t) {
		for _, call := range evolveCall.FindAllStringSubmatch(line, -1) {
			calls++
			if err := parses(word.FindAllString(call[1], -1)); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if calls < 50 {
		t.Errorf("only %d calls found in the README", calls)
	}
}

// parses looks at a command line without running it; $(...) stands for two
// words.
func parses(words []string) error {
	var args []string
	for _, w := range words {
		if strings.HasPrefix(w, "$(") {
			args = append(args, "one", "two")
			continue
		}
		args = append(args, strings.NewReplacer("'", "", `"`, "").Replace(w))
	}
	c, rest, err := newRoot(&app{in: strings.NewReader(""), out: io.Discard, err: io.Discard}).Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		return err
	}
	if !c.Runnable() || !c.HasParent() {
		return fmt.Errorf("%q is no command", strings.Join(args, " "))
	}
	return nil
}

// readmeCommands returns the lines of the README's sh blocks.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	inside := false
	for _, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```sh"
		case inside && line != "":
			list = append(list, line)
		}
	}
	return list
}

// checkoutCopy copies the source, without what git and runs leave there.
func checkoutCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join("../..", e.Name()), filepath.Join(dir, e.Name())
		switch {
		case e.Name() == "runs" || e.Name() == "bin" || strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		default:
			var data []byte
			if data, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, data, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
