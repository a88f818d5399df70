package train

import (
	"bytes"
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/experiments/run"
	"evolab/stats"
)

// The suites of Little-Go that come with the experiments.
const (
	trainSuite  = "../suites/littlego-training.txt"
	reportSuite = "../suites/littlego-reporting.txt"
)

func TestAccuracyIsRecorded(t *testing.T) {
	done := runTinyDrawn(t, svg, 2, "accuracy.report=shipped")
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range metrics {
		if a := m.Accuracy; a == nil || !(a.Low > 0 && a.Low < a.Value && a.Value < a.High) {
			t.Errorf("generation %d: accuracy %+v", m.Generation, a)
		}
	}
	if figures, _ := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "truth.svg")); len(figures) != 1 {
		t.Error("no figure of it")
	}
	// What is only looked at changes nothing.
	without := runTiny(t, 2)
	if !bytes.Equal(read(t, done.Folder, run.ChampionFile), read(t, without.Folder, run.ChampionFile)) {
		t.Error("looking at a suite changes the champion")
	}
}

// Trained on the truth alone, candidates get better at it on positions that they
// have never seen, without a game.
func TestAccuracyAsTheObjective(t *testing.T) {
	done := runTiny(t, 3, "objective=accuracy", "accuracy.train="+trainSuite, "accuracy.report="+reportSuite,
		"generations=12", "ga.population=16", "fitness={pairs: 60, rounds: 1}", "start=zero")
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	first, last := metrics[0], metrics[len(metrics)-1]
	if last.Validated.Value != last.Accuracy.Value {
		t.Errorf("validated %v, accuracy %v: the objective is not the accuracy", last.Validated, last.Accuracy)
	}
	if last.Accuracy.Low <= first.Accuracy.Value {
		t.Errorf("accuracy %+v at first, %+v at last", first.Accuracy, last.Accuracy)
	}
}

func TestAccuracyAsAPart(t *testing.T) {
	part := []string{"accuracy={share: .5, train: " + trainSuite + ", report: " + reportSuite + "}"}
	whole := runTiny(t, 2, part...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cut, err := Run(ctx, tinyConfig(t, part...), Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Watch: &quiet{cancel: cancel, cancelAfter: 1}})
	if err != nil || !cut.Interrupted {
		t.Fatalf("%+v, %v", cut, err)
	}
	if _, err := Resume(context.Background(), cut.Folder, Options{Workers: 2, Formats: undrawn, Watch: &quiet{}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{run.MetricsFile, run.ChampionFile} {
		if !bytes.Equal(read(t, whole.Folder, name), read(t, cut.Folder, name)) {
			t.Errorf("%s of the resumed run differs", name)
		}
	}
}

// The games that can be proven have suites: the two parts share no position, not
// even one turned or mirrored, and either may be looked at or trained on.
func TestShippedSuites(t *testing.T) {
	for _, of := range []string{"game=littlego", "game=tictactoe", "game=konane variant=6x6"} {
		overrides := append(strings.Fields(of), "objective=accuracy", "accuracy.train=shipped", "accuracy.report=shipped", "generations=1",
			"opponents=[{agent: random}]")
		c := tinyConfig(t, overrides...)
		g, err := agent.FindGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		both, err := readSuites(c, g)
		if err != nil {
			t.Fatal(err)
		}
		trained := map[string]bool{}
		for _, e := range both.train.Entries {
			trained[suite.Class(e.Position)] = true
		}
		for _, e := range both.report.Entries {
			if trained[suite.Class(e.Position)] {
				t.Errorf("%s: %s is in both parts", of, e.Position)
			}
		}
		metrics, err := run.ReadLines[run.Metrics](filepath.Join(runTiny(t, 2, overrides...).Folder, run.MetricsFile))
		if err != nil || len(both.train.Entries) < 100 || metrics[0].Accuracy == nil || !(metrics[0].Accuracy.High < 1) {
			t.Errorf("%s: %d positions, %+v, %v", of, len(both.train.Entries), metrics, err)
		}
	}
}

// Two measurements with independent errors: their squares add up.
func TestBlend(t *testing.T) {
	got := blended(stats.Estimate{Value: .8, Low: .74, High: .86}, stats.Estimate{Value: .6, Low: .52, High: .68}, .5)
	if math.Abs(got.Value-.7) > 1e-12 || math.Abs(got.Low-.65) > 1e-12 || math.Abs(got.High-.75) > 1e-12 {
		t.Errorf("%+v, want .7 [.65, .75]", got)
	}
}
