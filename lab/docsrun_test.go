package lab

import (
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

// toBeRun are the pages that say what to do; others list the commands of long
// measurements.
var toBeRun = regexp.MustCompile(`^README|^docs/(?:tutorial-|howto-|determinism)`)

// TestDocumentsRun runs every line of their blocks with the language sh, page by page
// as the index lists them, with the experiments made small: tutorials in a folder
// of their own, the other pages in a copy of a checkout.
func TestDocumentsRun(t *testing.T) {
	if !*long {
		t.Skip("minutes; TestDocumentsParse looks at the same lines")
	}
	checkout := checkoutCopy(t)
	t.Setenv("PATH", filepath.Join(checkout, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	ran := 0
	for _, d := range allDocuments(t) {
		if !toBeRun.MatchString(d.path) {
			continue
		}
		dir := checkout
		if strings.Contains(d.path, "tutorial") {
			dir = t.TempDir()
		}
		for _, line := range d.lines {
			if line.run {
				dir = shellLine(t, dir, line.text)
				ran++
			}
		}
	}
	if ran < 100 {
		t.Errorf("only %d lines", ran)
	}
}

// shellLine runs a line of shell in a folder, and returns the folder of the next.
func shellLine(t *testing.T, dir, line string) string {
	line, _, _ = strings.Cut(line, "  #")
	if folder, found := strings.CutPrefix(line, "cd "); found {
		return filepath.Join(dir, folder)
	}
	switch {
	case line == "go test ./...":
		ci, err := os.ReadFile("../.ci/run")
		if err != nil || !strings.Contains(string(ci), line) {
			t.Errorf("CI does not run %q (%v)", line, err)
		}
		return dir
	case strings.HasPrefix(line, "export PATH="): // done already
		return dir
	case strings.Contains(line, "evolve run ") || strings.Contains(line, "./cmd/evolve run "):
		line += small
	case strings.Contains(line, "evolve sweep "):
		line += small + " training_games=0 sweep.seeds=2 sweep.list=[]"
	case strings.Contains(line, "evolve doctor ") && !strings.Contains(line, "doctor --"):
		line += " --budget 3 || test $? -eq 1" // what the time did not suffice for is open
	}
	c := exec.Command("sh", "-c", line)
	c.Dir = dir
	began := time.Now()
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	cpu := time.Duration(0)
	if c.ProcessState != nil {
		cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	t.Logf("%5.1f s, %5.1f s of CPU: %s", time.Since(began).Seconds(), cpu.Seconds(), line)
	return dir
}

// checkoutCopy copies the source, without what git and runs leave there.
func checkoutCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join("..", e.Name()), filepath.Join(dir, e.Name())
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
