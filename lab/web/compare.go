package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"evolab/arena"
	"evolab/experiments/run"
	"evolab/internal/quantity"
	"evolab/plots"
	"evolab/stats"
)

// maxCompared is how many runs a page compares.
const maxCompared = 12

// comparePage compares runs.
type comparePage struct {
	Runs        []*run.Run
	Differences []run.Setting
	Groups      []run.Group // settings with several tested seeds
	Curves      plots.OverlayData
	Each        plots.OverlayData // the curves of the runs, where the others are of settings
	Query       template.URL      // of the address: which runs
	SameGame    bool
}

// showCompare compares the runs of the address.
func (s *Server) showCompare(w http.ResponseWriter, r *http.Request) error {
	names := r.URL.Query()["run"]
	runs, err := s.readCompared(names)
	if err != nil {
		return err
	}
	p := &comparePage{Runs: runs, Differences: run.Differing(runs), SameGame: len(run.ByGame(runs)) == 1, Query: template.URL(url.Values{"run": names}.Encode())}
	if p.SameGame {
		p.Curves, p.Groups = run.Curves(runs), run.Groups(runs)
	}
	if len(p.Curves.Curves) > 0 && p.Curves.Noun != "run" {
		p.Each = run.RunCurves(runs)
	}
	return s.pages.render(w, "compare", http.StatusOK, p)
}

// Working reports whether any of the runs is at work.
func (p *comparePage) Working() bool {
	return slices.ContainsFunc(p.Runs, func(r *run.Run) bool { return r.State.Status == run.IsRunning })
}

// Points are how many generations there are in all.
func (p *comparePage) Points() (n int) {
	for _, r := range p.Runs {
		n += len(r.Metrics)
	}
	return n
}

// Data are the curves for the page's script.
func (p *comparePage) Data() (string, error) {
	text, err := json.Marshal(map[string]any{"across": p.Across(), "curves": curvesOf(p.Curves), "each": curvesOf(p.Each)})
	return string(text), err
}

// curve is a curve as scripts read it.
type curve struct {
	Name  string    `json:"name"`
	X     []float64 `json:"x"`
	Value []float64 `json:"value"`
	Low   []float64 `json:"low"`
	High  []float64 `json:"high"`
}

func curvesOf(data plots.OverlayData) []curve {
	list := []curve{}
	for _, c := range data.Ranked() {
		one := curve{Name: c.Name, X: c.At}
		for _, e := range c.Fitness {
			one.Value, one.Low, one.High = append(one.Value, e.Value), append(one.Low, e.Low), append(one.High, e.High)
		}
		list = append(list, one)
	}
	return list
}

// Across names the x axis of the curves.
func (p *comparePage) Across() string { return cmp.Or(p.Curves.Across, "training games") }

// curveEnd is where a curve ends.
type curveEnd struct {
	Name    string
	At      string
	Fitness stats.Estimate
}

// Ends are the ends of the curves.
func (p *comparePage) Ends() (list []curveEnd) {
	for _, c := range p.Curves.Curves {
		last := len(c.At) - 1
		list = append(list, curveEnd{c.Name, plots.CountText(c.At[last]), c.Fitness[last]})
	}
	return list
}

// readCompared reads the runs to compare.
func (s *Server) readCompared(names []string) ([]*run.Run, error) {
	if len(names) < 2 || len(names) > maxCompared {
		return nil, refuse(http.StatusBadRequest, "%s to compare (expected: 2..%d; tick them in the list of runs)", quantity.Of(len(names), "run"), maxCompared)
	}
	var runs []*run.Run
	for _, name := range names {
		read, err := s.read(name)
		if err != nil {
			return nil, err
		}
		runs = append(runs, read)
	}
	return runs, nil
}

// sendOverlay draws the curves of runs in one figure.
func (s *Server) sendOverlay(w http.ResponseWriter, r *http.Request) error {
	runs, err := s.readCompared(r.URL.Query()["run"])
	if err != nil {
		return err
	}
	figure, err := run.Overlay(runs)
	if err != nil {
		return refuse(http.StatusConflict, "none of the runs has validated a generation")
	}
	svg, err := plots.SVG(figure)
	if err != nil {
		return err
	}
	showFigure(w, figureKinds[".svg"], svg)
	return nil
}

// compareRequest asks for games between champions.
type compareRequest struct {
	Runs  []string `json:"runs"`
	Games int      `json:"games"`
}

// playCompared plays the champions of runs against each other.
func (s *Server) playCompared(w http.ResponseWriter, r *http.Request) error {
	var q compareRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if q.Games < 2 || q.Games > 1000 || q.Games%2 != 0 {
		return refuse(http.StatusBadRequest, "%s (expected: an even number, 2..1000)", quantity.Of(q.Games, "game"))
	}
	runs, err := s.readCompared(q.Runs)
	if err != nil {
		return err
	}
	if !s.engines.take() {
		return errBusy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 5*time.Minute)
	defer stop()
	met, err := run.RoundRobin{Games: q.Games, Seed: 1, Pool: arena.Cores{Workers: 1}}.Play(ctx, runs)
	switch {
	case errors.Is(err, run.ErrNotComparable):
		return refuse(http.StatusConflict, "%s", plain(err))
	case err != nil:
		return err
	}
	return writeJSON(w, http.StatusOK, met)
}

// streamCompared sends an event when one of several runs has a new generation
// or another state; the page then reloads what it shows.
func (s *Server) streamCompared(w http.ResponseWriter, r *http.Request) error {
	names := r.URL.Query()["run"]
	if len(names) == 0 || len(names) > maxCompared {
		return refuse(http.StatusBadRequest, "%s to follow (expected: 1..%d)", quantity.Of(len(names), "run"), maxCompared)
	}
	v := &runsFollower{server: s}
	for _, name := range names {
		folder, err := s.run(name)
		if err != nil {
			return err
		}
		v.runs = append(v.runs, filepath.Base(folder))
	}
	return s.stream(w, r, v)
}

// runsFollower notices when anything happens to one of some runs.
type runsFollower struct {
	server *Server
	runs   []string
	states []string
	asked  time.Time
	before string
}

// look sends an event if something has happened since the last look.
func (g *runsFollower) look(to *stream) error {
	if time.Since(g.asked) >= 2*time.Second {
		g.asked, g.states = time.Now(), nil
		for _, name := range g.runs {
			g.states = append(g.states, g.server.stateOf(name).Status)
		}
	}
	now := ""
	for i, name := range g.runs {
		size := int64(0)
		if info, err := g.server.runs.Stat(path.Join(name, run.MetricsFile)); err == nil {
			size = info.Size()
		}
		now += strconv.FormatInt(size, 36) + g.states[i] + "-"
	}
	if now != g.before {
		g.before = now
		if err := to.sendEvent("grown", now, len(g.runs)); err != nil {
			return err
		}
	}
	return to.alive()
}
