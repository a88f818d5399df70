package mlflow

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

func client(t *testing.T, p *peer) *Client {
	t.Helper()
	for _, name := range []string{"URI", "TOKEN", "USERNAME", "PASSWORD"} {
		t.Setenv("MLFLOW_TRACKING_"+name, "")
	}
	c, err := New(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func finished(t *testing.T, settings ...string) *run.Report {
	r := bridgetest.Run(t, t.TempDir(), "one", settings...)
	plots := filepath.Join(r.Folder, run.PlotsFolder)
	if err := os.MkdirAll(plots, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plots, "learning.svg"), []byte("<svg/>"), 0o644); err != nil {
		t.Fatal(err)
	}
	return r
}

// values are the metrics of a run as key@step=value, each as often as it is there.
func (run *peerRun) values() (list []string) {
	for key, metrics := range run.metrics {
		for _, m := range metrics {
			list = append(list, fmt.Sprintf("%s@%d=%v", key, m.Step, m.Value))
		}
	}
	slices.Sort(list)
	return list
}

// whole fails unless the peer has all of the finished run, once.
func (p *peer) whole(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.experiments) != 1 || len(p.runs) != 1 {
		t.Fatalf("experiments %v, %d runs", p.experiments, len(p.runs))
	}
	run := p.runs[0]
	want := []string{
		"fitness/best@0=0.1", "fitness/best@1=0.3", "fitness/best_high@0=0.3", "fitness/best_high@1=0.5", "fitness/best_low@0=-0.1", "fitness/best_low@1=0.1",
		"fitness/high@0=0.05", "fitness/high@1=0.2", "fitness/low@0=-0.5", "fitness/low@1=-0.1", "fitness/mean@0=-0.2", "fitness/mean@1=0.1",
		"games@0=10", "games@1=20", "sigma@0=0.3", "sigma@1=0.25", "timing/cpu_seconds@0=1", "timing/cpu_seconds@1=1.1",
		"timing/games_per_second@0=8", "timing/games_per_second@1=8.5", "validation/fitness@0=0.2", "validation/fitness_high@0=1", "validation/fitness_low@0=0",
		"weight/liberties@0=0", "weight/liberties@1=-0.8", "weight/stones@0=1", "weight/stones@1=0.6",
	}
	if diff := cmp.Diff(want, run.values()); diff != "" {
		t.Error(diff)
	}
	got := map[string]string{
		"seed": run.params["seed"], "ga.sigma": run.params["ga.sigma"], "commit": run.tags["mlflow.source.git.commit"], "run": run.tags["evolab.run"],
		"status": run.status, "figure": p.files["0/run0/artifacts/plots/learning.svg"], "files": fmt.Sprint(len(p.files)),
	}
	if diff := cmp.Diff(map[string]string{
		"seed": "1", "ga.sigma": "0.4", "commit": "0123456789012345678901234567890123456789", "run": "one", "status": "FINISHED", "figure": "<svg/>", "files": "2",
	}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSend(t *testing.T) {
	p, r := newPeer(t), finished(t)
	c := client(t, p)
	for _, want := range []int{27, 0} { // the second time there is nothing to add
		sent, err := c.Send(t.Context(), r)
		if err != nil || sent.Run != "run0" || sent.Metrics != want || sent.Note != "" {
			t.Fatalf("%+v, %v", sent, err)
		}
		p.whole(t)
	}
}

// longList are the names of n files.
func longList(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("a/folder/of/games/%d.jsonl", i))
	}
	return strings.Join(list, ", ")
}

// What is too long or too much for a request is divided or cut.
func TestLimits(t *testing.T) {
	for _, longest := range []int{longestParam, olderParam} {
		p := newPeer(t)
		p.longest = longest
		r := finished(t, "learner=td", "learn_from=["+longList(99)+"]")
		for i := 2; i < 700; i++ {
			m := r.Metrics[1]
			m.Generation = i
			r.Metrics = append(r.Metrics, m)
		}
		r.Generation, r.Labels.Notes = 699, []run.Note{{Text: strings.Repeat("ä", longestTag)}}
		for i := range 150 {
			r.Labels.Tags = append(r.Labels.Tags, fmt.Sprintf("<%d>", i))
		}
		if _, err := client(t, p).Send(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		run := p.runs[0]
		if n := len(run.metrics["fitness/best"]); n != 700 {
			t.Errorf("%d generations", n)
		}
		if n := len(run.params["learn_from"]); n != min(longest, len("[]")+len(longList(99))) {
			t.Errorf("a param of %d bytes", n)
		}
		if run.tags["evolab.tag._149_"] != "true" {
			t.Errorf("tags %v", run.tags)
		}
		if sent, err := client(t, p).Send(t.Context(), r); err != nil || sent.Metrics != 0 {
			t.Errorf("%v, %v", sent, err)
		}
	}
}
