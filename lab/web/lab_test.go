package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

const token = "the-token"

// lab is a server with a project and its runs.
type lab struct {
	*Server
	handler http.Handler
	http    *httptest.Server
	t       *testing.T
	project string

	mu    sync.Mutex
	marks []string // with which browsers came to follow a run
}

func (l *lab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/events") {
		l.mu.Lock()
		l.marks = append(l.marks, r.Header.Get("Last-Event-ID"))
		l.mu.Unlock()
	}
	l.handler.ServeHTTP(w, r)
}

func newLab(t *testing.T) *lab {
	t.Helper()
	project := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	s, err := New(ctx, Options{Runs: filepath.Join(project, "runs"), Project: project, Tournaments: filepath.Join(project, "tournaments"), Formats: []string{}, Token: token, Names: []string{"localhost", "127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	s.pace = 5 * time.Millisecond
	l := &lab{Server: s, handler: s.Handler(), t: t, project: project}
	l.http = httptest.NewServer(l)
	t.Cleanup(func() {
		stop()
		l.http.CloseClientConnections()
		l.http.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// ask sends a request with the token and returns the status and the answer.
func (l *lab) ask(method, address, body string, headers ...string) (int, string) {
	l.t.Helper()
	r, err := http.NewRequest(method, l.http.URL+address, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// grow adds to the metrics of a run.
func (l *lab) grow(name, text string) {
	l.t.Helper()
	f, err := os.OpenFile(filepath.Join(l.options.Runs, name, run.MetricsFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		l.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		l.t.Fatal(err)
	}
}

// write writes a file below the folder of the runs.
func (l *lab) write(name, text string) {
	l.t.Helper()
	path := filepath.Join(l.options.Runs, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

// makeRun writes what a run has after a generation.
func (l *lab) makeRun(name string, overrides ...string) {
	l.t.Helper()
	c, err := experiment.Parse("young.yaml", []byte("game: tictactoe\ngenerations: 3\n"), overrides)
	if err != nil {
		l.t.Fatal(err)
	}
	text, err := c.YAML()
	if err != nil {
		l.t.Fatal(err)
	}
	l.write(name+"/"+run.ConfigFile, string(text))
	l.write(name+"/metrics.jsonl", point(0))
}

// makeTested writes a finished run of a sweep, whose champion was tested.
func (l *lab) makeTested(name, sweep string, cells int, score float64, overrides ...string) {
	l.t.Helper()
	l.makeRun(name, overrides...)
	l.write(name+"/"+run.EnvironmentFile, fmt.Sprintf(`{"schema":1,"started":"2026-01-02T03:04:05Z","sweep":%q,"cells":%d}`, sweep, cells))
	l.write(name+"/"+run.HistoryFile, `{"at":"2026-01-02T03:04:05Z","what":"finished","generation":0,"seconds":2.5}`+"\n")
	l.write(name+"/"+run.MetricsFile, strings.Replace(point(0), `"weights"`, `"validated":{"value":0.6,"low":0.5,"high":0.7},"weights"`, 1))
	var test []string
	for _, o := range experiment.Defaults().Opponents {
		test = append(test, fmt.Sprintf(`{"opponent":%q,"opening_plies":%d,"games":100,"score":{"value":%v,"low":%v,"high":%v}}`, o.Agent, experiment.Defaults().Test.OpeningPlies[0], score, score-.1, score+.1))
	}
	l.write(name+"/"+run.ChampionFile, `{"evidence":{"test":[`+strings.Join(test, ",")+`]}}`)
}

// point is the line of a generation.
func point(generation int) string {
	text, _ := json.Marshal(run.Metrics{Generation: generation, Games: 10 * (generation + 1), Best: .5, Mean: .4, Weights: []float64{}})
	return string(text) + "\n"
}
