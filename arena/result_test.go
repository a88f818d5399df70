package arena

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/game"
)

// Two players that draw nothing play the same game from the same opening again
// and again; that is counted and said.
func TestDuplicatesAreCounted(t *testing.T) {
	jobs, records := play(t, Match{Games: 20, Seed: 3}, 2, "hand:depth=1", "hand:depth=2")
	res := Sum(jobs, records, 0)
	if res.Duplicates != 18 {
		t.Errorf("%d duplicates of 20 games, want 18", res.Duplicates)
	}
	if w := strings.Join(res.Warnings(), "; "); !strings.Contains(w, "18 of 20 games repeat") || !strings.Contains(w, "only 20 games") {
		t.Errorf("warnings: %s", w)
	}
}

// A game that a player lost by its own doing is found, with what it wrote; a player that
// answers in no game is mute.
func TestFouls(t *testing.T) {
	jobs := []Job{{ID: 0, First: 0, Second: 1}, {ID: 1, First: 1, Second: 0}}
	normal := Record{Job: 0, Result: game.FirstWins, Reason: Normal}
	crash := Record{Job: 1, Result: game.FirstWins, Reason: Crash, Failure: "signal", Stderr: [2]string{"theirs", "ours"}}
	for _, c := range []struct {
		name    string
		records []Record
		of      int
		want    *Foul
	}{
		{"one of two", []Record{normal, crash}, 0, &Foul{1, 1, Crash, "signal", "ours", false}},
		{"the winner", []Record{normal, crash}, 1, nil},
		{"a void game", []Record{{Reason: Void, Failure: "disk"}}, 0, nil},
		{"each game", []Record{{Job: 0, Result: game.SecondWins, Reason: NoOutput, Failure: "nothing"}, crash}, 0, &Foul{2, 0, NoOutput, "nothing", "", true}},
	} {
		if diff := cmp.Diff(c.want, FoulOf(jobs[:len(c.records)], c.records, c.of)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
