package mlflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/files"
)

// The limits of a request. MLflow takes 1,000 metrics; smaller requests make progress
// on a slow server, too.
const (
	mostMetrics  = 250
	mostPairs    = 100
	longestTag   = 5000
	longestParam = 6000
	olderParam   = 500 // of servers before 2.8
)

// lockFile is held by who sends a run, and in the folder of runs by who makes a sweep.
const lockFile = "mlflow.lock"

// Sent says what part of a run was sent to a server.
type Sent struct {
	Run     string // its identity on the server
	Metrics int
	Note    string // what could not be sent, and why; may be empty
}

// Send brings a server up to date with a run: it adds what is missing there.
func (c *Client) Send(ctx context.Context, r *run.Report) (sent Sent, err error) {
	lock, err := files.TakeLock(filepath.Join(r.Folder, lockFile))
	if errors.Is(err, files.ErrLocked) {
		return sent, fmt.Errorf("mlflow: run %s: %w", r.Run, err)
	}
	if err == nil { // a folder that cannot be written to has nobody at work
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	k, err := c.place(ctx, r)
	if err != nil {
		return sent, err
	}
	sent.Run = k.Info.ID
	list, err := metrics(r)
	if err == nil {
		err = c.sendPairs(ctx, k, r)
	}
	if err != nil {
		return sent, err
	}
	if sent.Metrics, err = c.sendMetrics(ctx, k, list); err == nil {
		sent.Note, err = c.sendArtifacts(ctx, k, r.Folder)
	}
	if err == nil {
		err = c.sendStatus(ctx, k, r)
	}
	return sent, err
}

// place finds or makes the run, below its sweep if it is part of one.
func (c *Client) place(ctx context.Context, r *run.Report) (*kept, error) {
	experiment, err := c.experiment(ctx, cmp.Or(os.Getenv("MLFLOW_EXPERIMENT_NAME"), r.Experiment))
	if err != nil {
		return nil, err
	}
	like := created{Experiment: experiment, Name: r.Run, Start: r.Started.UnixMilli(), identity: identity(r)}
	if e := r.Environment; e != nil && e.Sweep != "" {
		parent, err := c.sweep(ctx, r, created{Experiment: experiment, Name: "sweep " + e.Sweep, Start: like.Start, identity: hashed("sweep", e.Host, e.Sweep)})
		if err != nil {
			return nil, err
		}
		like.Tags = []pair{{"mlflow.parentRunId", parent.Info.ID}}
	}
	return c.run(ctx, like)
}

// sweep finds or makes the run of a sweep, whose cells may begin at the same time.
func (c *Client) sweep(ctx context.Context, r *run.Report, like created) (*kept, error) {
	path := filepath.Join(filepath.Dir(r.Folder), lockFile)
	lock, err := files.TakeLock(path)
	for errors.Is(err, files.ErrLocked) && ctx.Err() == nil {
		lock, err = files.TakeLock(path)
	}
	if err == nil {
		defer func() { _ = lock.Close() }() // the system releases it in any case
	}
	parent, err := c.run(ctx, like)
	if err == nil && parent.Info.Status != "FINISHED" {
		err = c.post(ctx, "runs/update", map[string]any{"run_id": parent.Info.ID, "status": "FINISHED"}, nil)
	}
	return parent, err
}

// batch is a request that adds to a run.
type batch struct {
	Run     string   `json:"run_id"`
	Metrics []metric `json:"metrics,omitempty"`
	Params  []pair   `json:"params,omitempty"`
	Tags    []pair   `json:"tags,omitempty"`
}

// sendPairs adds params and changes tags. A param keeps its first value on the
// server: another one, of a run that was given more generations, becomes a tag.
func (c *Client) sendPairs(ctx context.Context, k *kept, r *run.Report) error {
	there := map[string]string{}
	for _, p := range k.Data.Params {
		there[p.Key] = p.Value
	}
	var missing []pair
	marks := tags(r)
	for _, p := range params(r) {
		value, ok := there[p.Key]
		switch {
		case !ok:
			missing = append(missing, p)
		case value != p.Value && (len(value) < olderParam || !strings.HasPrefix(p.Value, value)): // else it was cut
			marks = append(marks, pair{"evolab.now." + p.Key, p.Value})
		}
	}
	for part := range slices.Chunk(missing, mostPairs) {
		if err := c.sendParams(ctx, k, part); err != nil {
			return err
		}
	}
	marks = slices.DeleteFunc(marks, func(p pair) bool { return cut(p.Value, longestTag) == k.tag(p.Key) })
	for part := range slices.Chunk(shortened(marks, longestTag), mostPairs) {
		if err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Tags: part}, nil); err != nil {
			return err
		}
	}
	return nil
}

// sendParams cuts values that are too long, and more of them if an older server
// refuses that.
func (c *Client) sendParams(ctx context.Context, k *kept, list []pair) error {
	err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Params: shortened(list, longestParam)}, nil)
	var r *Refusal
	if errors.As(err, &r) && r.Status == http.StatusBadRequest && slices.ContainsFunc(list, func(p pair) bool { return len(p.Value) > olderParam }) {
		err = c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Params: shortened(list, olderParam)}, nil)
	}
	return err
}

func shortened(list []pair, most int) []pair {
	short := slices.Clone(list)
	for i := range short {
		short[i].Value = cut(short[i].Value, most)
	}
	return short
}

// sendMetrics adds the values after the last step of each key that the server has.
func (c *Client) sendMetrics(ctx context.Context, k *kept, list []metric) (int, error) {
	last := map[string]int{}
	for _, m := range k.Data.Metrics {
		last[m.Key] = int(m.Step)
	}
	list = slices.DeleteFunc(list, func(m metric) bool {
		step, ok := last[m.Key]
		return ok && m.Step <= step
	})
	for part := range slices.Chunk(list, mostMetrics) {
		if err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Metrics: part}, nil); err != nil {
			return 0, err
		}
	}
	return len(list), nil
}

// sendStatus tells the server the status of the run.
func (c *Client) sendStatus(ctx context.Context, k *kept, r *run.Report) error {
	status := map[string]string{run.IsFinished: "FINISHED", run.IsInterrupted: "KILLED", run.IsCrashed: "FAILED"}[r.Status]
	change := map[string]any{"run_id": k.Info.ID, "status": cmp.Or(status, "RUNNING")}
	if n := len(r.History); n > 0 && status != "" {
		change["end_time"] = r.History[n-1].At.UnixMilli()
	}
	if k.Info.Status == change["status"] {
		return nil
	}
	return c.post(ctx, "runs/update", change, nil)
}
