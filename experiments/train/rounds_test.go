package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/progress"
)

// learning is an experiment that learns from its own games in some tenths of a
// second.
const learning = `
name: rounds
game: tictactoe
learner: regression
start: hand
player: {nodes: 30, patterns: {shapes: [row, column]}}
selfplay: {games: 60, nodes: [20], opening_plies: [1, 3], window: [1, 2], match_games: 10}
regression: {epochs: 2, held_out: .2}
generations: 3
opponents: [{agent: random}]
fitness: {pairs: 5, opening_plies: 1}
validation: {games: 10, candidates: 2, candidate_games: 10}
test: {games: 10, opening_plies: [1]}
`

func learningConfig(t *testing.T, overrides ...string) *experiment.Config {
	t.Helper()
	c, err := experiment.Parse("rounds.yaml", []byte(learning), overrides, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// reproduced are the files of a run of rounds that hold nothing of the clock.
func reproduced(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{run.MetricsFile, run.ChampionFile, run.IndividualsFile, run.HallFile, run.MatchesFile, "rounds/*", "positions/*"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name, _ := filepath.Rel(folder, path)
			files[name] = data
		}
	}
	return files
}

func sameRounds(t *testing.T, about string, got, want map[string][]byte) {
	t.Helper()
	for name, data := range want {
		if !bytes.Equal(got[name], data) {
			t.Errorf("%s: %s differs", about, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", about, len(got), len(want))
	}
}

// learned runs the rounds to their end.
func learned(t *testing.T, workers int) string {
	t.Helper()
	done, err := Run(context.Background(), learningConfig(t), Options{Root: t.TempDir(), Workers: workers, Formats: undrawn})
	if err != nil {
		t.Fatal(err)
	}
	return done.Folder
}

// Positions of a game that a search looks through to its end teach an evaluation
// to beat a random player: it is recorded what each round came to.
func TestRoundsLearn(t *testing.T) {
	folder := learned(t, 2)
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(folder, run.MetricsFile))
	if err != nil || len(metrics) != 4 {
		t.Fatalf("%d generations, %v", len(metrics), err)
	}
	for _, m := range metrics[1:] {
		r := m.Round
		if r == nil || r.Positions < 100 || r.Held == 0 || r.Epoch == 0 || r.HeldLoss <= r.Floor || r.Scale <= 0 || r.Nodes != 20 {
			t.Errorf("generation %d: %+v", m.Generation, r)
		}
	}
	if metrics[0].Round != nil || metrics[3].Games <= 3*60 {
		t.Errorf("%+v", metrics)
	}
	w, _, err := run.ReadChampion(folder)
	if err != nil || w.Patterns == nil && len(metrics) > 0 && metrics[3].BestID != "0-0" {
		t.Errorf("champion without tables: %v", err)
	}
	contents, err := run.Read(nil, folder)
	if err != nil || len(contents.Losses) > 0 {
		t.Errorf("%v, %v", contents.Losses, err)
	}
}

// Files whose header leaves the scale open, as those of other runs do, teach by
// their scores too: results alone, won or lost, would leave a floor of .58.
func TestFilesWithoutAScaleTeachByScores(t *testing.T) {
	file := filepath.Join(learned(t, 2), run.PositionsFile("", 3))
	c := learningConfig(t, "generations=1", "selfplay.files=["+file+"]", "selfplay.games=10")
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn})
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil || len(metrics) != 2 || metrics[1].Round.Floor < .6 {
		t.Fatalf("%+v, %v", metrics[1].Round, err)
	}
}

func TestRoundsAreTheSameForAnyWorkers(t *testing.T) {
	sameRounds(t, "3 workers", reproduced(t, learned(t, 3)), reproduced(t, learned(t, 1)))
}

// killer stops a run after a number of games, in the middle of whatever it does.
type killer struct {
	progress.None
	after int64
	games atomic.Int64
	stop  context.CancelFunc
}

func (k *killer) Add(games int) {
	if k.games.Add(int64(games)) >= k.after {
		k.stop()
	}
}

// Wherever a run of rounds was cut off, it ends as if nothing had happened.
func TestResumedRoundsEndAlike(t *testing.T) {
	want := reproduced(t, learned(t, 2))
	for _, x := range []struct {
		about string
		after int64
		spoil func(t *testing.T, folder string)
	}{
		{"in the first round's games", 60, nil},
		{"in the second round's match", 190, nil},
		{"in the third round's games, within a record", 230, func(t *testing.T, folder string) {
			spoil(t, folder, filepath.Join(run.PositionsFolder, "round-3.positions"), "torn")
		}},
		{"while weights were written", 230, func(t *testing.T, folder string) {
			spoil(t, folder, filepath.Join(run.RoundsFolder, "round-3.json17"), "{")
		}},
	} {
		t.Run(x.about, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			done, err := Run(ctx, learningConfig(t), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Progress: &killer{after: x.after, stop: cancel}})
			if err != nil && !errors.Is(err, ErrNoChampion) || err == nil && !done.Interrupted {
				t.Fatalf("%+v, %v", done, err)
			}
			if x.spoil != nil {
				x.spoil(t, done.Folder)
			}
			if _, err := Resume(context.Background(), done.Folder, Options{Workers: 1, Formats: undrawn}); err != nil {
				t.Fatal(err)
			}
			sameRounds(t, x.about, reproduced(t, done.Folder), want)
		})
	}
}

// netRounds runs two rounds that fit a net, with tables or on top of them; settings are
// overrides.
func netRounds(t *testing.T, settings []string, o Options) string {
	t.Helper()
	text := `
name: nets
game: checkers
learner: regression
start: frozen
player: {nodes: 20, features: [men, kings, trade, ratio, hunt, ring, refuge, trapped_kings], patterns: {shapes: ["window 4x4 step 2x2"], at: [.05, .35, .7]}, net: {hidden: 32, phases: [12]}}
selfplay: {games: 12, nodes: [20], opening_plies: [4, 6], window: [2], match_games: 4}
regression: {epochs: 2, held_out: .2}
generations: 2
opponents: [{agent: random}]
fitness: {pairs: 2, opening_plies: 4}
validation: {games: 4, candidates: 2, candidate_games: 4}
test: {games: 4, opening_plies: [4]}
`
	c, err := experiment.Parse("nets.yaml", []byte(text), settings, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	o.Root, o.Formats = t.TempDir(), undrawn
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if k, ok := o.Progress.(*killer); ok {
		k.stop = cancel
	}
	done, err := Run(ctx, c, o)
	if err != nil && !errors.Is(err, ErrNoChampion) {
		t.Fatal(err)
	}
	return done.Folder
}

// A net is the same for any number of workers and over a kill, and is in the weights of each round.
func TestNetsAreFittedAlike(t *testing.T) {
	for _, x := range []struct {
		settings     []string
		hidden, sets int
	}{
		{nil, 32, 2},
		{[]string{"regression.on_top=true"}, 32, 2},
		{[]string{"regression.warm_start=true", "player.net={hidden: 128, phases: [8, 16]}"}, 128, 3},
	} {
		folder := netRounds(t, x.settings, Options{Workers: 1})
		want := reproduced(t, folder)
		sameRounds(t, "3 workers", reproduced(t, netRounds(t, x.settings, Options{Workers: 3})), want)
		killed := netRounds(t, x.settings, Options{Workers: 2, Progress: &killer{after: 25}})
		if _, err := Resume(context.Background(), killed, Options{Workers: 1, Formats: undrawn}); err != nil {
			t.Fatal(err)
		}
		sameRounds(t, "killed", reproduced(t, killed), want)
		w, err := features.Read(want["rounds/round-2.json"])
		if err != nil || w.Net == nil || w.Net.Hidden != x.hidden || len(w.Net.Sets) != x.sets {
			t.Errorf("%v: round 2 has no net: %v", x.settings, err)
		}
	}
}

// evolved is a run of evolution that starts from a file of weights, and can be resumed with
// one more generation.
func evolved(t *testing.T, game, start string) *run.Run {
	t.Helper()
	c := tinyConfig(t, game, "start="+start, "opponents=[{agent: random}]", "fitness.opening_plies=1", "test.opening_plies=[1]")
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn})
	if err != nil {
		t.Fatal(err)
	}
	contents, err := run.Read(nil, done.Folder)
	if err != nil || len(contents.Losses) > 0 {
		t.Fatalf("%v, %v", contents.Losses, err)
	}
	if _, err := Resume(context.Background(), done.Folder, Options{Overrides: []string{"generations=3"}, Workers: 1, Formats: undrawn}); err != nil {
		t.Errorf("with one more generation: %v", err)
	}
	return contents
}

// Evolution takes the net of its start along and moves its share.
func TestEvolutionKeepsNets(t *testing.T) {
	start := run.RoundFile(netRounds(t, []string{"regression.on_top=true"}, Options{Workers: 2}), 1)
	contents := evolved(t, "game=checkers", start)
	at := slices.Index(contents.Champion.Features, features.NetName)
	if at < 0 || contents.Champion.Net == nil || contents.Champion.Values[at] == 0 || contents.Config.Player.Net.Hidden != 32 {
		t.Errorf("the champion has lost its net: %v, %v", contents.Champion.Features, contents.Champion.Values)
	}
}

// Evolution takes the tables of its start along and moves their share.
func TestEvolutionKeepsTables(t *testing.T) {
	start := run.RoundFile(learned(t, 2), 1)
	contents := evolved(t, "game=tictactoe", start)
	at := slices.Index(contents.Champion.Features, features.PatternsName)
	if at < 0 || contents.Champion.Patterns == nil || contents.Champion.Values[at] == 0 || !slices.Equal(contents.Config.Player.Patterns.Shapes, []string{"row", "column"}) {
		t.Errorf("the champion has lost its tables: %v, %v", contents.Champion.Features, contents.Champion.Values)
	}
}
