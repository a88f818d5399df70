// Package endingstest gives tests the endings of Checkers with five pieces.
package endingstest

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"evolab/agent/frozen/endings"
	"evolab/internal/tooltest"
	"evolab/search/checkers"
)

// Largest is the endings of the largest size. Where nobody has made them yet, it has
// evolve solve make, check and keep them in the cache folder, which takes minutes once.
func Largest(t *testing.T) *checkers.Endings {
	t.Helper()
	all, err := endings.Open(checkers.Most)
	if errors.Is(err, endings.ErrMissing) {
		all, err = made(t)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func made(t *testing.T) (*checkers.Endings, error) {
	t.Helper()
	tooltest.Need(t, "go")
	t.Log("making the endings with five pieces")
	c := exec.CommandContext(t.Context(), "go", "run", "evolab/cmd/evolve", "solve", "--game", "checkers", "--endings", "5")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path, err := endings.File(checkers.Most)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return checkers.Parse(data)
}
