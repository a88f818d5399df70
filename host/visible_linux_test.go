package host

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/internal/tooltest"
)

// home is a user's home folder, with files in it.
type home struct {
	*testing.T
	dir  string
	made string // a virtual environment
}

// venv puts a virtual environment there.
func (h *home) venv(name string) {
	h.Helper()
	if err := os.CopyFS(h.path(name), os.DirFS(h.made)); err != nil {
		h.Fatal(err)
	}
}

func newHome(t *testing.T) *home {
	dir, err := filepath.EvalSymlinks(short(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	return &home{T: t, dir: dir}
}

func (h *home) path(name string) string { return filepath.Join(h.dir, name) }

func (h *home) file(name, text string) {
	h.Helper()
	path := h.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
		h.Fatal(err)
	}
}

// newVenv makes a virtual environment of the Python that is there, with a module.
func newVenv(t *testing.T) string {
	tooltest.Need(t, "python3")
	dir := filepath.Join(t.TempDir(), "venv")
	if said, err := exec.Command("python3", "-m", "venv", "--without-pip", dir).CombinedOutput(); err != nil {
		t.Skipf("python3 -m venv: %v: %s", err, said)
	}
	packages, _ := filepath.Glob(filepath.Join(dir, "lib/python3*/site-packages"))
	if len(packages) != 1 {
		t.Fatalf("folders for modules: %q", packages)
	}
	if err := os.WriteFile(filepath.Join(packages[0], "strength.py"), []byte("move = '2,3'\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// first puts a folder in front of the PATH.
func (h *home) first(name string) { h.Setenv("PATH", h.path(name)+":"+os.Getenv("PATH")) }

// answer is what a command, in a folder with my_player.py, answers.
func (h *home) answer(command string, grants Grants) string {
	h.Helper()
	s, err := Open(Program{Dir: h.path("program"), Command: command, Grants: grants})
	if err != nil {
		h.Fatal(err)
	}
	defer s.Close()
	answer, err := s.Ask(h.Context(), nil, LimitCPU(20*time.Second))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(answer.Output))
}

// Interpreters in home folders are found, and nothing else there is visible.
func TestInterpretersInHomes(t *testing.T) {
	if Confined().Level < Isolated {
		t.Skip("files are not hidden here")
	}
	const player = `import json, os, strength, sys
secret = os.path.exists(os.environ["SECRET"])
open("output.txt", "w").write(strength.move + (" and a secret" if secret else ""))
`
	venv := newVenv(t)
	for _, c := range []struct {
		about   string
		prepare func(h *home)
		command string // HOME is the home
	}{
		{"virtual environment, by its path", func(h *home) { h.venv("project/venv") }, "HOME/project/venv/bin/python my_player.py"},
		{"virtual environment that is active", func(h *home) { h.venv("project/venv"); h.first("project/venv/bin") }, "python3 my_player.py"},
		{"virtual environment that is the project", func(h *home) { h.venv("project"); h.first("project/bin"); h.Chdir(h.path("project")) }, "python3 my_player.py"},
		{"a shim, as pyenv has them", func(h *home) {
			h.venv(".pyenv/versions/own")
			h.file(".pyenv/shims/python3", "#!/bin/sh\nexec \"$HOME/.pyenv/versions/own/bin/python3\" \"$@\"\n")
			h.first(".pyenv/shims")
		}, "python3 my_player.py"},
		{"a JDK", func(h *home) {
			h.file("jdk/bin/java", "#!/bin/sh\nif [ \"$1\" = -XshowSettings:properties ]; then echo '    java.home = "+h.path("jdk")+"' >&2; exit; fi\n. \"$(dirname \"$0\")/../lib/jvm\"\n")
			h.file("jdk/lib/jvm", "if [ -e \"$SECRET\" ]; then echo a secret; else echo 2,3; fi >output.txt\n")
			if err := errors.Join(os.Mkdir(h.path("bin"), 0o755), os.Symlink("../jdk/bin/java", h.path("bin/java"))); err != nil {
				h.Fatal(err)
			}
			h.first("bin")
		}, "java MyPlayer"},
	} {
		t.Run(c.about, func(t *testing.T) {
			h := newHome(t)
			h.made = venv
			c.prepare(h)
			h.file("program/my_player.py", player)
			h.file("project/secret", "")
			command := strings.ReplaceAll(c.command, "HOME", h.dir)
			if got := h.answer(command, Grants{Env: []string{"SECRET=" + h.path("project/secret")}}); got != "2,3" {
				t.Errorf("%s: %q, want 2,3", command, got)
			}
		})
	}
}

// The Java of this machine runs, wherever it is.
func TestJavaRuns(t *testing.T) {
	tooltest.Need(t, "java")
	s := opened(t, "java -Xshare:auto -version 2>output.txt")
	answer, err := s.Ask(t.Context(), nil, LimitCPU(20*time.Second))
	if err != nil || !strings.Contains(string(answer.Output), "version") {
		t.Errorf("%q, %v", answer.Output, err)
	}
}

func TestMounts(t *testing.T) {
	if Confined().Level < Isolated {
		t.Skip("files are not hidden here")
	}
	h := newHome(t)
	h.file("shown/data", "2,3")
	h.file("program/my_player", "#!/bin/sh\necho more >>\"$DATA\" && echo written >output.txt || cat \"$DATA\" >output.txt || echo hidden >output.txt\n")
	grants := Grants{Env: []string{"DATA=" + h.path("shown/data")}}
	if got := h.answer("./my_player", grants); got != "hidden" {
		t.Errorf("without: %q", got)
	}
	grants.Mounts = []string{h.path("shown")}
	if got := h.answer("./my_player", grants); got != "2,3" {
		t.Errorf("with: %q", got)
	}
}

// Nothing of a program runs outside of its box, whatever name it goes by.
func TestProgramsNamedLikeInterpreters(t *testing.T) {
	h := newHome(t)
	for _, name := range []string{"python3", "pyplayer", "java", "node"} {
		h.file("program/"+name, "#!/bin/sh\ntouch \"$HERE/escaped\" "+h.path("escaped")+"\necho 2,3 >output.txt\n")
		if got := h.answer(h.path("program/"+name), Grants{}); got != "2,3" {
			t.Errorf("%s: %q", name, got)
		}
		if exists(h.path("escaped")) && Confined().Level >= Isolated {
			t.Fatalf("%s ran outside of its box", name)
		}
	}
}

// A version manager that obeys a stranger's folder, or a program there, runs nothing of it
// outside of the box.
func TestNothingOfTheCurrentFolderRuns(t *testing.T) {
	const manager = `#!/bin/sh
dir=${PYENV_DIR:-$PWD}
while [ -n "$dir" ] && [ ! -e "$dir/.tool-versions" ]; do dir=${dir%/*}; done
[ -e "$dir/.tool-versions" ] && exec "$(cat "$dir/.tool-versions")" "$@"
exit 1
`
	for _, c := range []struct{ about, path, folder string }{
		{"a version manager", "HOME/shims", "program"},
		{"a version manager, above the folder", "HOME/shims", "program/sub"},
		{"a relative folder in the PATH", "bin", "program"},
		{"an empty folder in the PATH", "", "program"},
		{"its absolute folder in the PATH", "HOME/program/bin", "program"},
	} {
		for _, command := range []string{"python3 my_player.py", "java MyPlayer", "node player.js"} {
			t.Run(c.about+"/"+command, func(t *testing.T) {
				h := newHome(t)
				name, _, _ := strings.Cut(command, " ")
				evil := "#!/bin/sh\ntouch " + h.path("escaped") + "\necho 2,3 >output.txt\n"
				h.file("shims/"+name, manager)
				h.file("program/.tool-versions", h.path("program/bin/"+name))
				h.file("program/bin/"+name, evil)
				h.file("program/"+name, evil)
				h.file("program/sub/my_player.py", "")
				t.Setenv("PYENV_DIR", h.path("program"))
				t.Setenv("PATH", strings.ReplaceAll(c.path, "HOME", h.dir)+":"+os.Getenv("PATH"))
				t.Chdir(h.path(c.folder))
				program := Program{Dir: ".", Command: command}
				_ = program.Check()
				if s, err := Open(program); err == nil {
					s.Close()
				}
				if exists(h.path("escaped")) {
					t.Error("a program of the folder ran outside of its box")
				}
			})
		}
	}
}
