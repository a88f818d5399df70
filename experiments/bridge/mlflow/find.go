package mlflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// whole is a number that some servers write as a text.
type whole int64

func (w *whole) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*w = whole(n)
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

// kept is a run as the server has it.
type kept struct {
	Info struct {
		ID        string `json:"run_id"`
		Status    string `json:"status"`
		Artifacts string `json:"artifact_uri"`
		Start     whole  `json:"start_time"`
	} `json:"info"`
	Data struct {
		Metrics []struct {
			Key  string `json:"key"`
			Step whole  `json:"step"`
		} `json:"metrics"` // the last of each key
		Params []pair `json:"params"`
		Tags   []pair `json:"tags"`
	} `json:"data"`
}

func (k *kept) tag(key string) string {
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
			err = fmt.Errorf("mlflow: %s: the answer names no experiment", c.base)
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
		err = fmt.Errorf("mlflow: %s: the experiment %q is deleted there (expected: one to add runs to; restore it, or set MLFLOW_EXPERIMENT_NAME)", c.base, name)
	}
	return found.Experiment.ID, err
}

// identityTag holds which of the lab's runs, or sweeps, a run is.
const identityTag = "evolab.id"

// created is a run to be made if the server does not have it.
type created struct {
	Experiment string `json:"experiment_id"`
	Name       string `json:"run_name"`
	Start      int64  `json:"start_time"`
	Tags       []pair `json:"tags"`
	identity   string
}

// run finds the run with an identity, or makes it.
func (c *Client) run(ctx context.Context, like created) (*kept, error) {
	k, err := c.find(ctx, like)
	if err != nil || k != nil {
		return k, err
	}
	like.Tags = append(slices.Clip(like.Tags), pair{identityTag, like.identity}, pair{"mlflow.runName", like.Name})
	var made struct {
		Run kept `json:"run"`
	}
	if err = c.post(ctx, "runs/create", like, &made); err == nil && made.Run.Info.ID == "" {
		err = fmt.Errorf("mlflow: %s: the answer names no run", c.base)
	}
	return &made.Run, err
}

// find returns nil if there is none. There are several only on servers that
// were written to at the same time; then it always takes the same one.
func (c *Client) find(ctx context.Context, like created) (*kept, error) {
	var list struct {
		Runs []kept `json:"runs"`
	}
	err := c.post(ctx, "runs/search", map[string]any{
		"experiment_ids": []string{like.Experiment}, "filter": fmt.Sprintf("tags.`%s` = '%s'", identityTag, like.identity), "max_results": 100,
	}, &list)
	found := slices.DeleteFunc(list.Runs, func(k kept) bool { return k.tag(identityTag) != like.identity || k.Info.ID == "" })
	if err != nil || len(found) == 0 {
		return nil, err
	}
	first := slices.MinFunc(found, func(a, b kept) int { return cmp.Compare(a.Info.ID, b.Info.ID) })
	return c.read(ctx, first.Info.ID)
}

func (c *Client) read(ctx context.Context, id string) (*kept, error) {
	var answer struct {
		Run kept `json:"run"`
	}
	err := c.get(ctx, "runs/get", url.Values{"run_id": {id}}, &answer)
	if err == nil && answer.Run.Info.ID != id {
		err = errors.New("mlflow: the answer is about another run")
	}
	return &answer.Run, err
}
