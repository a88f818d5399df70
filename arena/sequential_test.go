package arena

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/game"
	"evolab/stats"
)

// A sequential test passes over pairs with a void game, and still ends after the
// same games in whatever order they are finished.
func TestSequentialTestLeavesVoidPairsOut(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 0, 5, 1, 4, 3}} {
		m := &Sequential{
			jobs: make([]Job, 6), finished: make([]*Record, 6),
			Test: &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05},
		}
		for _, i := range order {
			rec := Record{Job: i, Reason: Normal, Result: [2]game.Result{game.FirstWins, game.SecondWins}[i%2]}
			if i == 3 {
				rec.Reason, rec.Result = Void, game.Draw
			}
			m.finish(rec, true)
		}
		if m.pairs != (stats.Pentanomial{4: 2}) || m.next != 6 {
			t.Errorf("%v: %v, up to game %d", order, m.pairs, m.next)
		}
	}
}

// A match that continues after any number of its games ends as one that never stopped,
// and plays no game twice.
func TestKnownGamesAreNotPlayedAgain(t *testing.T) {
	g, players := littlego(t), agents(t, "random", "greedy")
	specs := []string{"random", "greedy"}
	roster := &Roster{Info: g.Info(), Names: []string{"a", "b"}, Specs: specs}
	match := Match{Games: 40, OpeningPlies: 2, Seed: 7, Keep: true, OwnSeeds: true}
	test := &stats.SPRT{Elo0: 0, Elo1: 200, Alpha: .05, Beta: .05}
	run := func(known map[int]Record) (lines []Line, played int) {
		s := &Sequential{Match: match, Test: test, Known: known, Save: func(Job, Record) error { played++; return nil }}
		jobs, records, err := s.Run(t.Context(), Cores{Workers: 2}, Round{Game: g, Agents: players})
		if err != nil {
			t.Fatal(err)
		}
		for i := range jobs {
			line := roster.Line(jobs[i], records[i])
			line.CPU = [2]float64{}
			lines = append(lines, line)
		}
		return lines, played
	}
	whole, _ := run(nil)
	for _, n := range []int{0, 1, 3, len(whole)} {
		known, err := match.Known(g, roster, whole[:n])
		if err != nil {
			t.Fatal(err)
		}
		got, played := run(known)
		if diff := cmp.Diff(whole, got); diff != "" {
			t.Errorf("after %d games: %s", n, diff)
		}
		if n == len(whole) && played > 0 {
			t.Errorf("%d games were played again", played)
		}
	}
}

// Games that were played before and games that were just played repeat each other, and
// the same number is found as without the interruption.
func TestKnownGamesAreRepeats(t *testing.T) {
	g, specs := littlego(t), []string{"hand:depth=1", "hand:depth=2"}
	players := agents(t, specs...)
	roster := &Roster{Info: g.Info(), Names: []string{"a", "b"}, Specs: specs}
	match := Match{Games: 40, OpeningPlies: 1, Seed: 7, Keep: true, OwnSeeds: true}
	run := func(known map[int]Record) (lines []Line, repeats int) {
		s := &Sequential{Match: match, Known: known}
		jobs, records, err := s.Run(t.Context(), Cores{Workers: 2}, Round{Game: g, Agents: players})
		if err != nil {
			t.Fatal(err)
		}
		for i := range jobs {
			lines = append(lines, roster.Line(jobs[i], records[i]))
		}
		return lines, Sum(jobs, records, 0).Duplicates
	}
	whole, want := run(nil)
	if want < 5 || want > 35 {
		t.Fatalf("%d games repeat an earlier one", want)
	}
	for n := 0; n <= 40; n += 8 {
		known, err := match.Known(g, roster, whole[:n])
		if err != nil {
			t.Fatal(err)
		}
		if _, got := run(known); got != want {
			t.Errorf("after %d games: %d repeat an earlier one (expected: %d)", n, got, want)
		}
	}
	whole[3].Moves[1] = whole[3].Moves[0]
	if _, err := match.Known(g, roster, whole); err == nil || !strings.Contains(err.Error(), "game 3: ply 2: ") {
		t.Errorf("an illegal move: %v", err)
	}
}
