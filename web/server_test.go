package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/experiments/record"
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

// came lists those marks.
func (l *lab) came() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.marks)
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
	s, err := New(ctx, Options{Runs: filepath.Join(project, "runs"), Project: project, Token: token, Names: []string{"localhost", "127.0.0.1"}})
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
	folder := filepath.Join(l.options.Runs, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := record.WriteConfig(folder, c, nil); err != nil {
		l.t.Fatal(err)
	}
	l.write(name+"/metrics.jsonl", point(0))
}

// point is the line of a generation.
func point(generation int) string {
	text, _ := json.Marshal(record.Metrics{Generation: generation, Games: 10 * (generation + 1), Best: .5, Mean: .4, Weights: []float64{}})
	return string(text) + "\n"
}

const drawnGame = `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["1,1","0,0","0,2","2,0","1,0","1,2","0,1","2,1","2,2"],"winner":"draw","reason":"normal","plies":9,"schema":1,"game_name":"tictactoe","agents":["random","perfect"]}`

func TestPages(t *testing.T) {
	l := newLab(t)
	l.makeRun("2026-01-01-000000-one")
	l.makeRun("2026-01-01-000001-two", "seed=2")
	l.write("match.jsonl", drawnGame+"\n")
	for address, want := range map[string]string{
		"/":                                   "2026-01-01-000001-two",
		"/?name=one&sort=validated&reverse=1": "2026-01-01-000000-one",
		"/?where=seed%3D2":                    "2026-01-01-000001-two",
		"/?name=nothing":                      "No run fits",
		"/runs/2026-01-01-000000-one":         "What differs from the default config",
		"/runs/2026-01-01-000000-one/metrics.csv":                      "run,generation",
		"/compare?run=2026-01-01-000000-one&run=2026-01-01-000001-two": "Where their settings differ",
		"/compare?run=2026-01-01-000001-two&run=2026-01-01-000000-one": `data-query="run=2026-01-01-000001-two&amp;run=`,
		"/games":                    "match.jsonl",
		"/games/match.jsonl":        "draw",
		"/games/match.jsonl?game=1": "o 0,0",
		"/play?game=halma":          "New game",
		"/tournaments":              "no tournaments",
		"/new":                      "generations",
		"/new?config=../x.yaml":     "neither an embedded one",
		"/assets/board.js":          "export { boardTable",
		"/assets/uplot/LICENSE":     "Leon Sorokin",
	} {
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		if status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d, and no %q in\n%s", address, status, want, text)
		}
	}
}

// What requests ask for has bounds, and bad ones are told why.
func TestRefused(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	for _, c := range []struct {
		address, body, want string
		status              int
	}{
		{"/api/play", `{"game":"chess"}`, "no game", 422},
		{"/api/play", `{"game":"tictactoe","against":"exec:dir=.,cmd=id","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"frozen:weights=/etc/passwd","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"./my_player.py","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"random","strength":"easy","moves":["0,0","0,0"]}`, "ply 2", 422},
		{"/api/play", `{"game":"tictactoe","against":"random","strength":"easy","typed":"9,9"}`, "off the board", 422},
		{"/api/play", `{"games":"tictactoe"}`, "unknown field", 400},
		{"/api/play", `{"game":"` + strings.Repeat("x", 2<<20) + `"}`, "larger than", 413},
		{"/api/analyze", `{"game":"tictactoe","position":"start","seconds":1000}`, "seconds 1000", 400},
		{"/api/judge", `{"file":"../x.jsonl","game":1}`, "no file", 404},
		{"/api/compare", `{"runs":["run"],"games":3}`, "even number", 400},
		{"/api/runs", `{"config":"../quick.yaml"}`, "neither an embedded", 403},
		{"/api/runs", `{"config":"/etc/passwd"}`, "neither an embedded", 403},
		{"/api/runs", `{"config":"quick","overrides":["start=/etc/passwd"]}`, `"key":"start"`, 422},
		{"/api/runs", `{"config":"quick","overrides":["tracking.mlflow=http://127.0.0.1:1"]}`, "are sent nowhere", 422},
		{"/api/runs", `{"config":"quick","overrides":["opponents=[{agent: \"exec:dir=.,cmd=id\", share: 1}]"]}`, "is a program", 422},
		{"/api/runs", `{"config":"quick","overrides":["opponents=[{agent: \"frozen:weights=../w.json\", share: 1}]"]}`, "outside", 422},
		{"/api/runs", `{"config":"quick","overrides":["accuracy.report=/etc/passwd"]}`, `"key":"accuracy.report"`, 422},
		{"/api/runs", `{"config":"quick","overrides":["generations=0"]}`, `"key":"generations"`, 422},
		{"/api/runs", `{"config":"quick","workers":-1}`, "workers -1", 400},
		{"/api/runs/run/stop", `{}`, "does not work on", 409},
		{"/api/runs/nothing/resume", `{}`, "nothing", 404},
	} {
		if status, text := l.ask("POST", c.address, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s %.80s: %d %.200s, want %d with %q", c.address, c.body, status, text, c.status, c.want)
		}
	}
	if status, _ := l.ask("POST", "/api/play", `{}`, "Content-Type", "text/plain"); status != 415 {
		t.Errorf("a form's text is taken: %d", status)
	}
}
