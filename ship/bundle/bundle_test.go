package bundle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
	"evolab/ship/bundle"
	"evolab/ship/check"
)

// order is what ships the frozen weights of a game.
func order(t *testing.T, g agent.Game, lang string) *bundle.Order {
	t.Helper()
	name := g.Info().Name
	w, err := frozen.Weights(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := g.Numbers(w)
	if err != nil {
		t.Fatal(err)
	}
	return &bundle.Order{
		Game: name, Lang: lang, Weights: w, Numbers: n, Features: g.Info().Features, Book: name == "littlego", Made: "a test", From: "the frozen weights",
	}
}

// shipped remembers what is handed in, and built what it is compiled to: several
// tests want the same.
var shipped, built struct {
	sync.Mutex
	files map[string][]bundle.File
}

// handedIn writes what is handed in, the program's source first, and returns
// the folder.
func handedIn(t *testing.T, o *bundle.Order) (dir string, list []bundle.File) {
	t.Helper()
	shipped.Lock()
	defer shipped.Unlock()
	whole, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	key := string(whole)
	list = shipped.files[key]
	if list == nil {
		if list, err = bundle.Files(o); err != nil {
			t.Fatal(err)
		}
		if shipped.files == nil {
			shipped.files = map[string][]bundle.File{}
		}
		shipped.files[key] = list
	}
	dir = t.TempDir()
	for _, f := range list {
		if source := filepath.Ext(f.Name) != ".txt"; source && len(f.Content) > bundle.MaxBytes {
			t.Errorf("%s has %d bytes", f.Name, len(f.Content))
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, list
}

// build compiles the source of a program to a file of the same folder.
func build(t *testing.T, dir, source, program string, flags ...string) {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	text, err := os.ReadFile(filepath.Join(dir, source))
	if err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprint(string(text), flags)
	if built.files[key] == nil {
		switch filepath.Ext(source) {
		case ".py":
			precompile(t, dir, source, program)
		case ".java":
			archive(t, dir, source, program)
		default:
			compile(t, dir, append(flags, "-o", program, source)...)
		}
		binary, err := os.ReadFile(filepath.Join(dir, program))
		if err != nil {
			t.Fatal(err)
		}
		if built.files == nil {
			built.files = map[string][]bundle.File{}
		}
		built.files[key] = []bundle.File{{Name: program, Content: binary}}
		return
	}
	if err := os.WriteFile(filepath.Join(dir, program), built.files[key][0].Content, 0o755); err != nil {
		t.Fatal(err)
	}
}

// compile compiles a source of C++ in a folder.
func compile(t *testing.T, dir string, arguments ...string) {
	tooltest.Need(t, "g++")
	t.Helper()
	c := exec.Command("g++", append([]string{"-std=c++11", "-Wall", "-Wextra", "-Werror"}, arguments...)...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// precompile does what an interpreter of Python otherwise does at each start,
// which takes most of it.
func precompile(t *testing.T, dir, source, program string) {
	t.Helper()
	const script = "import py_compile, sys; py_compile.compile(sys.argv[1], sys.argv[2], doraise=True)"
	c := exec.Command(interpreter(t), "-S", "-c", script, source, program)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// archive compiles a source of Java to a file of classes.
func archive(t *testing.T, dir, source, program string) {
	t.Helper()
	tooltest.Need(t, "javac", "jar", "java")
	classes := t.TempDir()
	for _, args := range [][]string{
		{"javac", "--release", "8", "-Xlint:all,-options", "-Werror", "-d", classes, source},
		{"jar", "cf", program, "-C", classes, "."},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// class is the name of the class of a source of Java.
func class(source string) string { return strings.TrimSuffix(source, ".java") }

// command starts the program of a source, compiled as quickly as it can be.
func command(t *testing.T, lang, dir, source string) []string {
	t.Helper()
	if lang == "python" {
		build(t, dir, source, "program.pyc")
		return []string{interpreter(t), "-S", filepath.Join(dir, "program.pyc")}
	}
	build(t, dir, source, "program")
	if lang == "java" {
		return []string{"java", "-cp", filepath.Join(dir, "program"), class(source)}
	}
	return []string{filepath.Join(dir, "program")}
}

// findGame is a game by its name.
func findGame(t *testing.T, name string) agent.Game {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every game's program in every language plays the Go agent's moves.
func TestShippedProgramsPlayAsTheAgent(t *testing.T) {
	for _, name := range []string{"littlego", "checkers", "halma", "konane"} {
		for _, lang := range bundle.Languages() {
			t.Run(name+" "+lang, func(t *testing.T) {
				if lang != "python" && name != "littlego" && !longtest.Enabled() {
					t.Skip("compiling takes seconds; run with -long")
				}
				t.Parallel()
				shippedAsTheAgent(t, order(t, findGame(t, name), lang))
			})
		}
	}
}

// shippedAsTheAgent compares what is shipped with the Go agent.
func shippedAsTheAgent(t *testing.T, o *bundle.Order) {
	dir, list := handedIn(t, o)
	switch list[1].Name {
	case "calibrate.cpp":
		compile(t, dir, "-fsyntax-only", "calibrate.cpp")
	case "calibrate.java":
		archive(t, dir, "calibrate.java", "calibrate")
	}
	positions := 5
	if longtest.Enabled() {
		positions = 20
	}
	task := check.Task{
		Game: findGame(t, o.Game), Variant: o.Variant, Weights: o.Weights, Lang: o.Lang, Source: filepath.Join(dir, list[0].Name), Positions: positions, Nodes: 300, Seed: 1,
	}
	if !longtest.Enabled() {
		task.Command = command(t, o.Lang, dir, list[0].Name)
	}
	r, err := check.Run(t.Context(), task)
	if errors.Is(err, check.ErrNoTool) {
		t.Fatalf("%v: install g++, python3 and a JDK", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Nodes < uint64(positions)*100 {
		t.Errorf("only %d nodes were compared", r.Nodes)
	}
	if head := strings.Split(string(list[0].Content), "\n"); !strings.Contains(strings.Join(head[:6], "\n"), "MIT") {
		t.Error("the head names no licence")
	}
}
