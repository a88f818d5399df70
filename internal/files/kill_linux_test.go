package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"evolab/internal/killtest"
)

// A process that is killed while it writes new files leaves whole ones, and nothing else.
func TestKilledWriterLeavesNothing(t *testing.T) {
	const variable, size = "EVOLAB_TEST_WRITES", 1 << 20
	if dir := os.Getenv(variable); dir != "" {
		for n := range 1000 {
			if err := errors.Join(Replace(fmt.Sprintf("%s/replaced-%d", dir, n), make([]byte, size)), Create(fmt.Sprintf("%s/created-%d", dir, n), make([]byte, size))); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for kill := range 5 {
		dir := t.TempDir()
		if err := createUnnamed(filepath.Join(dir, "replaced-0"), nil, 0o644); err != nil {
			t.Skip("this file system names files from the start")
		}
		if err := os.Remove(filepath.Join(dir, "replaced-0")); err != nil {
			t.Fatal(err)
		}
		begun := func() bool { list, _ := os.ReadDir(dir); return len(list) > kill }
		if !killtest.Kill(t, killtest.Self(t, variable+"="+dir), begun, time.Millisecond) {
			t.Fatal("it ended by itself")
		}
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			var n int
			_, replaced := fmt.Sscanf(e.Name(), "replaced-%d", &n)
			_, created := fmt.Sscanf(e.Name(), "created-%d", &n)
			if info, err := e.Info(); err != nil || info.Size() != size || n > 1000 || replaced != nil && created != nil {
				t.Errorf("%s is left: %v, %v", e.Name(), info, err)
			}
		}
	}
}
