package host

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"evolab/internal/longtest"
)

// nest makes folders in folders, deeper than any path can name; the last one is
// locked.
func nest(t *testing.T, dir string, depth int) {
	t.Helper()
	at, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY, 0)
	for i := 0; i < depth && err == nil; i++ {
		mode := uint32(0o700)
		if i == depth-1 {
			mode = 0
		}
		if err = unix.Mkdirat(at, "d", mode); err == nil && mode != 0 {
			var next int
			next, err = unix.Openat(at, "d", unix.O_PATH|unix.O_DIRECTORY, 0)
			unix.Close(at)
			at = next
		}
	}
	unix.Close(at)
	if err != nil {
		t.Fatal(err)
	}
}

// What dead runs left behind is removed, however deep; a folder that is in use or
// belongs to somebody else stays.
func TestDeadRunsAreSweptAway(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	used, held, err := TempDir("host")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	left, deep := map[string]bool{used: true}, 300
	if longtest.Enabled() {
		deep = 19_000
	}
	for _, c := range []struct {
		name  string
		depth int
		stays bool
	}{{"evolab-host-1", deep, false}, {"evolab-build-2", 2, false}, {"evolab-doctor-3", 2, false}, {"evolab-notes", 2, true}} {
		dir := filepath.Join(os.TempDir(), c.name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		nest(t, dir, c.depth)
		left[dir] = c.stays
	}
	sweep()
	for dir, stays := range left {
		if exists(dir) != stays {
			t.Errorf("%s: it is there: %v, want %v", filepath.Base(dir), !stays, stays)
		}
	}
}
