package web

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
)

// A sweep has a page with its cells, its best setting and its figures.
func TestSweeps(t *testing.T) {
	l := newLab(t)
	page := func(address string, status int, want ...string) {
		t.Helper()
		got, text := l.ask("GET", address, "", "Accept", "text/html")
		for _, w := range want {
			if got != status || !strings.Contains(text, w) {
				t.Errorf("%s: %d, and no %q in\n%.3000s", address, got, w, text)
			}
		}
	}
	page("/sweeps", 200, "There are no sweeps", `href="/new?kind=sweep"`)
	l = newLab(t) // a list of runs may be half a second old
	l.makeSweep("grid", 3)
	l.makeRun("alone")
	page("/sweeps", 200, `<a href="/sweeps/grid?game=tictactoe">grid</a>`, "18 of 18 cells finished", "ga.sigma=0.9")
	page("/sweeps/grid", 200, "18 of 18 cells finished", "mean test score", `<img src="/sweeps/grid/figures/importance.svg?runs=18"`, `alt="Sweep grid (tictactoe): importance`,
		"few runs: the importance is found from the best 2 of 18 runs", "Which settings matter", "PED-ANOVA", `<a href="/compare?group=setting&amp;run=`, `figures/contour.pdf?download=1&amp;runs=18`, "/runs.csv?")
	page("/sweeps/grid?by=validated&across=ga.population", 200, "mean validated fitness", "across=ga.population")
	page("/sweeps/grid?by=luck", 400, "by")
	page("/sweeps/grid?across=%3Cscript%3Ealert(1)", 400, "&lt;script&gt;")
	page("/sweeps/..%2fgrid", 404, "no run of a sweep")
	page("/sweeps/grid?game=chess", 404, "of this game")
	for _, c := range []struct {
		address, kind, begins string
		status                int
	}{
		{"/sweeps/grid/figures/importance.svg", "image/svg+xml", "<?xml", 200},
		{"/sweeps/grid/figures/slices.png?narrow=1", "image/png", "\x89PNG", 200},
		{"/sweeps/grid/figures/parallel.pdf?download=1", "application/pdf", "%PDF", 200},
		{"/sweeps/grid/figures/contour.svg?across=ga.population&up=ga.sigma", "image/svg+xml", "<?xml", 200},
		{"/sweeps/grid/figures/nothing.svg", "", `{"error":`, 404},
		{"/sweeps/grid/figures/slices.exe", "", `{"error":`, 404},
	} {
		if status, text := l.ask("GET", c.address, ""); status != c.status || !strings.HasPrefix(text, c.begins) {
			t.Errorf("%s: %d %.60q", c.address, status, text)
		}
	}
}

// A sweep is started by a request, and the same request later runs only what is missing.
func TestSweepIsStarted(t *testing.T) {
	l := newLab(t)
	const asked = `{"config":"tictactoe","overrides":["generations=1","opponents=[{agent: random, share: 1}]","ga.population=6","ga.elites=1","fitness.pairs=2","validation.games=2","validation.candidates=1","validation.candidate_games=2","test.games=2","sweep.grid=[\"ga.sigma=.2|.4\"]","sweep.seeds=1"],"workers":1}`
	for range 2 {
		status, text := l.ask("POST", "/api/sweeps", asked)
		var made startedAnswer
		if err := json.Unmarshal([]byte(text), &made); err != nil || status != 201 || made.Address != "/sweeps/tictactoe" {
			t.Fatalf("%d %s", status, text)
		}
		l.jobs.wait()
		l.runIndex.forget()
		if status, text := l.ask("GET", "/api/sweeps/tictactoe", ""); status != 200 || !strings.Contains(text, `"cells":2,"planned":2,"runs":2`) {
			t.Fatalf("%d %s", status, text)
		}
	}
	if status, text := l.ask("POST", "/api/sweeps/tictactoe/stop", `{}`); status != 409 {
		t.Errorf("a sweep that has ended is stopped: %d %s", status, text)
	}
}

// The page of a cell says what it is part of; stopping it stops the sweep.
func TestCellOfASweepAtWork(t *testing.T) {
	l := newLab(t)
	status, text := l.ask("POST", "/api/sweeps", `{"config":"tictactoe","overrides":["generations=20000","ga.population=6","ga.elites=1","sweep.seeds=2"],"workers":1}`)
	if status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	var cell string
	for end := time.Now().Add(time.Minute); cell == "" && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if names, err := run.Names(l.options.Runs); err == nil && len(names) > 0 && l.jobs.sweepOf(names[0]) != "" {
			cell = names[0]
		}
	}
	_, text = l.ask("GET", "/runs/"+cell, "", "Accept", "text/html")
	for _, want := range []string{`a cell of <a href="/sweeps/tictactoe?game=tictactoe">the sweep tictactoe</a>`, `<span id="whole"> This server works on the sweep`, `<button id="stop" disabled data-waits>Stop the sweep</button>`, `id="elsewhere" hidden`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%.3000s", want, text)
		}
	}
	if status, text := l.ask("POST", "/api/runs/"+cell+"/stop", `{}`); status != 200 && status != 202 {
		t.Fatalf("%d %s", status, text)
	}
	l.jobs.wait()
	if names, err := run.Names(l.options.Runs); err != nil || len(names) != 1 {
		t.Errorf("another cell has begun: %v, %v", names, err)
	}
	if _, text = l.ask("GET", "/runs/"+cell, "", "Accept", "text/html"); !strings.Contains(text, "the sweep tictactoe</a>") || !strings.Contains(text, `<span id="whole" hidden>`) || !strings.Contains(text, `<button id="stop" hidden disabled data-waits>Stop</button>`) {
		t.Errorf("%.3000s", text)
	}
}

// A sweep of other cells whose file has the same name has a page of its own, and a cell that
// another command has run is on it.
func TestSweepsOfOneName(t *testing.T) {
	l := newLab(t)
	begin := func(address, overrides, want string) {
		t.Helper()
		const small = `"generations=1","opponents=[{agent: random, share: 1}]","ga.population=6","ga.elites=1","fitness.pairs=2","validation.games=2","validation.candidates=1","validation.candidate_games=2","test.games=2"`
		if status, text := l.ask("POST", address, `{"config":"tictactoe","overrides":[`+small+`,`+overrides+`],"workers":1}`); status != 201 || !strings.Contains(text, want) {
			t.Fatalf("%d %s", status, text)
		}
		l.jobs.wait()
		l.runIndex.forget()
	}
	begin("/api/runs", `"ga.sigma=.2"`, "/runs/")
	begin("/api/sweeps", `"sweep.seeds=1","sweep.grid=[\"ga.sigma=.2|.4\"]"`, `"/sweeps/tictactoe"`)
	begin("/api/sweeps", `"sweep.seeds=1","sweep.grid=[\"ga.tournament=2|4\"]","ga.sigma=.8"`, `"/sweeps/tictactoe-2"`)
	if _, text := l.ask("GET", "/sweeps/tictactoe", "", "Accept", "text/html"); strings.Contains(text, "PED-ANOVA") || !strings.Contains(text, "Results by setting") {
		t.Error("the importance of a single setting is explained")
	}
	for name, want := range map[string]string{"tictactoe": "2 of 2 cells finished, 1 run started by other commands", "tictactoe-2": "2 of 2 cells finished."} {
		if status, text := l.ask("GET", "/sweeps/"+name, "", "Accept", "text/html"); status != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: %d, and no %q in\n%.2000s", name, status, want, text)
		}
	}
}

// A tournament lies where evolve tournament writes it, and its folder is no run.
func TestTournamentIsStarted(t *testing.T) {
	l := newLab(t)
	status, text := l.ask("POST", "/api/tournaments", `{"config":"tournament","overrides":["name=cup","game=tictactoe","variant=","games=4","openings.plies=2","limits.move=0","final_games=0","openings.balanced.games=0","agents=[{\"agent\":\"random\"},{\"agent\":\"greedy\"},{\"agent\":\"hand\"}]"],"workers":1}`)
	var made startedAnswer
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	l.jobs.wait()
	for address, want := range map[string][]string{
		"/tournaments": {`<a href="/tournaments/` + made.Name + `">`, "tictactoe", "round-robin", "finished"},
		"/tournaments/" + made.Name: {"12 games in whole pairs", "Winner: ", "figures/ratings.svg?games=12", `href="/games/project/tournaments/` + made.Name + `/games.jsonl?against=`,
			"All its games"},
		"/games/project/tournaments/" + made.Name + "/games.jsonl?player=random&against=greedy":        {"4 games"},
		"/games/project/tournaments/" + made.Name + "/games.jsonl?player=random&against=greedy&game=1": {"data-"},
	} {
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		for _, w := range want {
			if status != 200 || !strings.Contains(text, w) {
				t.Errorf("%s: %d, and no %q in\n%.3000s", address, status, w, text)
			}
		}
	}
	if status, text := l.ask("GET", "/tournaments/"+made.Name+"/figures/ratings.svg", ""); status != 200 || !strings.Contains(text, "Ratings in cup") {
		t.Errorf("%d %.300s", status, text)
	}
	for _, address := range []string{"/games/project/../../etc/passwd", "/games/project/tournaments/..%2f..%2fx.jsonl", "/tournaments/..%2ftournaments", "/games/project/none.jsonl"} {
		if status, text := l.ask("GET", address, ""); status == 200 {
			t.Errorf("%s: %d %.100s", address, status, text)
		}
	}
}

// The folder of a tournament is no run, wherever it lies and however young it is.
func TestTournamentIsNoRun(t *testing.T) {
	l := newLab(t)
	l.write("2026-01-01-000000-cup/config.yaml", "# The resolved config of this tournament.\n# overrides: []\nname: cup\ngame: tictactoe\nagents: [{agent: random}, {agent: greedy}]\n")
	l.makeRun("2026-01-01-000001-run")
	if run.IsRun(filepath.Join(l.options.Runs, "2026-01-01-000000-cup")) {
		t.Error("a tournament is a run")
	}
	if _, text := l.ask("GET", "/api/runs", ""); !strings.Contains(text, `"total":1`) {
		t.Errorf("the runs: %s", text)
	}
	if status, text := l.ask("GET", "/tournaments", "", "Accept", "text/html"); status != 200 || !strings.Contains(text, "interrupted, not over") {
		t.Errorf("%d %s", status, text)
	}
}

// A tournament whose own table is damaged says so, with what its games say.
func TestTournamentWithADamagedTable(t *testing.T) {
	l := newLab(t)
	l.write("2026-01-01-000000-cup/config.yaml", "# The resolved config of this tournament.\n# overrides: []\nname: cup\ngame: tictactoe\nagents: [{agent: random}, {agent: greedy}]\n")
	l.write("2026-01-01-000000-cup/table.json", `{"broken`)
	status, text := l.ask("GET", "/tournaments/2026-01-01-000000-cup", "", "Accept", "text/html")
	for _, want := range []string{"Its own table cannot be read", "tictactoe, round-robin"} {
		if status != 200 || !strings.Contains(text, want) {
			t.Errorf("%d without %q: %s", status, want, text)
		}
	}
}

// Others' configs start nothing that is not permitted.
func TestStartsAreRefused(t *testing.T) {
	l := newLab(t)
	for _, c := range []struct {
		address, body, want string
		status              int
	}{
		{"/api/sweeps", `{"config":"quick","overrides":["sweep.seeds=1"]}`, "sweep.grid", 422},
		{"/api/sweeps", `{"config":"sweep","overrides":["start=/etc/passwd"]}`, "outside", 422},
		{"/api/sweeps", `{"config":"sweep","overrides":["sweep.grid=[\"start=/etc/passwd|hand\"]"]}`, "outside", 422},
		{"/api/sweeps", `{"config":"sweep","overrides":["opponents=[{agent: \"exec:dir=.,cmd=id\", share: 1}]"]}`, "is a program", 422},
		{"/api/sweeps", `{"config":"../sweep"}`, "neither an embedded", 403},
		{"/api/sweeps", `{"config":"sweep","workers":-1}`, "workers -1", 400},
		{"/api/tournaments", `{"config":"quick"}`, "unknown key", 422},
		{"/api/tournaments", `{"config":"tournament","overrides":["agents=[{agent: \"exec:dir=.,cmd=id\"},{agent: random}]"]}`, "is a program", 422},
		{"/api/tournaments", `{"config":"tournament","overrides":["agents=[{agent: \"frozen:weights=/etc/passwd\"},{agent: random}]"]}`, "outside", 422},
		{"/api/tournaments", `{"config":"tournament","overrides":["openings.file=../x"]}`, "outside", 422},
		{"/api/tournaments", `{"config":"tournament","overrides":["game=chess"]}`, `"key":"game"`, 422},
		{"/api/tournaments/none/stop", `{}`, "does not work on", 409},
	} {
		if status, text := l.ask("POST", c.address, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s %.90s: %d %.300s, want %d with %q", c.address, c.body, status, text, c.status, c.want)
		}
	}
	if status, text := l.ask("POST", "/api/tournaments", `{"config":"tournament"}`, "Origin", "http://evil.example"); status != 403 {
		t.Errorf("from another origin: %d %s", status, text)
	}
}

// The form offers what can be chosen, and only configs of its kind.
func TestForms(t *testing.T) {
	l := newLab(t)
	for address, c := range map[string]struct{ has, lacks []string }{
		"/new":                         {[]string{"Start an experiment", `<option value="quick">`, `<option value="littlego" selected>`, `data-list="opponents"`, `<option value="usc-2023">`, `data-posts="/api/runs"`, `name="workers"`}, []string{`<option value="tournament">`, `<option value="sweep">`, `<option value="human">`, `<option value="exec">`}},
		"/new?kind=sweep":              {[]string{"Start a sweep", `data-list="sweep.grid"`, `value="ga.sigma=.2|.4|.8"`, `data-posts="/api/sweeps"`}, []string{`<option value="quick">`}},
		"/new?kind=tournament":         {[]string{"Start a tournament", `data-list="agents"`, `<option value="round-robin"`, `data-posts="/api/tournaments"`}, []string{`<option value="quick">`, "ga.sigma"}},
		"/new?config=sweep":            {[]string{"Start a sweep"}, nil},
		"/new?config=none":             {[]string{"there is no config", "checkers, checkers-net"}, []string{`id="start"`}},
		"/new?kind=sweep&config=quick": {[]string{"quick is the config of an experiment", `<button disabled data-waits>Start</button>`}, []string{`<button>Start`}},
	} {
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		for _, w := range c.has {
			if status != 200 || !strings.Contains(text, w) {
				t.Errorf("%s: %d, and no %q", address, status, w)
			}
		}
		for _, w := range c.lacks {
			if strings.Contains(text, w) {
				t.Errorf("%s has %q", address, w)
			}
		}
	}
}
