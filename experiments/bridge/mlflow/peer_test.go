package mlflow

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// peer is a server made from the description of MLflow's REST API alone. Like the
// plainest of its stores, it keeps metrics that it is sent twice twice.
type peer struct {
	*httptest.Server
	mu          sync.Mutex
	experiments []string
	runs        []*peerRun
	files       map[string]string
	requests    int
	fault       func(n int, w http.ResponseWriter, r *http.Request) (done bool)
	after       func(n int, w http.ResponseWriter) // once a request is done, before its answer
	paramLimit  int                                // of a param
	store       string                             // of artifacts; "": the peer takes them
}

type peerRun struct {
	id, status   string
	params, tags map[string]string
	metrics      map[string][]metric
	store        string // of artifacts
}

func newPeer(t *testing.T) *peer {
	p := &peer{files: map[string]string{}, paramLimit: maxParam}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *peer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.requests++
	n := p.requests
	p.mu.Unlock()
	if p.fault != nil && p.fault(n, w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	status, answer := p.answer(r, body)
	if p.after != nil {
		p.after(n, w)
	}
	w.WriteHeader(status)
	if answer == nil {
		return
	}
	_ = json.NewEncoder(w).Encode(answer)
}

type object map[string]any

func (p *peer) answer(r *http.Request, body []byte) (int, any) {
	path, file := strings.CutPrefix(r.URL.Path, "/api/2.0/mlflow-artifacts/artifacts/")
	if file {
		p.files[path] = string(body)
		return http.StatusOK, nil
	}
	var in struct {
		Name    string   `json:"name"`
		Filter  string   `json:"filter"`
		Status  string   `json:"status"`
		RunID   string   `json:"run_id"`
		Metrics []metric `json:"metrics"`
		Params  []pair   `json:"params"`
		Tags    []pair   `json:"tags"`
	}
	if len(body) > 0 && json.Unmarshal(body, &in) != nil {
		return 400, object{"error_code": "BAD_REQUEST"}
	}
	switch r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/2.0/mlflow/") {
	case "GET experiments/get-by-name":
		if at := slices.Index(p.experiments, r.URL.Query().Get("experiment_name")); at >= 0 {
			return 200, object{"experiment": object{"experiment_id": fmt.Sprint(at), "lifecycle_stage": "active"}}
		}
		return 404, object{"error_code": "RESOURCE_DOES_NOT_EXIST", "message": "No Experiment"}
	case "POST experiments/create":
		if slices.Contains(p.experiments, in.Name) {
			return 400, object{"error_code": "RESOURCE_ALREADY_EXISTS"}
		}
		p.experiments = append(p.experiments, in.Name)
		return 200, object{"experiment_id": fmt.Sprint(len(p.experiments) - 1)}
	case "POST runs/search":
		return 200, object{"runs": p.search(in.Filter)}
	case "POST runs/create":
		id := fmt.Sprintf("run%d", len(p.runs))
		run := &peerRun{
			id: id, status: "RUNNING", params: map[string]string{}, tags: map[string]string{}, metrics: map[string][]metric{},
			store: cmp.Or(p.store, "mlflow-artifacts:/0/"+id+"/artifacts"),
		}
		p.runs = append(p.runs, run)
		_, _ = p.log(run, nil, nil, in.Tags)
		return 200, object{"run": run.shown()}
	case "GET runs/get":
		return p.with(r.URL.Query().Get("run_id"), func(run *peerRun) (int, any) { return 200, object{"run": run.shown()} })
	case "POST runs/update":
		return p.with(in.RunID, func(run *peerRun) (int, any) { run.status = in.Status; return 200, object{} })
	case "POST runs/log-batch":
		return p.with(in.RunID, func(run *peerRun) (int, any) { return p.log(run, in.Metrics, in.Params, in.Tags) })
	}
	return 404, object{"error_code": "ENDPOINT_NOT_FOUND", "message": r.URL.Path}
}

func (p *peer) with(id string, do func(*peerRun) (int, any)) (int, any) {
	for _, run := range p.runs {
		if run.id == id {
			return do(run)
		}
	}
	return 404, object{"error_code": "RESOURCE_DOES_NOT_EXIST"}
}

var filterForm = regexp.MustCompile("^tags.`([a-z.]+)` = '([^']*)'$")

func (p *peer) search(filter string) []object {
	list := []object{}
	if m := filterForm.FindStringSubmatch(filter); m != nil {
		for _, run := range p.runs {
			if run.tags[m[1]] == m[2] {
				list = append(list, run.shown())
			}
		}
	}
	return list
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_. /-]{1,250}$`)

// log refuses what the limits forbid, as a whole.
func (p *peer) log(run *peerRun, metrics []metric, params, tags []pair) (int, any) {
	bad := func(text string, args ...any) (int, any) {
		return 400, object{"error_code": "INVALID_PARAMETER_VALUE", "message": fmt.Sprintf(text, args...)}
	}
	if len(metrics) > 1000 || len(params) > 100 || len(tags) > 100 || len(metrics)+len(params)+len(tags) > 1000 {
		return bad("%d metrics, %d params, %d tags", len(metrics), len(params), len(tags))
	}
	for _, m := range metrics {
		if !nameForm.MatchString(m.Key) {
			return bad("metric %q", m.Key)
		}
	}
	for _, x := range params {
		old, ok := run.params[x.Key]
		if len(x.Value) > p.paramLimit || !nameForm.MatchString(x.Key) || ok && old != x.Value {
			return bad("param %q of %d", x.Key, len(x.Value))
		}
	}
	for _, x := range tags {
		if len(x.Value) > maxTag || !nameForm.MatchString(x.Key) {
			return bad("tag %q", x.Key)
		}
		run.tags[x.Key] = x.Value
	}
	for _, m := range metrics {
		run.metrics[m.Key] = append(run.metrics[m.Key], m)
	}
	for _, x := range params {
		run.params[x.Key] = x.Value
	}
	return 200, object{}
}

// shown is the run as answers hold it, with some numbers as texts.
func (run *peerRun) shown() object {
	pairs := func(m map[string]string) []pair {
		list := []pair{}
		for k, v := range m {
			list = append(list, pair{k, v})
		}
		return list
	}
	last := []object{}
	for key, list := range run.metrics {
		m := slices.MaxFunc(list, func(a, b metric) int { return a.Step - b.Step })
		last = append(last, object{"key": key, "value": m.Value, "step": fmt.Sprint(m.Step), "timestamp": m.Timestamp})
	}
	return object{
		"info": object{"run_id": run.id, "status": run.status, "artifact_uri": run.store, "start_time": "7"},
		"data": object{"metrics": last, "params": pairs(run.params), "tags": pairs(run.tags)},
	}
}
