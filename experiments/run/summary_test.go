package run

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"evolab/search/cputime/cputimetest"
)

// The ends of the files say what the whole files say.
func TestSummaryOfTheEnds(t *testing.T) {
	const unvalidated = `{"generation":0,"games":10,"best":0.1,"validated":{"value":0.2,"low":0,"high":1},"weights":[1,0]}
{"generation":1,"games":20,"best":0.3,"weights":[0,1]}
`
	for name, files := range map[string]map[string]string{
		"finished":    nil,
		"labelled":    {LabelsFile: `{"tags":["best"],"notes":[{"at":"2026-01-02T03:04:05Z","text":"good"}]}`},
		"timed":       {TimingFile: `{"generation":0,"seconds":3}` + "\n" + `{"generation":1,"seconds":7}` + "\n"},
		"unvalidated": {MetricsFile: unvalidated},
		"torn":        {MetricsFile: unvalidated + `{"generation":2,`},
		"young":       {MetricsFile: ""},
		"killed":      {HistoryFile: `{"at":"2026-01-02T03:04:05Z","what":"started"}` + "\n"},
	} {
		folder := newRun(t, t.TempDir(), "run")
		for file, text := range files {
			put(t, folder, file, text)
		}
		whole, err := Read(nil, folder)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Summary(), Summarize(folder), cmpopts.IgnoreUnexported(Summary{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A folder with anything in its files is a run with a problem, not a crash.
func FuzzSummarize(f *testing.F) {
	f.Add([]byte(`{"generation":1,"best":1e400}`))
	f.Add([]byte("game: littlego\n"))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{
			ConfigFile, EnvironmentFile, HistoryFile, MetricsFile,
			TimingFile, LabelsFile, ChampionFile, CheckpointFile,
		} {
			put(t, folder, name, string(data))
		}
		if _, err := json.Marshal(Summarize(folder)); err != nil {
			t.Error(err)
		}
		put(t, folder, SummaryFile, string(data))
		summaryOf(folder, recordsState(folder))
		(&Examiner{}).Run(folder)
	})
}

// BenchmarkSummarize is what a run without a summary costs in a list.
func BenchmarkSummarize(b *testing.B) {
	folder := newRun(b, b.TempDir(), "a")
	cputimetest.Start(b)
	for b.Loop() {
		Summarize(folder)
	}
}
