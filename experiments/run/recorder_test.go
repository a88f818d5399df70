package run

import (
	"os"
	"path/filepath"
	"testing"

	"evolab/evolve"
	"evolab/internal/files"
	"evolab/internal/seal"
	"evolab/internal/seal/sealtest"
	"evolab/stats"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// intact fails if what a killed process leaves looks like damage.
func intact(t *testing.T, folder, when string) {
	t.Helper()
	sealtest.Intact(t, seal.In(folder), "killed "+when)
}

// sealed opens the seal of a folder.
func sealed(t *testing.T, folder string) *seal.Writer {
	t.Helper()
	w, err := seal.Open(seal.In(folder), seal.Key{})
	must(t, err)
	return w
}

// A process can be killed between any two steps of recording generations and
// resuming: what it leaves is not taken for damage, and damage still is found.
func TestKilledBetweenAnyTwoSteps(t *testing.T) {
	folder := t.TempDir()
	w := sealed(t, folder)
	r, err := OpenRecorder(w, nil)
	must(t, err)
	generation := func(n int) {
		g := evolve.Generation{Index: n, Individuals: []evolve.Individual{{ID: "a", Tally: evolve.Tally{Pairs: 4, WDL: stats.WDL{Wins: 8}, Sum: 4, SumSquares: 4}}}}
		must(t, r.Generation(g, 1, Metrics{Generation: n}, Timing{Generation: n}, []MatchLine{{Purpose: TrainMatch, Generation: n}}))
	}
	must(t, (&Event{What: Started}).Append(w))
	generation(0)
	intact(t, folder, "before the first checkpoint")
	must(t, (&Checkpoint{}).Write(w, r))
	sizes := r.Sizes()
	intact(t, folder, "after it")
	generation(1)
	intact(t, folder, "after the lines of a generation")
	must(t, w.Write(append(r.unsealed(), seal.Replaced(CheckpointFile, []byte("{}\n")))...))
	w = sealed(t, folder)
	intact(t, folder, "before the checkpoint has its name")
	must(t, r.Close())
	must(t, os.WriteFile(filepath.Join(folder, CheckpointFile+"123"), []byte("{"), 0o644))
	intact(t, folder, "while the checkpoint is written")

	must(t, w.Write(seal.Truncated(MetricsFile, sizes[MetricsFile])))
	intact(t, folder, "before the lines of the second generation are cut off")
	r, err = OpenRecorder(w, sizes)
	must(t, err)
	intact(t, folder, "after they are cut off")
	generation(1)
	must(t, (&Checkpoint{Seconds: 1}).Write(w, r))
	intact(t, folder, "after the second generation")
	sizes = r.Sizes()
	must(t, r.Close())
	for range 2 { // the second time the first ones are cut off
		must(t, AppendMatches(w, sizes, []MatchLine{{Purpose: TestMatch}, {Purpose: ProgressMatch}}))
		intact(t, folder, "after the matches of the test")
	}
	must(t, (&Event{What: Finished}).Append(w))
	_, err = ChangeLabels(folder, seal.Key{}, func(l *Labels) { l.Tags = []string{"good"} })
	must(t, err)
	intact(t, folder, "at the end")

	for _, name := range append(LinesFiles(), CheckpointFile, HistoryFile, LabelsFile) {
		path := filepath.Join(folder, name)
		good, err := files.Read(path, 1<<20)
		must(t, err)
		bad := append([]byte{}, good...)
		bad[len(bad)-3] ^= 1
		must(t, os.WriteFile(path, bad, 0o644))
		if r, err := seal.Inspect(seal.In(folder), seal.Demand{}); err != nil || len(r.Changes) != 1 || r.Changes[0].File != name {
			t.Errorf("%s: %v, %v", name, r.Changes, err)
		}
		must(t, os.WriteFile(path, good, 0o644))
	}
}
