//go:build unix

package lab

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"evolab/course/autograder"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// An archive grades in a folder that is laid out as Gradescope's containers are.
func TestAutograderGrades(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it builds evolve: -long")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("Gradescope's machines are linux/amd64")
	}
	tooltest.Need(t, "bash", "python3")
	dir := t.TempDir()
	program := filepath.Join(dir, "evolve-linux")
	build := exec.Command("go", "build", "-trimpath", "-o", program, "./cmd/evolve")
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(dir)
	if out, err := exec.Command(program, "grade", "--autograder", "out.zip", "--rubric", "usc-2023-submit", "--games", "2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	root := filepath.Join(dir, "autograder")
	unzip(t, "out.zip", filepath.Join(root, "source"))
	write(t, "autograder/submission/my_player3.py", "open('output.txt', 'w').write('PASS')\n")
	text, err := os.ReadFile(filepath.Join(root, "source", "run_autograder"))
	if err == nil {
		err = os.WriteFile(filepath.Join(root, "run_autograder"), text, 0o755) // where Gradescope copies it
	}
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(filepath.Join(root, "run_autograder"))
	c.Dir, c.Env = root, append(os.Environ(), "AUTOGRADER_ROOT="+root)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(root, "results", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r autograder.Results
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if r.Extra.Verdict != "ok" || len(r.Tests) != 5 || r.Extra.Games != 2 || len(r.Extra.Hash) != 64 {
		t.Errorf("%s", data)
	}
}

// unzip unpacks an archive with its files' modes.
func unzip(t *testing.T, path, to string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f.Name), data, f.Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
