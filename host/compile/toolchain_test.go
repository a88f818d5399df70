//go:build unix

package compile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/host"
	"evolab/internal/tooltest"
)

// ofAYear are names as a course has them, and a language of its own.
func ofAYear() Names {
	return Names{
		Sources: []string{"my_player3.py", "my_player11.cpp", "my_player.java", "my_player.cpp", "my_player.py", "agent.words"},
		Languages: []Toolchain{
			{Name: "Python 3", Programs: []string{"my_player3.py"}, Run: "python3 {source}"},
			{Name: "C++11", Programs: []string{"my_player11.cpp"}, Compile: "g++ -std=c++11 -O2 -o {out}/{stem} {source}", Run: "./{stem}"},
			{Name: "Java", Programs: []string{"my_player.java"}, Compile: "javac -proc:none -d {out} -processorpath {out} {source}", Run: "java {stem}"},
			{Name: "C++", Programs: []string{"my_player.cpp"}, Compile: "g++ -O2 -o {out}/{stem} {source}", Run: "./{stem}"},
			{Name: "Python 2", Programs: []string{"my_player.py"}, Run: "python2 {source}", Newest: "2.7"},
			{Name: "Words", Programs: []string{"agent.words"}, Compile: "sh -c 'cat \"$1\" \"$1\" >\"$2\"' - {source} {out}/{stem}.twice", Run: "cp {stem}.twice output.txt"},
		},
	}
}

// The name decides the language; a name that is not accepted is taken as the first with its
// ending.
func TestLanguagesOfNames(t *testing.T) {
	names := ofAYear()
	for name, want := range map[string]struct {
		language Language
		tools    string
	}{
		"my_player3.py":   {Python, "Python 3"},
		"my_player.py":    {"Python 2", "Python 2"},
		"agent.py":        {Python, "Python 3"},
		"my_player.cpp":   {Cpp, "C++"},
		"my_player11.cpp": {Cpp, "C++11"},
		"agent.cpp":       {Cpp, "C++11"},
		"agent.cc":        {Cpp, "C++11"}, // nobody's ending: as without a course
		"agent.words":     {"Words", "Words"},
		"other.words":     {"Words", "Words"},
		"agent.exe":       {Executable, ""},
	} {
		if tools, l := names.toolchain(name); l != want.language || tools.Name != want.tools {
			t.Errorf("%s: %s, %s", name, l, tools.Name)
		}
	}
	if got := names.AcceptedName("agent.cpp"); got != "my_player11.cpp" {
		t.Error(got)
	}
	titles := ""
	for _, l := range names.Languages[:5] {
		titles += l.Title() + ";"
	}
	if want := ";g++ -std=c++11 -O2;javac -proc:none;g++ -O2;;"; titles != want {
		t.Errorf("%s, want %s", titles, want)
	}
}

// source writes a file and finds it as a program of the year.
func source(t *testing.T, name, text string) *Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Find(path, ofAYear())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// played is what a program writes in one ply.
func played(t *testing.T, p *Program) (string, error) {
	t.Helper()
	ready, err := p.Make(t.Context())
	if err != nil {
		return "", err
	}
	defer ready.Close()
	s, err := host.Open(host.Program{Dir: ready.Dir, Command: ready.Command})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	answer, err := s.Ask(t.Context(), nil, host.Limits{})
	return string(answer.Output), err
}

// A language that the lab does not know needs its two commands alone.
func TestALanguageOfACourse(t *testing.T) {
	if got, err := played(t, source(t, "agent.words", "again ")); got != "again again " || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	// The name is one word for the shell, whatever it is.
	if got, err := played(t, source(t, "it's; $(touch x).words", "again ")); got != "again again " || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// C++ without a standard is the compiler's own, and newer than C++11.
func TestCppOfThePlainName(t *testing.T) {
	tooltest.Need(t, "g++")
	const cpp14 = "#include <fstream>\nint main() { auto one = [](auto x) { return x; }; std::ofstream(\"output.txt\") << one(1); }\n"
	if got, err := played(t, source(t, "my_player.cpp", cpp14)); got != "1" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// Python 2 plays where there is one. Elsewhere the machine is named, not the program.
func TestPython2(t *testing.T) {
	p := source(t, "my_player.py", "print 'hello'\nopen('output.txt', 'w').write(str(3 / 2))\n")
	var missing *NoTool
	switch got, err := played(t, p); {
	case errors.As(err, &missing):
		t.Log(err)
	case got != "1" || err != nil:
		t.Errorf("%q, %v", got, err)
	default:
		var failed *Failed
		if _, err := played(t, source(t, "my_player.py", "print(*[1], sep='')\n")); !errors.As(err, &failed) || !strings.HasPrefix(failed.Tool, "Python 2.") || failed.Name != "my_player3.py" {
			t.Errorf("Python 3 in a name of Python 2: %v, %+v", err, failed)
		}
		if _, err := played(t, source(t, "my_player3.py", "print 1\n")); !errors.As(err, &failed) || failed.Name != "my_player.py" {
			t.Errorf("Python 2 in a name of Python 3: %v, %+v", err, failed)
		}
		if _, err := played(t, source(t, "my_player.py", "def f(:\n")); !errors.As(err, &failed) || failed.Name != "" {
			t.Errorf("in none of both: %v, %+v", err, failed)
		}
	}

	dir := t.TempDir()
	t.Setenv("PATH", dir+":/bin")
	for _, script := range []string{"", "#!/bin/sh\necho 'pyenv: python2: command not found' >&2\nexit 127\n"} {
		if script != "" {
			if err := os.WriteFile(filepath.Join(dir, "python2"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if path, err := filepath.EvalSymlinks("/bin/python2"); err == nil {
			t.Skipf("this machine has a Python 2 for all: %s", path)
		}
		if _, err := played(t, p); !errors.As(err, &missing) || !strings.HasSuffix(err.Error(), "this machine has no Python 2") {
			t.Errorf("%v", err)
		}
	}
}
