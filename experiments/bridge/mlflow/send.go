package mlflow

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/files"
)

// The limits of a request. MLflow takes 1,000 metrics; smaller requests make progress
// on a slow server, too.
const (
	maxMetrics  = 250
	maxPairs    = 100
	maxTag      = 5000
	maxParam    = 6000
	maxOldParam = 500 // of servers before 2.8
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
func (c *Client) Send(ctx context.Context, r *run.Run) (sent Sent, err error) {
	lock, err := files.TakeLock(filepath.Join(r.Folder, lockFile))
	if errors.Is(err, files.ErrLocked) {
		return sent, fmt.Errorf("run %s: %w", r.Name(), err)
	}
	if err == nil { // a folder that cannot be written to has nobody at work
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	k, err := c.runOf(ctx, r)
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

// runOf finds or makes the run, below its sweep if it is part of one.
func (c *Client) runOf(ctx context.Context, r *run.Run) (*serverRun, error) {
	experiment, err := c.experiment(ctx, cmp.Or(os.Getenv("MLFLOW_EXPERIMENT_NAME"), r.Config.Name))
	if err != nil {
		return nil, err
	}
	like := newRun{Experiment: experiment, Name: r.Name(), Start: r.Started().UnixMilli(), identity: identity(r)}
	if e := r.Environment; e != nil && e.Sweep != "" {
		parent, err := c.sweep(ctx, r, newRun{Experiment: experiment, Name: "sweep " + e.Sweep, Start: like.Start, identity: hashed("sweep", e.Host, e.Sweep)})
		if err != nil {
			return nil, err
		}
		like.Tags = []pair{{"mlflow.parentRunId", parent.Info.ID}}
	}
	return c.run(ctx, like)
}

// sweep finds or makes the run of a sweep, whose cells may begin at the same time.
func (c *Client) sweep(ctx context.Context, r *run.Run, like newRun) (*serverRun, error) {
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
func (c *Client) sendPairs(ctx context.Context, k *serverRun, r *run.Run) error {
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
		case value != p.Value && (len(value) < maxOldParam || !strings.HasPrefix(p.Value, value)): // else it was cut
			marks = append(marks, pair{"evolab.now." + p.Key, p.Value})
		}
	}
	for part := range slices.Chunk(missing, maxPairs) {
		if err := c.sendParams(ctx, k, part); err != nil {
			return err
		}
	}
	marks = slices.DeleteFunc(marks, func(p pair) bool { return truncated(p.Value, maxTag) == k.tag(p.Key) })
	for part := range slices.Chunk(shortened(marks, maxTag), maxPairs) {
		if err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Tags: part}, nil); err != nil {
			return err
		}
	}
	return nil
}

// sendParams cuts values that are too long, and more of them if an older server
// refuses that.
func (c *Client) sendParams(ctx context.Context, k *serverRun, list []pair) error {
	err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Params: shortened(list, maxParam)}, nil)
	var r *Refusal
	if errors.As(err, &r) && r.Status == http.StatusBadRequest && slices.ContainsFunc(list, func(p pair) bool { return len(p.Value) > maxOldParam }) {
		err = c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Params: shortened(list, maxOldParam)}, nil)
	}
	return err
}

func shortened(list []pair, most int) []pair {
	short := slices.Clone(list)
	for i := range short {
		short[i].Value = truncated(short[i].Value, most)
	}
	return short
}

// sendMetrics adds the values after the last step of each key that the server has.
func (c *Client) sendMetrics(ctx context.Context, k *serverRun, list []metric) (int, error) {
	last := map[string]int{}
	for _, m := range k.Data.Metrics {
		last[m.Key] = int(m.Step)
	}
	list = slices.DeleteFunc(list, func(m metric) bool {
		step, ok := last[m.Key]
		return ok && m.Step <= step
	})
	for part := range slices.Chunk(list, maxMetrics) {
		if err := c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Metrics: part}, nil); err != nil {
			return 0, err
		}
	}
	return len(list), nil
}

func (c *Client) sendStatus(ctx context.Context, k *serverRun, r *run.Run) error {
	status := map[string]string{run.IsFinished: "FINISHED", run.IsInterrupted: "KILLED", run.IsCrashed: "FAILED"}[r.State.Status]
	change := map[string]any{"run_id": k.Info.ID, "status": cmp.Or(status, "RUNNING")}
	if n := len(r.History); n > 0 && status != "" {
		change["end_time"] = r.History[n-1].At.UnixMilli()
	}
	if k.Info.Status == change["status"] {
		return nil
	}
	return c.post(ctx, "runs/update", change, nil)
}

// lenientInt is a number that some servers write as a text.
type lenientInt int64

func (w *lenientInt) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*w = lenientInt(n)
	return err
}

// pair is a param or a tag.
type pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// metric is a value at a step. For those read from a server only the step
// matters.
type metric struct {
	Key       string  `json:"key"`
	Value     float64 `json:"value"`
	Timestamp int64   `json:"timestamp"` // milliseconds
	Step      int     `json:"step"`
}

// serverRun is a run as the server has it.
type serverRun struct {
	Info struct {
		ID        string     `json:"run_id"`
		Status    string     `json:"status"`
		Artifacts string     `json:"artifact_uri"`
		Start     lenientInt `json:"start_time"`
	} `json:"info"`
	Data struct {
		Metrics []struct {
			Key  string     `json:"key"`
			Step lenientInt `json:"step"`
		} `json:"metrics"` // the last of each key
		Params []pair `json:"params"`
		Tags   []pair `json:"tags"`
	} `json:"data"`
}

func (k *serverRun) tag(key string) string {
	if i := slices.IndexFunc(k.Data.Tags, func(p pair) bool { return p.Key == key }); i >= 0 {
		return k.Data.Tags[i].Value
	}
	return ""
}

// experiment finds the experiment of a name, or makes it.
func (c *Client) experiment(ctx context.Context, name string) (string, error) {
	var found struct {
		Experiment struct {
			ID    string `json:"experiment_id"`
			Stage string `json:"lifecycle_stage"`
		} `json:"experiment"`
	}
	find := func() error {
		err := c.get(ctx, "experiments/get-by-name", url.Values{"experiment_name": {name}}, &found)
		if err == nil && found.Experiment.ID == "" {
			err = fmt.Errorf("%s: the answer names no experiment", c.base)
		}
		return err
	}
	err := find()
	if refused(err, "RESOURCE_DOES_NOT_EXIST") {
		if err = c.post(ctx, "experiments/create", map[string]string{"name": name}, nil); err == nil || refused(err, "RESOURCE_ALREADY_EXISTS") {
			err = find()
		}
	}
	if err == nil && found.Experiment.Stage == "deleted" {
		err = fmt.Errorf("%s: the experiment %q is deleted there (expected: one to add runs to; restore it, or set MLFLOW_EXPERIMENT_NAME)", c.base, name)
	}
	return found.Experiment.ID, err
}

// identityTag holds which of the lab's runs, or sweeps, a run is.
const identityTag = "evolab.id"

// newRun is a run to be made if the server does not have it.
type newRun struct {
	Experiment string `json:"experiment_id"`
	Name       string `json:"run_name"`
	Start      int64  `json:"start_time"`
	Tags       []pair `json:"tags"`
	identity   string
}

// run finds the run with an identity, or makes it.
func (c *Client) run(ctx context.Context, like newRun) (*serverRun, error) {
	k, err := c.find(ctx, like)
	if err != nil || k != nil {
		return k, err
	}
	like.Tags = append(slices.Clip(like.Tags), pair{identityTag, like.identity}, pair{"mlflow.runName", like.Name})
	var made struct {
		Run serverRun `json:"run"`
	}
	if err = c.post(ctx, "runs/create", like, &made); err == nil && made.Run.Info.ID == "" {
		err = fmt.Errorf("%s: the answer names no run", c.base)
	}
	return &made.Run, err
}

// find returns nil if there is none. There are several only on servers that
// were written to at the same time; then it always takes the same one.
func (c *Client) find(ctx context.Context, like newRun) (*serverRun, error) {
	var list struct {
		Runs []serverRun `json:"runs"`
	}
	err := c.post(ctx, "runs/search", map[string]any{
		"experiment_ids": []string{like.Experiment}, "filter": fmt.Sprintf("tags.`%s` = '%s'", identityTag, like.identity), "max_results": 100,
	}, &list)
	found := slices.DeleteFunc(list.Runs, func(k serverRun) bool { return k.tag(identityTag) != like.identity || k.Info.ID == "" })
	if err != nil || len(found) == 0 {
		return nil, err
	}
	first := slices.MinFunc(found, func(a, b serverRun) int { return cmp.Compare(a.Info.ID, b.Info.ID) })
	return c.read(ctx, first.Info.ID)
}

func (c *Client) read(ctx context.Context, id string) (*serverRun, error) {
	var answer struct {
		Run serverRun `json:"run"`
	}
	err := c.get(ctx, "runs/get", url.Values{"run_id": {id}}, &answer)
	if err == nil && answer.Run.Info.ID != id {
		err = errors.New("the answer is about another run")
	}
	return &answer.Run, err
}

// artifactsTag holds the checksum of the artifacts that the server has.
const artifactsTag = "evolab.artifacts"

// sendArtifacts replaces the config, the champion and the figures, if one of them has
// changed. It can do so only by way of the server.
func (c *Client) sendArtifacts(ctx context.Context, k *serverRun, folder string) (note string, err error) {
	list, sum, err := artifacts(folder)
	if err != nil || k.tag(artifactsTag) == sum {
		return "", err
	}
	to, err := url.Parse(k.Info.Artifacts)
	if err != nil || to.Scheme != "mlflow-artifacts" {
		scheme := "an address of another kind"
		if err == nil && to.Scheme != "" {
			scheme = c.clean(to.Scheme, 20) + ":"
		} else if err == nil {
			scheme = "a folder of its own"
		}
		return fmt.Sprintf("figures, champion and config are not sent: the server keeps artifacts in %s (expected: one that takes them itself, as mlflow server --artifacts-destination does)", scheme), nil
	}
	for _, name := range list {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if err := c.call(ctx, http.MethodPut, path.Join("api/2.0/mlflow-artifacts/artifacts", to.Path, name), nil, bytes.NewReader(data), nil); err != nil {
			return "", err
		}
	}
	return "", c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Tags: []pair{{artifactsTag, sum}}}, nil)
}

// artifacts lists the files of a run that are sent, with a checksum over them.
func artifacts(folder string) (list []string, sum string, err error) {
	names := []string{run.ConfigFile, run.ChampionFile}
	figures, err := os.ReadDir(filepath.Join(folder, run.PlotsFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	for _, f := range figures {
		if f.Type().IsRegular() {
			names = append(names, path.Join(run.PlotsFolder, f.Name()))
		}
	}
	all := sha256.New()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		one := sha256.Sum256(data)
		fmt.Fprintf(all, "%q %x\n", name, one)
		list = append(list, name)
	}
	return list, hex.EncodeToString(all.Sum(nil)), nil
}
