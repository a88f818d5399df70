package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
	"evolab/internal/goldentest"
)

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

// makeTournament plays a small tournament.
func (l *lab) makeTournament(name string) {
	l.t.Helper()
	c, err := tournament.Parse(agent.Games(), "small.yaml", []byte("{name: small, game: tictactoe, agents: [{agent: random}, {agent: greedy}, {agent: hand}], games: 4}"), nil)
	if err != nil {
		l.t.Fatal(err)
	}
	_, folder, err := tournament.Play(l.t.Context(), c, tournament.Options{Root: l.options.Tournaments, Workers: 1})
	if err == nil {
		err = os.Rename(folder, filepath.Join(filepath.Dir(folder), name))
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

// newReadLab is a lab with a sweep, a run, a grading and a tournament.
func newReadLab(t *testing.T) *lab {
	l := newLab(t)
	l.makeSweep("grid", 2)
	bridgetest.Run(t, l.options.Runs, "real")
	l.makeGrading("class")
	l.makeTournament("small")
	return l
}

// readingRow is a row of the table of what scripts read: a path, the address of an example,
// and a part of its answer.
var readingRow = regexp.MustCompile("(?m)^\\| `(/api/[^`]*)` \\| .* \\| `(/api/[^`]*)`: `({[^`]*})` \\|$")

// Answers equal golden files, of which serve.md shows a part.
func TestAnswersToScripts(t *testing.T) {
	l := newReadLab(t)
	page, err := os.ReadFile("../../docs/howto/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, row := range readingRow.FindAllStringSubmatch(string(page), -1) {
		path, address, part := row[1], row[2], row[3]
		shown[path] = true
		status, text := l.ask("GET", address, "")
		var answer, example any
		if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %.300s, %v", address, status, text, err)
		}
		if err := json.Unmarshal([]byte(part), &example); err != nil {
			t.Fatalf("%s: the example: %v", path, err)
		}
		if !holds(answer, example) {
			t.Errorf("%s: serve.md shows %s, which is no part of the answer", address, part)
		}
		golden, err := json.MarshalIndent(lasting("", answer), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		goldentest.Compare(t, "testdata/api/"+strings.ReplaceAll(strings.TrimPrefix(path, "/api/"), "/", "-")+".json", append(golden, '\n'))
	}
	for pattern := range l.routes() {
		path, ok := strings.CutPrefix(pattern, "GET /api/")
		parameter := regexp.MustCompile(`{(\w+)}`)
		if path = "/api/" + parameter.ReplaceAllStringFunc(path, func(name string) string { return strings.ToUpper(strings.Trim(name, "{}")) }); ok && !shown[path] {
			t.Errorf("serve.md has no example of %s", path)
		}
	}
}

// lasting is an answer without what differs between two tests, or with every new key of
// configs.
func lasting(key string, answer any) any {
	switch answer := answer.(type) {
	case map[string]any:
		for k, value := range answer {
			if key == "params" && !strings.HasPrefix(k, "ga.") {
				delete(answer, k)
				continue
			}
			answer[k] = lasting(k, value)
		}
	case []any:
		for i, value := range answer {
			answer[i] = lasting(key, value)
		}
	}
	if key == "started" || key == "setting" {
		return "..."
	}
	return answer
}

// holds reports whether a part is in an answer: the keys of objects with their values, and
// the elements of lists from their beginning.
func holds(answer, part any) bool {
	switch part := part.(type) {
	case map[string]any:
		all, ok := answer.(map[string]any)
		for key, value := range part {
			if ok = ok && holds(all[key], value); !ok {
				return false
			}
		}
		return ok
	case []any:
		all, ok := answer.([]any)
		if !ok || len(all) < len(part) {
			return false
		}
		for i := range part {
			if !holds(all[i], part[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(answer, part)
}

func TestQuestionsOfScripts(t *testing.T) {
	l := newReadLab(t)
	l.makeRun("young")
	l.write("young/games/test.jsonl", drawnGame+"\n")
	l.write("young/"+run.EnvironmentFile, `{"schema":1,"started":"2026-01-02T03:04:05Z","program":"p","host":"h"}`)
	for _, c := range []struct {
		address string
		status  int
		want    string
	}{
		{"/api/runs", 200, `"total":14`},
		{"/api/runs?" + url.Values{"filter": {"ga.sigma > .2 and seed == 1"}, "sort": {"test"}, "limit": {"1"}}.Encode(), 200, `"ga.sigma":"0.9"`},
		{"/api/runs?filter=ga.sgima%3E1", 400, "sgima"},
		{"/api/runs?limit=-1", 400, "limit"},
		{"/api/runs?sort=nothing", 400, "nothing"},
		{"/api/runs/young", 200, `"ga.sigma":`},
		{"/api/runs/..%2fyoung", 404, "no folder"},
		{"/api/runs/none", 404, "none"},
		{"/api/runs/young/metrics?key=none", 200, `"metrics":[]`},
		{"/api/runs/young/games?limit=1", 200, `"number":1`},
		{"/api/runs/young/games?limit=x", 400, "limit"},
		{"/api/sweeps/grid?by=luck", 400, "luck"},
		{"/api/sweeps/%3Cscript%3E", 404, "no run of a sweep"},
		{"/api/tournaments/..%2fx", 404, "no folder"},
	} {
		status, text := l.ask("GET", c.address, "")
		var answer struct{ Error string }
		if err := json.Unmarshal([]byte(text), &answer); err != nil || status != c.status || !strings.Contains(text, c.want) || (status != 200) != (answer.Error != "") {
			t.Errorf("%s: %d %.300s, %v; want %d with %q", c.address, status, text, err, c.status, c.want)
		}
	}
}
