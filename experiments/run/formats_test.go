package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/arena"
	"evolab/features"
	"evolab/internal/sums"
)

// earlier is the folder of a run that an earlier version has recorded.
func earlier(t *testing.T) (folder string, files []string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/run-1.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		files = append(files, f.Name)
	}
	return folder, files
}

func TestRunsOfEarlierVersionsAreRead(t *testing.T) {
	folder, _ := earlier(t)
	c, err := ReadContents(folder)
	if err != nil || len(c.Losses) > 0 {
		t.Fatalf("%v, %v", c.Losses, err)
	}
	if c.Environment.Schema != 1 || c.State.Status != IsFinished || len(c.Metrics) != 3 || len(c.Champion.Values) == 0 || len(c.Evidence.Test) == 0 {
		t.Errorf("%+v", c)
	}
	if n := len(c.Matches()); n < 5 || len(c.Losses) > 0 {
		t.Errorf("%d matches, %v", n, c.Losses)
	}
	if changes, err := sums.Check(folder, nil); err != nil || len(changes) > 0 {
		t.Errorf("%v, %v", changes, err)
	}
}

// The folder of a version to come says so.
func TestRunsOfLaterVersionsAreRefused(t *testing.T) {
	for _, file := range []string{EnvironmentFile, CheckpointFile} {
		folder, _ := earlier(t)
		path := filepath.Join(folder, file)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		later := strings.NewReplacer(`"schema": 1`, `"schema": 2`, `"schema":1`, `"schema":2`).Replace(string(text))
		if err := os.WriteFile(path, []byte(later), 0o644); err != nil {
			t.Fatal(err)
		}
		_, about := ReadEnvironment(folder)
		_, at := ReadCheckpoint(folder)
		if err := map[string]error{EnvironmentFile: about, CheckpointFile: at}[file]; err == nil || !strings.Contains(err.Error(), file+": schema 2 (expected: ") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// docs/formats.md has every file of a run's folder.
func TestFilesOfRunsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, files := earlier(t)
	files = append(files, LockFile, LabelsFile, PlotsFolder+"/", strings.ReplaceAll(roundName(1), "1", "N"), strings.ReplaceAll(stateName(1), "1", "N"))
	for _, name := range files {
		if !strings.Contains(string(doc), "\n| `"+name+"` |") {
			t.Errorf("docs/formats.md has no %s", name)
		}
	}
	for what, number := range map[string]int{"run": Schema, "game record": arena.Schema, "weights": features.Schema} {
		if row := fmt.Sprintf("\n| %s | %d |", what, number); !strings.Contains(string(doc), row) {
			t.Errorf("docs/formats.md does not say %q", row)
		}
	}
}
