package mlflow

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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

func finished(t *testing.T, settings ...string) *run.Run {
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

// A run that is not finished is sent up to its checkpoint, since the rest is played again.
// However often it is sent while it runs and afterwards, everything is there once.
func TestUnfinishedRun(t *testing.T) {
	p, r := newPeer(t), finished(t)
	send := func(status string, generations int) {
		t.Helper()
		for range 2 {
			now, err := run.Read(nil, r.Folder)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client(t, p).Send(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
		if list := p.runs[0].metrics["fitness/best"]; len(list) != generations || p.runs[0].status != status {
			t.Errorf("%s with %v, want %s with %d", p.runs[0].status, list, status, generations)
		}
	}
	end := bridgetest.Unfinish(t, r)
	send("FAILED", 0)
	bridgetest.Checkpoint(t, r, 0)
	send("FAILED", 1)
	end()
	send("FINISHED", 2)
	p.whole(t)
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
	for _, limit := range []int{maxParam, maxOldParam} {
		p := newPeer(t)
		p.paramLimit = limit
		r := finished(t, "learner=td", "learn_from=["+longList(99)+"]")
		for i := 2; i < 700; i++ {
			m := r.Metrics[1]
			m.Generation = i
			r.Metrics = append(r.Metrics, m)
		}
		r.Labels.Notes = []run.Note{{Text: strings.Repeat("ä", maxTag)}}
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
		if n := len(run.params["learn_from"]); n != min(limit, len("[]")+len(longList(99))) {
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

// The cells of a sweep lie below one run, even if they are sent at the same time, and
// so does one that comes later.
func TestSweep(t *testing.T) {
	p := newPeer(t)
	c := client(t, p)
	root := t.TempDir()
	var cells []*run.Run
	for _, name := range []string{"a", "b", "c", "d"} {
		r := bridgetest.Run(t, root, name)
		r.Environment.Sweep, r.Environment.Config = "grid", name
		cells = append(cells, r)
	}
	var all sync.WaitGroup
	for _, r := range cells[:3] {
		all.Go(func() {
			if _, err := c.Send(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, err := c.Send(t.Context(), cells[3]); err != nil {
		t.Error(err)
	}
	parents := map[string]int{}
	for _, run := range p.runs {
		parents[run.tags["mlflow.parentRunId"]]++
	}
	if len(p.runs) != 5 || len(parents) != 2 || parents[""] != 1 {
		t.Errorf("%d runs below %v", len(p.runs), parents)
	}
	for _, run := range p.runs {
		if run.tags["mlflow.parentRunId"] == "" && (run.tags["mlflow.runName"] != "sweep grid" || run.status != "FINISHED") {
			t.Errorf("the sweep's run is %v, %s", run.tags, run.status)
		}
	}
}

// Whatever breaks at whichever request, before or after the server has done it, the
// next time sends the rest and nothing twice.
func TestFaults(t *testing.T) {
	hang := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	faults := map[string]func(w http.ResponseWriter, r *http.Request){
		"500":     func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<h1>\x1b[31mno", 500) },
		"garbage": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>hello") },
		"empty":   func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") },
		"reset":   func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"huge": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, maxAnswer+1)) },
		"hang": hang,
	}
	r := finished(t)
	for name, fault := range faults {
		for at := 1; ; at++ {
			p := newPeer(t)
			p.fault = func(n int, w http.ResponseWriter, r *http.Request) bool {
				// Nobody can know that an artifact was taken by a server that only says so.
				if n != at || name == "empty" && r.Method == http.MethodPut {
					return false
				}
				_, _ = io.Copy(io.Discard, r.Body)
				fault(w, r)
				return true
			}
			if !p.mended(t, fmt.Sprintf("%s at request %d", name, at), r, name == "hang", at) {
				break
			}
			if (name == "hang" || name == "huge") && at == 3 { // they take their time
				break
			}
		}
	}
	for at := 1; ; at++ {
		p := newPeer(t)
		p.after = func(n int, _ http.ResponseWriter) {
			if n == at {
				panic(http.ErrAbortHandler)
			}
		}
		if !p.mended(t, fmt.Sprintf("reset after request %d", at), r, false, at) {
			break
		}
	}
}

// mended sends a run twice and compares. It returns false once there are not as many
// requests.
func (p *peer) mended(t *testing.T, what string, r *run.Run, slow bool, at int) (reached bool) {
	t.Helper()
	c := client(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	if slow {
		ctx, cancel = context.WithTimeout(t.Context(), 150*time.Millisecond)
	}
	defer cancel()
	_, first := c.Send(ctx, r)
	p.mu.Lock()
	reached = p.requests >= at
	p.mu.Unlock()
	if !reached {
		return false
	}
	if first != nil && strings.Contains(first.Error(), "\x1b") {
		t.Errorf("%s: %q", what, first)
	}
	if _, err := c.Send(t.Context(), r); err != nil {
		t.Errorf("%s: %v, then %v", what, first, err)
	}
	p.whole(t)
	if t.Failed() {
		t.Fatalf("%s: %v", what, first)
	}
	return true
}
