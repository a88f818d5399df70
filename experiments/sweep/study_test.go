package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/plots"
	"evolab/stats"
)

// cell is a run of a sweep that has scored in its test; a score of 0 is none.
func cell(t *testing.T, score float64, overrides ...string) *run.Summary {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "2026-01-01-000000-cell")
	c, err := experiment.Parse("cell.yaml", []byte("game: tictactoe\ngenerations: 3\n"), overrides)
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.YAML()
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, run.ConfigFile), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := run.Summarize(folder)
	s.Sweep, s.Cells, s.Status, s.Problem = "grid", 18, run.IsRunning, ""
	s.Started = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if score > 0 {
		s.Status, s.Test = run.IsFinished, &stats.Estimate{Value: score, Low: score, High: score}
	}
	return &s
}

// grid is a sweep over a setting that matters, one that does not, and one that changes with
// the first.
func grid(t *testing.T, seeds int) []*run.Summary {
	t.Helper()
	var cells []*run.Summary
	for i, sigma := range []string{".1", ".3", ".9"} {
		for _, population := range []string{"20", "100"} {
			for seed := range seeds {
				cells = append(cells, cell(t, .5+.1*float64(i)+.001*float64(seed), "ga.sigma="+sigma, fmt.Sprint("ga.tournament=", i+2), "ga.population="+population, fmt.Sprint("seed=", seed+1)))
			}
		}
	}
	return cells
}

func TestStudy(t *testing.T) {
	cells := append(grid(t, 3), cell(t, 0, "ga.sigma=.5"))
	s := NewStudy(&Group{Sweep: "grid", Game: "tictactoe", Planned: 18, Runs: cells}, "")
	if s.Measure != Test || s.Cells() != 18 || !slices.Equal([]int{s.Count(run.IsRunning), len(s.Scored), s.Planned}, []int{1, 18, 18}) {
		t.Errorf("%s, %d cells, %d running, %d scored of %d", s.Measure, s.Cells(), s.Count(run.IsRunning), len(s.Scored), s.Planned)
	}
	if len(s.Varied) != 2 || s.Varied[0].Name() != "ga.tournament (with ga.sigma)" || !slices.Equal(s.Varied[0].Values, []string{"2", "3", "4"}) || !slices.Equal(s.Varied[1].Values, []string{"20", "100"}) {
		t.Fatalf("%+v", s.Varied)
	}
	if first, second := s.Varied[0].Importance, s.Varied[1].Importance; first.Value < .9 || second.Value > .1 || first.Low > first.Value || first.High < first.Value {
		t.Errorf("importance %+v and %+v", first, second)
	}
	if best := s.Settings[0]; s.Set(best)[0].Text != "4" || !strings.HasPrefix(s.MeanText(best), "0.701 [") || s.MeanText(s.Settings[len(s.Settings)-1]) != "-" {
		t.Errorf("the best: %+v with %s", s.Set(best), s.MeanText(best))
	}
	warned := strings.Join(s.Warnings, "\n")
	for _, want := range []string{"few runs: the importance is found from the best 2 of 18 runs", "below 5 of 50", "ga.tournament changes together with ga.sigma"} {
		if !strings.Contains(warned, want) {
			t.Errorf("no warning %q in %s", want, warned)
		}
	}
	for _, name := range StudyFigures() {
		figure, err := s.Figure(name, "", "")
		if err != nil || figure == nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if svg, err := plots.SVG(figure); err != nil || !strings.Contains(figure.Title(), "Sweep grid (tictactoe)") || len(svg) < 1000 {
			t.Errorf("%s: %q %v", name, figure.Title(), err)
		}
	}
	swapped, err := s.Figure("contour", "ga.population", "ga.tournament")
	if err != nil || !strings.Contains(swapped.About(), "4: 20 70.1 %, 100 70.1 %") {
		t.Errorf("%v: %v", err, swapped)
	}
	if none, err := s.Figure("contour", "ga.sigma", "ga.sigma"); none != nil || err != nil {
		t.Errorf("a contour of one setting: %v", err)
	}
}

// There is little to say before results, and of a single setting.
func TestStudyOfFew(t *testing.T) {
	for name, cells := range map[string][]*run.Summary{
		"no results":  {cell(t, 0, "ga.sigma=.1"), cell(t, 0, "ga.sigma=.2")},
		"one setting": {cell(t, .5, "seed=1"), cell(t, .6, "seed=2")},
	} {
		s := NewStudy(&Group{Sweep: "grid", Game: "tictactoe", Planned: 18, Runs: cells}, "")
		for _, figure := range StudyFigures() {
			if f, err := s.Figure(figure, "", ""); f != nil || err != nil {
				t.Errorf("%s has a figure %s: %v", name, figure, err)
			}
		}
		if pictures, err := s.Pictures(); len(pictures) > 0 || err != nil {
			t.Errorf("%s: %d pictures, %v", name, len(pictures), err)
		}
	}
	s := NewStudy(&Group{Runs: []*run.Summary{cell(t, .5, "ga.sigma=.1"), cell(t, .6, "ga.sigma=.2")}}, "")
	if f, err := s.Figure("slices", "", ""); f == nil || err != nil {
		t.Error("one setting that differs has no slices", err)
	}
	if f, _ := s.Figure("importance", "", ""); f != nil {
		t.Error("the importance of a single setting is drawn")
	}
}

// Cells that were played a second time change no interval and no importance.
func TestRepeatedCells(t *testing.T) {
	once := NewStudy(&Group{Sweep: "grid", Game: "tictactoe", Planned: 18, Runs: grid(t, 3)}, "")
	twice := NewStudy(&Group{Sweep: "grid", Game: "tictactoe", Planned: 18, Runs: append(grid(t, 3), grid(t, 2)...)}, "")
	if len(twice.Runs) != 30 || len(twice.Scored) != 18 || twice.Cells() != 18 {
		t.Errorf("%d runs, %d scored, %d cells", len(twice.Runs), len(twice.Scored), twice.Cells())
	}
	for i, f := range once.Settings {
		if got, want := twice.MeanText(twice.Settings[i]), once.MeanText(f); got != want {
			t.Errorf("setting %d: %s (expected: %s)", i, got, want)
		}
	}
	for i := range once.Varied {
		if got, want := twice.Varied[i].Importance, once.Varied[i].Importance; got != want {
			t.Errorf("%s: %+v (expected: %+v)", once.Varied[i].Name(), got, want)
		}
	}
	if n := len(twice.Warnings) - len(once.Warnings); n != 1 || !slices.ContainsFunc(twice.Warnings, func(w string) bool { return strings.HasPrefix(w, "12 runs repeat another one") }) {
		t.Errorf("warnings %q", twice.Warnings)
	}
}
