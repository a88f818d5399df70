package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/progress"
	"evolab/learn/td"
)

// practised is an experiment that learns while it plays, in some tenths of a
// second: connectives come and go.
const practised = `
name: practice
game: littlego
learner: td
start: random
player: {depth: 1, features: [stones, liberties, centre], patterns: {shapes: [window 2x2], at: [.5]}}
td: {connectives: 2, core_step: [.3, .1]}
practice: {games: [30, 40], batch: 7, self_play: .5}
generations: 3
opponents: [{agent: random}]
fitness: {pairs: 5, opening_plies: 2}
validation: {games: 10, candidates: 2, candidate_games: 10}
test: {games: 10, opening_plies: [2]}
`

func practiceConfig(t *testing.T, text string, overrides ...string) *experiment.Config {
	t.Helper()
	c, err := experiment.Parse("practice.yaml", []byte(text), overrides, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tabular is Q-learning of tic-tac-toe.
const tabular = `
name: table
game: tictactoe
learner: qlearning
start: zero
player: {depth: 1, features: [none], patterns: {shapes: [window 3x3]}}
practice: {games: [50], batch: 4, self_play: 0, opening_plies: [0, 0]}
generations: 2
opponents: [{agent: random}, {agent: perfect}]
fitness: {pairs: 4, opening_plies: 1}
validation: {games: 8, candidates: 1, candidate_games: 8}
test: {games: 8, opening_plies: [0]}
`

// keptByPractice are the files of such a run that hold nothing of the clock.
func keptByPractice(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{run.MetricsFile, run.ChampionFile, run.IndividualsFile, run.HallFile, run.MatchesFile, "rounds/*"} {
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

func ran(t *testing.T, c *experiment.Config, workers int) string {
	t.Helper()
	return ranDrawn(t, c, workers, undrawn)
}

func ranDrawn(t *testing.T, c *experiment.Config, workers int, formats []string) string {
	t.Helper()
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: workers, Formats: formats})
	if err != nil {
		t.Fatal(err)
	}
	return done.Folder
}

// The same seed gives the same bytes for any number of workers, and wherever the
// run was cut off.
func TestPracticeIsReproduced(t *testing.T) {
	for _, text := range []string{practised, tabular} {
		want := keptByPractice(t, ran(t, practiceConfig(t, text), 1))
		sameRounds(t, "3 workers", keptByPractice(t, ran(t, practiceConfig(t, text), 3)), want)
		for _, after := range []int64{5, 90} {
			ctx, cancel := context.WithCancel(context.Background())
			done, err := Run(ctx, practiceConfig(t, text), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Progress: &killer{after: after, stop: cancel}})
			if err != nil && !errors.Is(err, ErrNoChampion) || err == nil && !done.Interrupted {
				t.Fatalf("%+v, %v", done, err)
			}
			if _, err := Resume(context.Background(), done.Folder, Options{Workers: 1, Formats: undrawn}); err != nil {
				t.Fatal(err)
			}
			sameRounds(t, "resumed", keptByPractice(t, done.Folder), want)
			cancel()
		}
	}
}

// A run tells what a round came to, and its figures and champion can be read.
func TestPracticeIsRecorded(t *testing.T) {
	folder := ranDrawn(t, practiceConfig(t, practised), 2, svg)
	c, err := run.Read(nil, folder)
	if err != nil || len(c.Losses) > 0 {
		t.Fatalf("%v, %v", c.Losses, err)
	}
	games := []int{0, 30, 70, 110}
	for i, m := range c.Metrics {
		if i == 0 && m.Practice == nil {
			continue
		}
		if p := m.Practice; p == nil || p.Games != games[i] || p.Positions < 10*(games[i]-games[i-1]) || p.Error <= 0 || m.Validated == nil {
			t.Errorf("round %d: %+v", i, m.Practice)
		}
	}
	if c.Champion.Patterns == nil || c.Champion.Endgame == nil {
		t.Errorf("the champion has lost its tables or phases: %v", c.Champion.Features)
	}
	if data, err := os.ReadFile(filepath.Join(folder, run.PlotsFolder, "practice.svg")); err != nil || !bytes.Contains(data, []byte("<svg")) {
		t.Errorf("no figure of practice: %v", err)
	}
}

// A learner that runs away stops and says so.
func TestDivergenceEndsARun(t *testing.T) {
	c := practiceConfig(t, practised, "td.core_step=[900]", "td.step=[900]", "start=zero")
	_, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 1, Formats: undrawn})
	if !errors.Is(err, td.ErrDiverged) || !strings.Contains(err.Error(), "games of practice: the values diverge") {
		t.Errorf("%v", err)
	}
}

// A learner can begin with games that others have played.
func TestLearnFromGames(t *testing.T) {
	games := filepath.Join(ran(t, practiceConfig(t, practised), 1), run.GamesFolder, run.TestGamesFile)
	watch := &notes{}
	c := practiceConfig(t, practised, "start=zero", "learn_from=["+games+"]")
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Progress: watch})
	if err != nil {
		t.Fatal(err)
	}
	without := ran(t, practiceConfig(t, practised, "start=zero"), 1)
	if a, b := keptByPractice(t, done.Folder), keptByPractice(t, without); bytes.Equal(a["rounds/round-1.json"], b["rounds/round-1.json"]) {
		t.Error("the games taught nothing")
	}
	if !strings.Contains(watch.text, "learned from 12 games of ") {
		t.Errorf("%q", watch.text)
	}
}

// notes keeps what a run remarks.
type notes struct {
	progress.None
	text string
}

func (n *notes) Note(text string) { n.text += text + "\n" }
