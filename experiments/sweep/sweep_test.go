package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/files"
)

const small = `name: small
generations: 1
player: {depth: 1}
fitness: {pairs: 3, rounds: 1}
ga: {population: 4, elites: 1, tournament: 2}
validation: {games: 20, candidates: 1, candidate_games: 20}
test: {games: 10, opening_plies: [4]}
`

// undrawn are no figures: nobody looks at them here.
var undrawn = []string{}

// setting returns the value of a key.
func setting(c *experiment.Config, key string) string {
	for _, v := range config.Values(c) {
		if v.Path == key {
			return v.Text
		}
	}
	return ""
}

func TestCells(t *testing.T) {
	file := []byte(small + `sweep:
  grid: [ga.sigma=.2|.4, "player.features=[all]|[stones, edge]"]
  list: [fitness.rounds=1, fitness.rounds=3; ga.elites=2]
  seeds: 2
`)
	cells, err := Cells(&experiment.Config{}, "small.yaml", file, []string{"seed=7"}, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cells {
		got = append(got, c.Name())
	}
	want := `fitness.rounds=1 ga.sigma=.2 player.features=[all] seed=7
fitness.rounds=1 ga.sigma=.2 player.features=[all] seed=8
fitness.rounds=1 ga.sigma=.2 player.features=[stones, edge] seed=7
fitness.rounds=1 ga.sigma=.2 player.features=[stones, edge] seed=8
fitness.rounds=1 ga.sigma=.4 player.features=[all] seed=7
fitness.rounds=1 ga.sigma=.4 player.features=[all] seed=8
fitness.rounds=1 ga.sigma=.4 player.features=[stones, edge] seed=7
fitness.rounds=1 ga.sigma=.4 player.features=[stones, edge] seed=8
fitness.rounds=3 ga.elites=2 ga.sigma=.2 player.features=[all] seed=7`
	if !strings.HasPrefix(strings.Join(got, "\n"), want) || len(got) != 16 {
		t.Errorf("%d cells\n%s", len(got), strings.Join(got, "\n"))
	}
	if c := cells[15].Config; setting(c, "ga.elites") != "2" || setting(c, "ga.sigma") != "0.4" || c.Seed != 8 || len(c.Player.Features) != 2 {
		t.Errorf("the last cell is %+v", c)
	}
}

func TestBadSweeps(t *testing.T) {
	for text, want := range map[string]string{
		small + "sweep: {grid: [ga.sgima=.2]}":                                              "did you mean sigma",
		small + "sweep: {grid: [ga.sigma]}":                                                 "key.path=value",
		small + "sweep: {list: [ga.sigma=.2; ga.elites=x]}":                                 "whole number",
		small + "sweep: {grid: [seed=1|2], seeds: 2}":                                       `"seed=1 seed=2" and "seed=2 seed=2" are the same run`,
		small + "sweep: {grid: [ga.sigma=.2|0.2]}":                                          "are the same run",
		small + "sweep: {seeds: 0}":                                                         "out of range",
		small + "sweep: {grid: [" + strings.Repeat("seed=1|2|3|4|5|6|7|8|9|10, ", 6) + "]}": "up to 100000",
	} {
		if _, err := Cells(&experiment.Config{}, "small.yaml", []byte(text), nil, experiment.CheckNames); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

// seen counts what became of cells.
type seen struct {
	mu      sync.Mutex
	what    map[string]int
	cancel  context.CancelFunc // after the first cell
	waiting func()             // for others
}

func (s *seen) Cell(_ *Cell, what, _ string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.what == nil {
		s.what = map[string]int{}
	}
	s.what[what]++
	if what == "finished" && s.cancel != nil {
		s.cancel()
	}
}
func (s *seen) Named(string) {}
func (s *seen) Waiting(int) {
	if s.waiting != nil {
		s.waiting()
	}
}
func (s *seen) Warn(string, string)         {}
func (s *seen) Generation(string, int, int) {}

// A sweep that is interrupted continues where it was; one that grows runs only
// what is new; and the results do not depend on how it was run.
func TestSweepsContinue(t *testing.T) {
	file := []byte(small + "sweep: {grid: [ga.sigma=.2|.4], seeds: 2}\n")
	cells, err := Cells(&experiment.Config{}, "small.yaml", file, nil, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	first := &seen{cancel: cancel}
	if _, err := Run(ctx, cells, Options{Root: root, Jobs: 1, Workers: 1, Formats: undrawn, Observer: first}); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	second := &seen{}
	runs, err := Run(context.Background(), cells, Options{Root: root, Jobs: 3, Formats: undrawn, Observer: second})
	if err != nil || second.what["skipped"] != 1 || second.what["finished"] != 3 {
		t.Fatalf("%v, %v", second.what, err)
	}
	rows, err := Rows(cells, runs, root, func(*run.Run) {})
	if err != nil || len(rows) != 2 || len(rows[0].Runs) != 2 || rows[1].Settings[0] != "ga.sigma=.4" {
		t.Fatalf("%+v, %v", rows, err)
	}
	if v := rows[0].Test; !(v.Low < v.Value && v.Value < v.High) {
		t.Errorf("%+v", v)
	}
	more, err := Cells(&experiment.Config{}, "small.yaml", file, []string{"sweep.seeds=3"}, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	third := &seen{}
	if _, err := Run(context.Background(), more, Options{Root: root, Jobs: 1, Formats: undrawn, Observer: third}); err != nil || third.what["skipped"] != 4 || third.what["finished"] != 2 {
		t.Errorf("%v, %v", third.what, err)
	}
}

// swept runs the small experiment with a sweep of its own in a new folder.
func swept(t *testing.T, sweep string) (root string, cells []Cell, runs []string) {
	t.Helper()
	cells, err := Cells(&experiment.Config{}, "small.yaml", []byte(small+sweep), nil, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	root = t.TempDir()
	runs, err = Run(context.Background(), cells, Options{Root: root, Formats: undrawn, Observer: &seen{}})
	if err != nil {
		t.Fatal(err)
	}
	return root, cells, runs
}

// Scores in one game say nothing about those in another.
func TestGainsAreOverTheSameGame(t *testing.T) {
	root, cells, runs := swept(t, "sweep: {list: [game=tictactoe, game=konane; variant=4x4, game=tictactoe; ga.sigma=.2], seeds: 2}\n")
	rows, err := Rows(cells, runs, root, func(*run.Run) {})
	if err != nil || len(rows) != 3 || rows[0].Gain != nil || rows[1].Gain != nil || rows[2].Gain == nil {
		t.Errorf("%+v, %v", rows, err)
	}
}

// What another process works on is left to it, and waited for.
func TestCellsElsewhere(t *testing.T) {
	root, cells, runs := swept(t, "sweep: {seeds: 1}\n")
	history := filepath.Join(root, runs[0], run.HistoryFile)
	if err := os.Truncate(history, 0); err != nil {
		t.Fatal(err)
	}
	lock, err := files.TakeLock(filepath.Join(root, runs[0], run.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	watch := &seen{waiting: func() {
		if err := lock.Close(); err != nil {
			t.Error(err)
		}
	}}
	again, err := Run(context.Background(), cells, Options{Root: root, Formats: undrawn, Observer: watch})
	if err != nil || !slices.Equal(again, runs) || watch.what["skipped"] != 1 || len(watch.what) != 1 {
		t.Errorf("%v, %v, %v", again, watch.what, err)
	}
}

// Sweeps at once share the cells, and each returns all runs.
func TestSweepsAtOnce(t *testing.T) {
	cells, err := Cells(&experiment.Config{}, "small.yaml", []byte(small+"sweep: {grid: [ga.sigma=.2|.3|.4], seeds: 3}\n"), nil, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	var group sync.WaitGroup
	var got [3][]string
	watch := &seen{}
	for i := range got {
		group.Go(func() {
			runs, err := Run(context.Background(), cells, Options{Root: root, Jobs: i, Formats: undrawn, Observer: watch})
			if err != nil {
				t.Error(err)
			}
			got[i] = runs
		})
	}
	group.Wait()
	names, err := run.Names(root)
	if err != nil || len(names) != len(cells) || watch.what["started"] != len(cells) || watch.what["finished"] != len(cells) {
		t.Errorf("%d runs of %d cells, %v, %v", len(names), len(cells), watch.what, err)
	}
	for i := range got {
		if !slices.Equal(got[i], got[0]) {
			t.Errorf("%v and %v", got[0], got[i])
		}
	}
}

func FuzzCombinations(f *testing.F) {
	f.Add("ga.sigma=.2|.4", "seed=1;ga.elites=2")
	f.Add("=||", ";;=")
	f.Add(" =0", "0")
	f.Fuzz(func(t *testing.T, grid, list string) {
		s := experiment.Sweep{Grid: []string{grid}, List: []string{list, list}}
		for _, settings := range combinations(&s) {
			for _, text := range settings {
				if text == "" || strings.TrimSpace(text) != text {
					t.Errorf("%q of %q and %q", text, grid, list)
				}
			}
		}
	})
}
