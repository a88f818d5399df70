package cage

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// A supervisor removes what ended ones have left, and nothing of another container's,
// whose processes it cannot see.
func TestStaleGroups(t *testing.T) {
	const ended = 1 << 30 // more than processes are numbered to
	prefix, folder := groupPrefix(), t.TempDir()
	kept := []string{prefix + strconv.Itoa(os.Getppid()), "evolab-1-" + strconv.Itoa(ended), prefix + "x"}
	slices.Sort(kept)
	for _, name := range append(kept, prefix+strconv.Itoa(ended), prefix+strconv.Itoa(os.Getpid())) {
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	removeStaleGroups(folder)
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range left {
		names = append(names, f.Name())
	}
	if !slices.Equal(names, kept) {
		t.Errorf("%q are left, want %q", names, kept)
	}
}
