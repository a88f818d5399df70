package compile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"evolab/host"
	"evolab/internal/tooltest"
)

// A python3 that is a script, like pyenv's, is asked only once where Python is.
func TestPythonIsAskedOnce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	tools := Toolchain{Name: "Python 3", Run: "python3 {source}", Newest: "3.7"}
	for _, python := range []string{"/there/python3", "/elsewhere/python3"} {
		if err := os.WriteFile(filepath.Join(dir, "python3"), []byte("#!/bin/sh\necho "+python+" 3.9.1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if found, err := tools.FindPython(t.Context(), dir); err != nil || found != (Interpreter{"/there/python3", "3.9.1"}) {
			t.Errorf("%+v, %v", found, err)
		}
	}
}

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// The folder holds what was built from an older source: the copy gets a new build,
// and the folder stays as it is.
func TestAnOlderBuildIsReplaced(t *testing.T) {
	tooltest.Need(t, "g++")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"my_player11.cpp": "#include <fstream>\nint main() { std::ofstream(\"output.txt\") << \"new\"; }\n",
		"my_player11":     "#!/bin/sh\necho old >output.txt\n",
		"calibrate.cpp":   "", "data/book.txt": "1",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Find(dir, Names{Sources: []string{"my_player3.py", "my_player11.cpp", "my_player.java"}, Helpers: []string{".json", ".txt"}, Book: "littlego-book.txt"})
	if err != nil || p.Name != "my_player11.cpp" || p.Language != Cpp {
		t.Fatalf("%+v, %v", p, err)
	}
	ready, err := p.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer ready.Close()
	if text, err := os.ReadFile(filepath.Join(ready.Dir, "data", "book.txt")); err != nil || string(text) != "1" {
		t.Errorf("book: %q, %v", text, err)
	}
	s, err := host.Open(host.Program{Dir: ready.Dir, Command: ready.Command})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	answer, err := s.Ask(t.Context(), nil, host.Limits{})
	if err != nil || string(answer.Output) != "new" {
		t.Errorf("%q, %v", answer.Output, err)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "my_player11")); len(text) > 100 {
		t.Error("the program's own folder was written to")
	}
}

// The lines that matter are those of compilers and, without any, of the linker.
func TestFirstErrors(t *testing.T) {
	const linker = "/usr/bin/ld: /tmp/ccYpqd.o: in function `main':\nmy_player11.cpp:(.text+0x9): undefined reference to `helper()'\n" +
		"/usr/bin/ld: /tmp/ccYpqd.o:(.text+0x12): undefined reference to `other()'\ncollect2: error: ld returned 1 exit status\n"
	for text, want := range map[string][]string{
		linker: {"my_player11.cpp:(.text+0x9): undefined reference to `helper()'", "(.text+0x12): undefined reference to `other()'"},
		"collect2: error: ld returned 1 exit status\n":                                        {"collect2: error: ld returned 1 exit status"},
		"In file included from a.cpp:1:\na.cpp:2:8: error: 'x' was not declared\n    2 | x\n": {"a.cpp:2:8: error: 'x' was not declared"},
		"killed\n": {"killed"},
	} {
		if got := firstErrors(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
