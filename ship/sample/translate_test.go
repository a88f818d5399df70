package sample

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"evolab/internal/longtest"
	"evolab/internal/tooltest"
	"evolab/ship/cpp"
	"evolab/ship/ir"
	"evolab/ship/java"
	"evolab/ship/load"
	"evolab/ship/lower"
	"evolab/ship/python"
)

// translated is the program of the samples, made from their sources.
func translated(t *testing.T) *ir.Program {
	t.Helper()
	const path = "evolab/ship/sample"
	loaded, err := load.Load(load.Options{Sources: os.DirFS("../..")}, path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Program(loaded, path, "Run")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inGo is what the samples print in Go; it runs them once.
var inGo = sync.OnceValue(func() string { return string(All()) })

// compare runs a translated program and compares its lines with those of Go.
func compare(t *testing.T, command ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%v (expected: the exit code 3)\n%s", err, errs.String())
	}
	got, want := strings.Split(out.String(), "\n"), strings.Split(inGo(), "\n")
	for i := range max(len(got), len(want)) {
		g, w := at(got, i), at(want, i)
		if g != w {
			t.Errorf("line %d: %q (Go: %q)", i+1, g, w)
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "<nothing>"
}

func TestCppComputesAsGo(t *testing.T) {
	tooltest.Need(t, "g++")
	source, err := cpp.Source(translated(t), "")
	if err != nil {
		t.Fatal(err)
	}
	file, program := filepath.Join(t.TempDir(), "sample.cpp"), filepath.Join(t.TempDir(), "sample")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	level := "-O0" // compiles in a third of the time
	if longtest.Enabled() {
		level = "-O2"
	}
	out, err := exec.Command("g++", "-std=c++11", level, "-Wall", "-Wextra", "-Werror", "-o", program, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compare(t, program)
}

func TestPythonComputesAsGo(t *testing.T) {
	tooltest.Need(t, "python3")
	source, err := python.Source(translated(t), "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sample.py")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	compare(t, "python3", file)
}

func TestJavaComputesAsGo(t *testing.T) {
	tooltest.Need(t, "javac", "java")
	source, err := java.Source(translated(t), "", "sample")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "sample.java")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("javac", "--release", "8", "-Xlint:all,-options", "-Werror", "-d", dir, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compare(t, "java", "-cp", dir, "sample")
}
