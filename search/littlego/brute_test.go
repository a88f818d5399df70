package littlego

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
)

// brute reports whether the side to move wins, by trying everything.
func brute(s *littlego.State) bool {
	for _, m := range s.Moves(nil) {
		var child littlego.State
		s.Play(m, &child)
		o := child.Outcome()
		if o.Over() && o.Result == game.Win(s.Turn()) || !o.Over() && !brute(&child) {
			return true
		}
	}
	return false
}

// late returns positions after random plies, of which the last few left.
func late(t testing.TB, n, left int) []littlego.State {
	t.Helper()
	var list []littlego.State
	for seed := uint64(left); len(list) < n; seed += littlego.LastPly {
		s, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(seed)
		game.Playout[littlego.State, *littlego.State](&s, &r, littlego.LastPly-left, nil)
		if !s.Outcome().Over() && s.Ply() == littlego.LastPly-left {
			list = append(list, s)
		}
	}
	return list
}

// What the bounds and the table say is what trying everything says.
func TestAgreesWithBruteForce(t *testing.T) {
	counts := [6]int{0, 1000, 2000, 2000, 100, 5}
	if longtest.Enabled() {
		counts = [6]int{0, 100_000, 100_000, 100_000, 10_000, 600}
	}
	z := NewSolver(12, nil)
	won := 0
	for left := 1; left < len(counts); left++ {
		for _, s := range late(t, counts[left], left) {
			want := brute(&s)
			_, got, known := z.Wins(&s, search.Limits{})
			if !known || got != want {
				t.Fatalf("%s: won is %v, want %v", littlego.Rules().Format(&s), got, want)
			}
			if want {
				won++
			}
		}
	}
	t.Logf("%d won", won)
}
