package files

import (
	"os"
	"path/filepath"
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
