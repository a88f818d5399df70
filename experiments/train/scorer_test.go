package train

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

// coevolution plays part of its games against earlier generations, and the best
// of all generations meet at the end.
var coevolution = []string{"generations=5", "archive={share: .5, every: 1, size: 2}", "progress={champions: 4, games: 10}"}

func TestArchiveKeepsTheNewest(t *testing.T) {
	a := archive{settings: experiment.Archive{Share: .5, Every: 2, Size: 2}}
	for generation := range 7 {
		a.add(generation, evolve.Genome{float64(generation)})
	}
	if got := []float64{a.members[0][0], a.members[1][0]}; !slices.Equal(got, []float64{4, 6}) || len(a.members) != 2 {
		t.Errorf("members %v", a.members)
	}
	none := archive{settings: experiment.Archive{Every: 1, Size: 2}}
	none.add(0, evolve.Genome{1})
	if none.hasMembers() {
		t.Error("an archive without a share is open")
	}
}

// From the first generation on, the archive has its share of the games.
func TestArchiveHasItsShare(t *testing.T) {
	done := runTiny(t, 2, coevolution...)
	matches, err := run.ReadLines[run.MatchLine](filepath.Join(done.Folder, run.MatchesFile))
	if err != nil {
		t.Fatal(err)
	}
	games := map[bool]int{}
	for _, m := range matches {
		if m.Purpose == run.TrainMatch && m.Generation > 0 {
			games[m.Opponent == ArchiveName] += m.Games
		}
		if m.Opponent == ArchiveName && (m.Generation == 0 || m.Purpose != run.TrainMatch) {
			t.Errorf("%s of generation %d against the archive", m.Purpose, m.Generation)
		}
	}
	if with, all := games[true], games[true]+games[false]; with*3 < all || with*3 > all*2 {
		t.Errorf("%d of %d games against the archive, wanted about a half", with, all)
	}
}

// The best of the generations meet: later ones are rows, earlier ones columns.
func TestProgressIsATournament(t *testing.T) {
	done := runTinyDrawn(t, svg, 2, coevolution...)
	matches, err := run.ReadLines[run.MatchLine](filepath.Join(done.Folder, run.MatchesFile))
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, m := range matches {
		if m.Purpose != run.ProgressMatch {
			continue
		}
		met++
		if m.Games != 10 || m.Opponent == run.GenerationName(m.Generation) {
			t.Errorf("%+v", m)
		}
	}
	figures, err := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "progress.svg"))
	if met == 0 || err != nil || len(figures) != 1 {
		t.Errorf("%d matches, figures %v, %v", met, figures, err)
	}
}

// The archive of a run that was cut off is the one that it had.
func TestArchiveSurvivesAResume(t *testing.T) {
	whole := runTiny(t, 2, coevolution...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cut, err := Run(ctx, tinyConfig(t, coevolution...), Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 2}})
	if err != nil || !cut.Interrupted {
		t.Fatalf("%+v, %v", cut, err)
	}
	if _, err := Resume(context.Background(), cut.Folder, Options{Workers: 2, Formats: undrawn}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{run.MetricsFile, run.MatchesFile, run.ChampionFile} {
		if !bytes.Equal(read(t, whole.Folder, name), read(t, cut.Folder, name)) {
			t.Errorf("%s of the resumed run differs", name)
		}
	}
}

func TestLandmarksAreSpread(t *testing.T) {
	var metrics []run.Metrics
	for g := range 11 {
		metrics = append(metrics, run.Metrics{Generation: g, BestID: "x", Weights: []float64{float64(g / 2)}})
	}
	var got []int
	for _, l := range landmarks(metrics, 6) {
		got = append(got, l.generation)
	}
	if want := []int{0, 2, 4, 6, 8, 10}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if n := len(landmarks(metrics[:2], 6)); n != 1 {
		t.Errorf("%d landmarks of one candidate", n)
	}
}

// Couples have pairs of their own, against opponents or against each other. In a duel one
// candidate wins what the other one loses.
func TestCouplesPlayPairsOfTheirOwn(t *testing.T) {
	s, err := newSetup(tinyConfig(t, "fitness.win_share=.6"), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	hand := s.layout.Genome(s.game.Info().Hand)
	var games atomic.Int64
	score := func(r evolve.Request) []evolve.Tally {
		t.Helper()
		games.Store(0)
		tallies, err := newScorer(s, arena.Cores{Workers: 2}, 2, func(n int) { games.Add(int64(n)) }).Score(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return tallies
	}
	r := evolve.Request{Generation: 1, FirstPair: 2, Pairs: 3, Genomes: []evolve.Genome{s.start, hand, hand, s.start}, Couples: true}
	apart := score(r)
	if n := games.Load(); n != 4*6 {
		t.Errorf("%d games", n)
	}
	for couple, first := range []int{2, 5} {
		one := score(evolve.Request{Generation: 1, FirstPair: first, Pairs: 3, Genomes: r.Genomes[2*couple : 2*couple+2]})
		if !slices.Equal(one, apart[2*couple:2*couple+2]) {
			t.Errorf("couple %d: %+v, alone %+v", couple, apart[2*couple:2*couple+2], one)
		}
	}
	r.Duels = true
	duels := score(r)
	if n := games.Load(); n != 2*6 {
		t.Errorf("%d games of duels", n)
	}
	for i := 0; i < len(duels); i += 2 {
		a, b := duels[i], duels[i+1]
		if a.Wins != b.Losses || a.Losses != b.Wins || a.Draws != b.Draws || a.Pairs != 3 || a.Games() != 6 || near(a.Sum+b.Sum, 3) == false {
			t.Errorf("couple %d: %+v and %+v", i/2, a, b)
		}
	}
	if duels[1].Wins < 4 || duels[2].Wins < 4 {
		t.Errorf("the weights set by hand win %d and %d of 6 games against random ones", duels[1].Wins, duels[2].Wins)
	}
}

func near(a, b float64) bool { return max(a-b, b-a) < 1e-9 }

// Whoever meets whom, the bytes are the same for any number of workers and after an
// interruption.
func TestSPSASameBytes(t *testing.T) {
	for _, meet := range []string{evolve.MeetEachOther, evolve.MeetOpponents, evolve.MeetBoth} {
		t.Run(meet, func(t *testing.T) {
			settings := []string{"optimizer=spsa", "sampling.population=8", "fitness={pairs: 2, rounds: 1}", "generations=4", "spsa.meet=" + meet}
			whole := runTiny(t, 1, settings...)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			cut, err := Run(ctx, tinyConfig(t, settings...), Options{Root: t.TempDir(), Workers: 3, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 2}})
			if err != nil || !cut.Interrupted {
				t.Fatalf("%+v, %v", cut, err)
			}
			if _, err := Resume(context.Background(), cut.Folder, Options{Workers: 2, Formats: undrawn}); err != nil {
				t.Fatal(err)
			}
			for _, name := range lasting() {
				if !bytes.Equal(read(t, whole.Folder, name), read(t, cut.Folder, name)) {
					t.Errorf("%s of the resumed run differs", name)
				}
			}
		})
	}
}
