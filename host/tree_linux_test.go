package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// What is no file, folder or link that stays inside is refused by its name, and so is
// more than fits; what is copied is the same.
func TestTreesAreRefused(t *testing.T) {
	small := Tree{Bytes: 1 << 20, Files: 6, Depth: 2}
	for _, c := range []struct {
		about string
		make  func(dir string) error
		fault TreeFault
		text  string // of the error; "" if it can be copied
	}{
		{"files, folders and links", func(dir string) error {
			return errors.Join(os.MkdirAll(dir+"/d/e", 0o700), os.WriteFile(dir+"/d/e/f", []byte("f"), 0o755), os.Symlink("d/e/f", dir+"/link"))
		}, 0, ""},
		{"a pipe", func(dir string) error { return unix.Mkfifo(dir+"/pipe", 0o600) }, Irregular, "pipe is a pipe"},
		{"a socket", func(dir string) error { return unix.Mknod(dir+"/s", unix.S_IFSOCK|0o600, 0) }, Irregular, "s is a socket"},
		{"a device", func(dir string) error {
			if os.Geteuid() != 0 {
				return unix.Mkfifo(dir+"/null", 0o600) // only root can make one
			}
			return unix.Mknod(dir+"/null", unix.S_IFCHR|0o600, 1<<8|3)
		}, Irregular, "null is a "},
		{"a link out", func(dir string) error { return os.Symlink("/etc/passwd", dir+"/x") }, Irregular, "the link x leads out of the folder, to /etc/passwd"},
		{"a large file", func(dir string) error { return os.WriteFile(dir+"/x", make([]byte, 1<<20+1), 0o600) }, TooLarge, "more than 1 MB"},
		{"a hole", func(dir string) error {
			return errors.Join(os.WriteFile(dir+"/x", nil, 0o600), os.Truncate(dir+"/x", 1<<40))
		}, TooLarge, "more than 1 MB"},
		{"many files", func(dir string) (err error) {
			for _, name := range strings.Split("abcdefg", "") {
				err = errors.Join(err, os.WriteFile(dir+"/"+name, nil, 0o600))
			}
			return err
		}, TooLarge, "more than 6 files"},
		{"deep folders", func(dir string) error { return os.MkdirAll(dir+"/d/d/d", 0o700) }, TooLarge, "more than 2 folders in each other"},
	} {
		t.Run(c.about, func(t *testing.T) {
			tree, to := small, t.TempDir()
			if tree.Dir = t.TempDir(); c.make(tree.Dir) != nil {
				t.Fatal(c.make(tree.Dir))
			}
			err := tree.CopyTo(t.Context(), to)
			var refused *TreeError
			switch {
			case c.text == "" && err != nil:
				t.Error(err)
			case c.text != "" && (!errors.As(err, &refused) || refused.Fault != c.fault || !strings.Contains(err.Error(), c.text)):
				t.Errorf("%v, want %q", err, c.text)
			}
			if text, _ := os.ReadFile(to + "/link"); c.text == "" && string(text) != "f" {
				t.Errorf("copied is %q", text)
			}
		})
	}
}

// A copy has the holes of the original, and the same bytes.
func TestHolesAreKept(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	f, err := os.Create(filepath.Join(from, "x"))
	if err != nil {
		t.Fatal(err)
	}
	const size = 40 << 20
	_, err = f.WriteAt([]byte("in the middle"), size/2)
	if err = errors.Join(err, f.Truncate(size), f.Close(), CopyFolder(t.Context(), from, to)); err != nil {
		t.Fatal(err)
	}
	var st unix.Stat_t
	if err := unix.Stat(filepath.Join(to, "x"), &st); err != nil || st.Size != size || st.Blocks*512 > 1<<20 {
		t.Errorf("%d bytes in %d blocks, %v", st.Size, st.Blocks, err)
	}
	data, err := os.ReadFile(filepath.Join(to, "x"))
	if err != nil || string(data[size/2:size/2+13]) != "in the middle" {
		t.Error("not the same bytes", err)
	}
}

// A copy stops with its context.
func TestCopyStops(t *testing.T) {
	from := t.TempDir()
	if err := errors.Join(os.WriteFile(from+"/x", nil, 0o600), os.Truncate(from+"/x", 1<<30)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	began := time.Now()
	if err := CopyFolder(ctx, from, t.TempDir()); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// Somebody swaps what is copied, as fast as he can, for links that lead to a secret, for
// a pipe, or for a file that grows: no copy has the secret or blocks, and none fails for
// another reason than the swap.
func TestNobodyLeaksByRacing(t *testing.T) {
	const hidden = "leak" // as long as what it replaces
	secret := t.TempDir()
	if err := errors.Join(os.Mkdir(secret+"/d", 0o700), os.WriteFile(secret+"/d/weights", []byte(hidden), 0o600)); err != nil {
		t.Fatal(err)
	}
	file := func(path string) error { return os.WriteFile(path, []byte("fine"), 0o644) }
	folder := func(path string) error { return errors.Join(os.Mkdir(path, 0o755), file(path+"/weights")) }
	pipe := func(path string) error { return unix.Mkfifo(path, 0o600) }
	link := func(to string) func(string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	for _, c := range []struct {
		about  string
		name   string // what is swapped
		states []func(path string) error
		fault  TreeFault
	}{
		{"a file for a link", "class/ada/weights", []func(string) error{file, link(secret + "/d/weights")}, Irregular},
		{"a file for a pipe", "class/ada/weights", []func(string) error{file, pipe}, Irregular},
		{"a folder for a link", "class/ada/d", []func(string) error{folder, link(secret + "/d")}, Irregular},
		{"the submission for a link", "class/ada", []func(string) error{folder, link(secret + "/d")}, Irregular},
		{"a file for another", "class/ada/weights", []func(string) error{file, file}, Changing},
		{"a file that grows", "class/ada/weights", nil, Changing},
	} {
		t.Run(c.about, func(t *testing.T) {
			at := t.TempDir()
			path := filepath.Join(at, c.name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), file(at+"/class/other")); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			var racer sync.WaitGroup
			racer.Go(func() { race(ctx, path, c.states) })
			tries, copied, refusals := 0, 0, map[TreeFault]int{}
			for end := time.Now().Add(time.Minute); time.Now().Before(end) && (tries < 30 || refusals[c.fault] == 0 || copied == 0); tries++ {
				to := t.TempDir()
				tree := Tree{Dir: at + "/class", Name: "ada", Bytes: 64 << 20, Files: 100, Depth: 8}
				err := tree.CopyTo(ctx, to)
				var refused *TreeError
				switch {
				case errors.As(err, &refused):
					refusals[refused.Fault]++
				case err == nil:
					copied++
				case !errors.Is(err, fs.ErrNotExist): // between two states there is nothing
					t.Error(err)
				}
				err = filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
					if err != nil || !d.Type().IsRegular() {
						return err
					}
					if data, _ := os.ReadFile(path); strings.Contains(string(data), hidden) {
						t.Errorf("the secret came with %s", path)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
			stop()
			racer.Wait()
			if t.Logf("%d tries, %d copied, refused by fault: %v", tries, copied, refusals); refusals[c.fault] == 0 || copied == 0 {
				t.Errorf("the swap was not met: %d copied, %v", copied, refusals)
			}
		})
	}
}

// race puts one after the other into a place, each in one step; without any, it appends
// to a file.
func race(ctx context.Context, path string, states []func(string) error) {
	for i := 0; ctx.Err() == nil; i++ {
		if len(states) == 0 {
			appendTo(path, i)
			continue
		}
		beside := filepath.Join(filepath.Dir(filepath.Dir(path)), "beside")
		os.RemoveAll(beside)
		if states[i%len(states)](beside) == nil && os.Rename(beside, path) != nil {
			os.RemoveAll(path) // a folder stands in the way of what is none
			os.Rename(beside, path)
		}
	}
}

func appendTo(path string, i int) {
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if i%200 == 0 {
		flags |= os.O_TRUNC
		time.Sleep(time.Millisecond)
	}
	if f, err := os.OpenFile(path, flags, 0o600); err == nil {
		f.WriteString(strings.Repeat("x", 5000))
		f.Close()
	}
}
