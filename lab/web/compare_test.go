package web

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/experiments/run"
	"evolab/stats"
)

// manyRuns makes runs of settings and seeds, and returns their names.
func (l *lab) manyRuns(settings, seeds int) (names []string) {
	l.t.Helper()
	for i := range settings {
		for seed := range seeds {
			name := fmt.Sprintf("2026-01-01-%06d-cell", i*seeds+seed)
			l.makeRun(name, fmt.Sprint("seed=", seed+1), fmt.Sprintf("ga.sigma=%.2f", .1+float64(i)/100))
			text := ""
			for g := range 8 - i%3 { // some end earlier
				value := .4 + .05*float64(g) + .002*float64(i) + .01*float64(seed)
				text += validatedPoint(g, value)
			}
			l.write(name+"/"+run.MetricsFile, text)
			names = append(names, name)
		}
	}
	return names
}

// validatedPoint is the line of a generation whose best was validated.
func validatedPoint(generation int, value float64) string {
	g, _ := agent.FindGame("tictactoe")
	m := run.Metrics{Generation: generation, Games: 100 * (generation + 1), Best: value, Mean: .4, Weights: make([]float64, len(g.Info().Features)),
		Validated: &stats.Estimate{Value: value, Low: value - .05, High: value + .05}}
	for i := range m.Weights {
		m.Weights[i] = math.Sin(float64(generation*(i+1)) + 1)
	}
	line, _ := json.Marshal(m)
	return string(line) + "\n"
}

// A hundred runs are compared in one page, by setting, by run and over each axis; the
// figure and its numbers have what the page shows.
func TestHundredCompared(t *testing.T) {
	l := newLab(t)
	names := l.manyRuns(25, 4)
	q := url.Values{"run": names}
	began := time.Now()
	status, text := l.ask("GET", "/compare?"+q.Encode(), "", "Accept", "text/html")
	t.Logf("100 runs compared: %v, %d kB, %s", time.Since(began).Round(time.Millisecond), len(text)>>10, memory())
	if status != 200 || !strings.Contains(text, "100 runs compared") || !strings.Contains(text, "ga.sigma=0.34") || !strings.Contains(text, `value="setting" selected`) {
		t.Errorf("%d %.3000s", status, text)
	}
	for group, curves := range map[string]int{"": 25, "run": 100, "seed": 4} {
		q := url.Values{"run": names, "group": {group}, "across": {"generations"}}
		status, text := l.ask("GET", "/compare/curves.csv?"+q.Encode(), "")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		seen := map[string]bool{}
		for _, row := range rows {
			seen[row[1]] = true
		}
		if status != 200 || err != nil || len(seen) != curves+1 {
			t.Errorf("grouped by %q: %d %v, %d curves, want %d", group, status, err, len(seen)-1, curves)
		}
	}
	for ending, kind := range figureKinds {
		r := url.Values{"run": names[:9], "across": {"generations"}, "download": {"1"}}
		if status, text := l.ask("GET", "/compare/curves"+ending+"?"+r.Encode(), ""); status != 200 || len(text) < 1000 {
			t.Errorf("%s (%s): %d, %d bytes", ending, kind, status, len(text))
		}
	}
	for address, want := range map[string]int{
		"/compare?run=" + names[0]: 400, "/compare?" + url.Values{"run": append(names, names[0])}.Encode(): 200,
		"/compare?across=time&run=" + names[0] + "&run=" + names[1]: 400, "/compare?group=nothing&run=" + names[0] + "&run=" + names[1]: 400,
		"/compare/curves.gif?run=" + names[0] + "&run=" + names[1]: 404, "/compare/other.svg?run=" + names[0] + "&run=" + names[1]: 404,
		"/compare?run=" + names[0] + "&run=..%2f..": 404,
	} {
		if status, text := l.ask("GET", address, ""); status != want {
			t.Errorf("%.80s: %d %.200s, want %d", address, status, text, want)
		}
	}
}

// finished runs an experiment to its end, and returns the run's name.
func (l *lab) finished(overrides ...string) string {
	l.t.Helper()
	body, _ := json.Marshal(runRequest{Config: "tictactoe", Overrides: append([]string{"generations=2", "ga.population=6", "ga.elites=1", "test.games=20"}, overrides...), Workers: 1})
	status, text := l.ask("POST", "/api/runs", string(body))
	var made runAnswer
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 201 {
		l.t.Fatalf("%d %s", status, text)
	}
	l.jobs.wait()
	return made.Run
}

// The games between champions are kept, and can be replayed.
func TestChampionsMeet(t *testing.T) {
	l := newLab(t)
	one, two := l.finished("seed=1"), l.finished("seed=2")
	status, text := l.ask("POST", "/api/compare", fmt.Sprintf(`{"runs":[%q,%q],"games":4}`, one, two))
	var met meeting
	if err := json.Unmarshal([]byte(text), &met); err != nil || status != 200 || len(met.Matches) != 1 {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := l.ask("GET", met.Matches[0].Address, "", "Accept", "text/html"); status != 200 || strings.Count(text, "?game=") != 4 || !strings.Contains(text, one+" (frozen:") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := l.ask("GET", "/games/"+met.File+"?game=4", "", "Accept", "text/html"); status != 200 || !strings.Contains(text, `id="replay"`) {
		t.Errorf("%d %s", status, text)
	}
}
