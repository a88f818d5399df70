package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	check := func(want string, mode os.FileMode) {
		t.Helper()
		data, err := os.ReadFile(file)
		info, statErr := os.Stat(file)
		if err != nil || statErr != nil || string(data) != want || info.Mode().Perm() != mode {
			t.Errorf("%q with mode %v, %v %v; want %q with %v", data, info.Mode(), err, statErr, want, mode)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "one")
	check("one", 0o644)
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	write(file, "two")
	check("two", 0o600)
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	write(link, "three")
	check("three", 0o600)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	write(os.DevNull, "nothing")
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("%s is %v, %v", os.DevNull, info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("left over: %v, %v", entries, err)
	}
	if err := Replace(filepath.Join(dir, "no", "such"), nil); err == nil {
		t.Error("a folder that is not there is no error")
	}
}

// A folder that cannot be written to is told as what it is, with the file's name.
func TestReplaceNamesTheFileItMayNotWrite(t *testing.T) {
	const path = "/sys/evolab.txt" // not even root may make files there
	if _, err := os.Stat("/sys/kernel"); err != nil {
		t.Skip("no /sys")
	}
	var at *fs.PathError
	if err := Replace(path, []byte("x")); !errors.Is(err, fs.ErrPermission) || !errors.As(err, &at) || at.Path != path {
		t.Errorf("%v", err)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "game.jsonl")
	if err := Create(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, []byte("second")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second one: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "first" {
		t.Errorf("%q, %v", data, err)
	}
	if err := Create(filepath.Join(dir, "none", "game.jsonl"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v is left, %v", list, err)
	}
}

// Nobody else may read a private file.
func TestCreatePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes")
	}
	path := filepath.Join(t.TempDir(), "key")
	for range 2 {
		if err := CreatePrivate(path, []byte("secret")); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	}
}
