package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

// warmed is an experiment whose optimiser starts from what td has learned, with tables
// that evolution keeps.
const warmed = `
name: warmed
game: littlego
start: td
player: {depth: 1, features: [stones, liberties, centre], patterns: {shapes: [window 2x2]}}
td: {core_step: [.3, .1]}
practice: {games: [30, 40], batch: 7}
optimizer: cma-es
cma: {sigma: .1}
sampling: {population: 6}
generations: 2
opponents: [{agent: random}]
fitness: {pairs: 4, opening_plies: 2}
validation: {games: 10, candidates: 2, candidate_games: 10}
test: {games: 10, opening_plies: [2]}
`

// The practice before generation 0 gives the same bytes for any number of workers, and
// wherever the run was cut off.
func TestWarmStartsAreReproduced(t *testing.T) {
	want := ran(t, practiceConfig(t, warmed), 1)
	alike := func(about, folder string) {
		t.Helper()
		for _, name := range lasting() {
			if !bytes.Equal(read(t, folder, name), read(t, want, name)) {
				t.Errorf("%s: %s differs", about, name)
			}
		}
	}
	alike("3 workers", ran(t, practiceConfig(t, warmed), 3))
	for about, after := range map[string]int64{"in the practice": 20, "in generation 0": 73, "in generation 1": 100} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		done, err := Run(ctx, practiceConfig(t, warmed), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Progress: &killer{after: after, stop: cancel}})
		if err != nil && !errors.Is(err, ErrNoChampion) || err == nil && !done.Interrupted {
			t.Fatalf("%s: %+v, %v", about, done, err)
		}
		if _, err := Resume(context.Background(), done.Folder, Options{Workers: 1, Formats: undrawn}); err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		alike(about, done.Folder)
	}
}

// The practice counts among the games, generation 0 describes it, and all that comes later
// keeps its tables.
func TestWarmStartsAreRecorded(t *testing.T) {
	const practised, perGeneration = 30 + 40, 2 * 4 * (1 + 6)
	for _, start := range []string{"td", "qlearning"} {
		folder := ranDrawn(t, practiceConfig(t, warmed, "start="+start), 2, svg)
		r, err := run.Read(nil, folder)
		if err != nil || len(r.Losses) > 0 {
			t.Fatalf("%v, %v", r.Losses, err)
		}
		for i, m := range r.Metrics {
			if want := practised + 2*4 + i*perGeneration; m.Games != want {
				t.Errorf("generation %d: %d games, want %d", i, m.Games, want)
			}
			if (m.Practice != nil) != (i == 0) {
				t.Errorf("generation %d: practice %+v", i, m.Practice)
			}
		}
		if p := r.Metrics[0].Practice; p.Games != practised || p.Positions < practised || p.Error <= 0 {
			t.Errorf("practice: %+v", p)
		}
		if plan, err := PlanOf(r.Config); err != nil || plan.Games != r.Metrics[2].Games {
			t.Errorf("%d games planned, %v", plan.Games, err)
		}
		if r.Start.Patterns == nil || fmt.Sprint(r.Start.Patterns) != fmt.Sprint(r.Champion.Patterns) {
			t.Error("the champion has not the tables of the start")
		}
		if _, err := os.Stat(filepath.Join(folder, run.PlotsFolder, "practice.svg")); err == nil {
			t.Error("a figure of practice, which has one point")
		}
	}
}

// Practice pays from nothing: the start has learned what random weights have not.
func TestWarmStartsAreBetter(t *testing.T) {
	validated := func(overrides ...string) float64 {
		c, err := experiment.Parse("x.yaml", []byte(`
game: littlego
player: {depth: 1}
practice: {games: [400]}
generations: 1
ga: {population: 4, elites: 1, tournament: 1}
fitness: {pairs: 4}
opponents: [{agent: greedy}]
validation: {games: 200, candidates: 1, candidate_games: 10}
test: {games: 10, opening_plies: [4]}
`), overrides, experiment.CheckNames)
		if err != nil {
			t.Fatal(err)
		}
		metrics, err := run.ReadLines[run.Metrics](filepath.Join(ran(t, c, 2), run.MetricsFile))
		if err != nil {
			t.Fatal(err)
		}
		return metrics[0].Validated.Value
	}
	if random, td := validated(), validated("start=td"); td < random+.2 {
		t.Errorf("start weights: random %.3f, td %.3f", random, td)
	}
}

// A budget of games pays for the practice too.
func TestBudgetsOfWarmStarts(t *testing.T) {
	c, err := budgeted(t, "cma-es", "start=td", "practice.games=[100]", "training_games=136")
	if err != nil {
		t.Fatal(err)
	}
	if need := c.LeastGames(); need != 136 {
		t.Errorf("the least budget is %d games", need)
	}
	const want = "training_games: 135 games do not pay for one step of cma-es, which needs 136 (allowed: 0, or 136 and more; fewer with fewer practice.games)"
	if _, err := budgeted(t, "cma-es", "start=td", "practice.games=[100]", "training_games=135"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
