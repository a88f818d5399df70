package provenance

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/tooltest"
)

// newCheckout is a folder with a commit of the file "tracked"; git runs a command there.
func newCheckout(t *testing.T) (dir string, git func(line string) string) {
	tooltest.Need(t, "git")
	dir = t.TempDir()
	t.Setenv("HOME", t.TempDir()) // for git config --global
	git = func(line string) string {
		t.Helper()
		c := exec.Command("git", strings.Fields(line)...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", line, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("config --global user.name a")
	git("config --global user.email a@b.c")
	git("config --global protocol.file.allow always")
	git("init -q -b main")
	write(t, filepath.Join(dir, "tracked"), "1\n")
	git("add tracked")
	git("commit -q -m first")
	return dir, git
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
		t.Fatal(err)
	}
}

// What is read is what git itself says, in all states of a checkout.
func TestReadGit(t *testing.T) {
	for _, c := range []struct {
		about   string
		prepare func(dir string, git func(string) string)
		folder  string // in the checkout
		branch  string
		changes string
	}{
		{"clean", func(string, func(string) string) {}, ".", "main", ""},
		{"a changed file, a new one and one that was added", func(dir string, git func(string) string) {
			write(t, dir+"/tracked", "2\n")
			write(t, dir+"/new", "")
			write(t, dir+"/added", "")
			git("add added")
		}, ".", "main", "A  added, M tracked,?? new"},
		{"ignored files", func(dir string, git func(string) string) {
			write(t, dir+"/.git/info/exclude", "*.o\n")
			write(t, dir+"/mine", "*.swp\n")
			git("config --global core.excludesfile " + dir + "/mine")
			write(t, dir+"/.gitignore", ".gitignore\nmine\n")
			write(t, dir+"/a.o", "")
			write(t, dir+"/a.swp", "")
		}, ".", "main", ""},
		{"a folder inside", func(dir string, _ func(string) string) { write(t, dir+"/sub/deep/new", "") }, "sub/deep", "main", "?? sub/"},
		{"no branch", func(_ string, git func(string) string) { git("checkout -q --detach") }, ".", "", ""},
		{"a branch of folders, packed", func(_ string, git func(string) string) {
			git("checkout -q -b a/b/c")
			git("pack-refs --all")
			git("gc -q")
		}, ".", "a/b/c", ""},
		{"another work tree", func(_ string, git func(string) string) {
			git("worktree add -q -b other tree")
			git("-C tree rm -q tracked")
		}, "tree", "other", "D  tracked"},
		{"modes that the file system lacks", func(dir string, git func(string) string) {
			git("config core.filemode false")
			if err := os.Chmod(dir+"/tracked", 0o644); err != nil {
				t.Fatal(err)
			}
		}, ".", "main", ""},
		{"a submodule that moved", func(dir string, git func(string) string) {
			git("clone -q " + dir + " " + dir + "/sub")
			git("submodule --quiet add " + dir + " sub")
			git("commit -q -m second")
			git("-C sub commit -q --allow-empty -m third")
		}, ".", "main", " M sub"},
	} {
		t.Run(c.about, func(t *testing.T) {
			dir, git := newCheckout(t)
			c.prepare(dir, git)
			folder := filepath.Join(dir, c.folder)
			got := ReadGit(folder)
			if got == nil {
				t.Fatal("no checkout")
			}
			if commit := git("-C " + folder + " rev-parse HEAD"); got.Commit != commit || got.Branch != c.branch || strings.Join(got.Changes, ",") != c.changes || got.Dirty != (c.changes != "") {
				t.Errorf("%+v; want commit %s on %q, changes %q", got, commit, c.branch, c.changes)
			}
		})
	}
	if got := ReadGit(t.TempDir()); got != nil {
		t.Errorf("outside of a checkout: %+v", got)
	}
}

// A checkout whose config, attributes, hooks or submodules name a program is read without
// running it, and a bare repository is none.
func TestHostileRepositories(t *testing.T) {
	for _, c := range []struct {
		about   string
		prepare func(dir, program string, git func(string) string)
	}{
		{"a monitor of the file system", func(_, program string, git func(string) string) { git("config core.fsmonitor " + program) }},
		{"a filter", func(dir, program string, git func(string) string) {
			write(t, dir+"/.gitattributes", "* filter=evil\n")
			git("config filter.evil.clean " + program)
		}},
		{"a filter that keeps running", func(dir, program string, git func(string) string) {
			write(t, dir+"/.gitattributes", "* filter=evil\n")
			git("config filter.evil.process " + program)
		}},
		{"a filter in an included file", func(dir, program string, git func(string) string) {
			write(t, dir+"/.git/info/attributes", "* filter=evil\n")
			write(t, dir+"/more", "[filter \"evil\"]\n\tclean = "+program+"\n")
			git("config include.path ../more")
		}},
		{"a hook", func(dir, program string, git func(string) string) {
			write(t, dir+"/hooks/post-index-change", "#!/bin/sh\n"+program+"\n")
			git("config core.hooksPath " + dir + "/hooks")
		}},
		{"a program of a submodule", func(dir, program string, git func(string) string) {
			git("clone -q " + dir + " " + dir + "/sub")
			git("submodule --quiet add " + dir + " sub")
			git("commit -q -m second")
			git("-C sub config core.fsmonitor " + program)
		}},
		{"an object to fetch", func(dir, program string, git func(string) string) {
			git("config core.repositoryformatversion 1")
			git("config extensions.partialClone origin")
			git("config remote.origin.url ext::" + program)
			git("config remote.origin.uploadpack " + program)
			git("config remote.origin.promisor true")
			git("config protocol.ext.allow always")
			tree := git("rev-parse HEAD^{tree}")
			if err := os.Remove(filepath.Join(dir, ".git/objects", tree[:2], tree[2:])); err != nil {
				t.Fatal(err)
			}
			git("rm -q --cached tracked")
		}},
		{"a bare repository", func(dir, program string, git func(string) string) {
			if err := os.Rename(dir+"/.git", dir+"/bare"); err != nil {
				t.Fatal(err)
			}
			git("-C bare config core.worktree " + dir)
			git("-C bare config core.fsmonitor " + program)
		}},
	} {
		t.Run(c.about, func(t *testing.T) {
			dir, git := newCheckout(t)
			ran, program := filepath.Join(dir, "ran"), filepath.Join(dir, "program")
			write(t, program, "#!/bin/sh\ntouch "+ran+"\nexit 1\n")
			c.prepare(dir, program, git)
			write(t, dir+"/tracked", "2\n")
			os.Remove(ran)
			t.Chdir(dir)
			if _, err := os.Stat("bare"); err == nil {
				t.Chdir("bare")
			}
			ReadGit(".")
			if _, err := os.Stat(ran); err == nil {
				t.Error("its program ran")
			}
		})
	}
}
