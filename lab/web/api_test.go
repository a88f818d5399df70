package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

// description is the served OpenAPI file.
type description struct {
	Paths map[string]map[string]struct {
		Parameters []struct{ Name, In string }
		Responses  map[string]struct {
			Content map[string]struct {
				Schema struct {
					Ref string `json:"$ref"`
				}
			}
		}
	}
	compiler *jsonschema.Compiler
}

// readDescription asks the server for it.
func (l *lab) readDescription() *description {
	l.t.Helper()
	status, text := l.ask("GET", "/api/openapi.json", "")
	if status != http.StatusOK {
		l.t.Fatalf("%d %s", status, text)
	}
	d := &description{compiler: jsonschema.NewCompiler()}
	d.compiler.AssertFormat()
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = d.compiler.AddResource("openapi.json", whole)
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), d)
	}
	if err != nil {
		l.t.Fatal(err)
	}
	return d
}

// check compares an answer with what the description says of a path.
func (l *lab) check(d *description, path, address string, want int) string {
	l.t.Helper()
	status, text := l.ask("GET", address, "")
	code := "200"
	if want != http.StatusOK {
		code = "default"
	}
	ref := d.Paths[path]["get"].Responses[code].Content["application/json"].Schema.Ref
	schema, err := d.compiler.Compile("openapi.json" + ref)
	if err != nil {
		l.t.Fatalf("%s: %v", path, err)
	}
	answer, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = schema.Validate(answer)
	}
	if err != nil || status != want {
		l.t.Errorf("%s: %d %.300s\n%v", address, status, text, err)
	}
	return text
}

// makeSweep writes the runs of a sweep over two settings with some seeds.
func (l *lab) makeSweep(name string, seeds int) {
	l.t.Helper()
	for i, sigma := range []string{".1", ".3", ".9"} {
		for k, population := range []string{"20", "40"} {
			for seed := range seeds {
				score := .5 + .1*float64(i) + .01*float64(k) + .003*float64(seed)
				l.makeTested(strings.Join([]string{"2026-01-01-00000" + string(rune('0'+seed)), name, string(rune('a' + i)), string(rune('a' + k))}, "-"), name, 6*seeds, score,
					"ga.sigma="+sigma, "ga.population="+population, "ga.elites=2", "seed="+string(rune('1'+seed)), "name="+name)
			}
		}
	}
}

func TestAnswersAreAsDescribed(t *testing.T) {
	l := newLab(t)
	l.makeSweep("grid", 3)
	l.makeRun("young")
	bridgetest.Run(t, l.options.Runs, "real")
	l.write("young/games/test.jsonl", drawnGame+"\n")
	l.write("young/"+run.EnvironmentFile, `{"schema":1,"started":"2026-01-02T03:04:05Z","program":"p","host":"h"}`)
	l.makeGrading("class")
	c, err := tournament.Parse(agent.Games(), "small.yaml", []byte("{name: small, game: tictactoe, agents: [{agent: random}, {agent: greedy}, {agent: hand}], games: 4}"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, folder, err := tournament.Play(t.Context(), c, tournament.Options{Root: l.options.Tournaments, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	played := folder[strings.LastIndexByte(folder, '/')+1:]
	d := l.readDescription()
	seen := map[string]bool{}
	for _, c := range []struct {
		path, address string
		status        int
		want          string
	}{
		{"/api/runs", "/api/runs", 200, `"total":20`},
		{"/api/runs", "/api/runs?" + url.Values{"filter": {"ga.sigma>.2 and seed=1"}, "sort": {"test"}, "limit": {"1"}}.Encode(), 200, `"ga.sigma":"0.9"`},
		{"/api/runs", "/api/runs?filter=ga.sgima%3E1", 400, "sgima"},
		{"/api/runs", "/api/runs?limit=-1", 400, "limit"},
		{"/api/runs", "/api/runs?sort=nothing", 400, "nothing"},
		{"/api/runs/{run}", "/api/runs/young", 200, `"ga.sigma":`},
		{"/api/runs/{run}", "/api/runs/..%2fyoung", 404, "no folder"},
		{"/api/runs/{run}", "/api/runs/none", 404, "none"},
		{"/api/runs/{run}/metrics", "/api/runs/real/metrics", 200, `"step":0`},
		{"/api/runs/{run}/metrics", "/api/runs/young/metrics?key=none", 200, `"metrics":[]`},
		{"/api/runs/{run}/games", "/api/runs/young/games?limit=1", 200, `"number":1`},
		{"/api/runs/{run}/games", "/api/runs/young/games?limit=x", 400, "limit"},
		{"/api/sweeps", "/api/sweeps", 200, `"planned":18`},
		{"/api/sweeps/{sweep}", "/api/sweeps/grid", 200, `"param":"ga.sigma"`},
		{"/api/sweeps/{sweep}", "/api/sweeps/grid?by=luck", 400, "luck"},
		{"/api/sweeps/{sweep}", "/api/sweeps/%3Cscript%3E", 404, "no run of a sweep"},
		{"/api/tournaments", "/api/tournaments", 200, `"winner":`},
		{"/api/tournaments/{name}", "/api/tournaments/" + played, 200, `"lost_by"`},
		{"/api/tournaments/{name}", "/api/tournaments/..%2fx", 404, "no folder"},
	} {
		if text := l.check(d, c.path, c.address, c.status); !strings.Contains(text, c.want) {
			t.Errorf("%s: no %q in %.300s", c.address, c.want, text)
		}
		seen[c.path] = true
	}
	for path := range d.Paths {
		if !seen[path] {
			t.Errorf("%s is described, but never asked for", path)
		}
	}
	for pattern := range l.routes() {
		if path, ok := strings.CutPrefix(pattern, "GET /api/"); ok && path != "openapi.json" && d.Paths["/api/"+path] == nil {
			t.Errorf("%s is not described", pattern)
		}
	}
	if !bytes.Contains(openAPI, []byte(`"openapi": "3.1.0"`)) {
		t.Error("another version of OpenAPI")
	}
}
