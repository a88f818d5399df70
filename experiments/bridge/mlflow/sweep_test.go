package mlflow

import (
	"sync"
	"testing"

	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

// The cells of a sweep lie below one run, even if they are sent at the same time, and
// so does one that comes later.
func TestSweep(t *testing.T) {
	p := newPeer(t)
	c := client(t, p)
	root := t.TempDir()
	var cells []*run.Report
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
