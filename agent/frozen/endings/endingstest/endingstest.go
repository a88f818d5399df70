// Package endingstest gives tests the endings of Checkers with five pieces, and who defends
// against a win that they know.
package endingstest

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"evolab/agent/frozen/endings"
	"evolab/game"
	rules "evolab/game/checkers"
	"evolab/internal/tooltest"
	"evolab/search"
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

// Defence is a move of the side that has lost, which never shortens its way there. It reports
// false where that side has not lost: the opponent has given its win away, though this
// defender might give it back.
func Defence(all *checkers.Endings, s *rules.State) (game.Move, bool) {
	best, decided := all.Move(s, search.Limits{})
	return best.Move, decided && best.Score < 0
}
