package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	"evolab/internal/wording"
	"evolab/plots"
)

// maxCompared is how many runs a page compares.
const maxCompared = 100

// maxMeeting is how many champions play each other at once.
const maxMeeting = 12

// comparePage compares runs.
type comparePage struct {
	Runs        []*run.Run
	Differences []run.Setting
	Groups      []run.Group // settings with several tested seeds
	View        run.CurveView
	Curves      plots.OverlayData
	Each        plots.OverlayData // the curves of the runs, where the others are means
	SameGame    bool
	Drawn       bool // there is a figure
	Warnings    []string

	query url.Values
}

func (s *Server) showCompare(w http.ResponseWriter, r *http.Request) error {
	runs, view, err := s.readCompared(r.URL.Query())
	if err != nil {
		return err
	}
	p := &comparePage{Runs: runs, View: view, Differences: run.Differing(runs), SameGame: len(run.ByGame(runs)) == 1, Drawn: run.Validated(runs), Warnings: run.RepeatWarnings(runs), query: r.URL.Query()}
	if p.SameGame {
		p.Curves, p.Groups = run.Curves(runs, view), run.Groups(runs)
	}
	if len(p.Curves.Curves) > 0 && p.Curves.Noun != "run" {
		p.Each = run.Curves(runs, run.CurveView{Across: view.Across, Group: run.EachRun})
	}
	return s.pages.render(w, "compare", http.StatusOK, p)
}

func (p *comparePage) Figure() figure {
	return figure{Name: "curves", address: "/compare/curves", query: p.query}
}

// Query is the address's: which runs, and how they are drawn.
func (p *comparePage) Query() template.URL { return template.URL(p.query.Encode()) }

func (p *comparePage) Names() (list []string) {
	for _, r := range p.Runs {
		list = append(list, r.Name())
	}
	return list
}

// GroupChoices are what there can be a curve of, the chosen one among them.
func (p *comparePage) GroupChoices() (list []choice) {
	chosen := cmp.Or(p.View.Group, map[bool]string{true: run.EachRun, false: run.EachSetting}[p.Curves.Noun == "run"])
	add := func(name, title string) {
		list = append(list, choice{Name: name, Title: title, Chosen: name == chosen})
	}
	add(run.EachRun, "each run")
	add(run.EachSetting, "settings, over their seeds")
	for _, d := range p.Differences {
		add(d.Key, "values of "+d.Key)
	}
	if !slices.ContainsFunc(list, func(c choice) bool { return c.Chosen }) {
		add(chosen, "values of "+chosen)
	}
	return list
}

// AxisChoices are what the curves can be drawn over.
func (p *comparePage) AxisChoices() []choice {
	list := []choice{{Name: run.AcrossGames, Title: "training games"}, {Name: run.AcrossGenerations, Title: "generations"}, {Name: run.AcrossCPU, Title: "CPU time"}}
	for i, c := range list {
		list[i].Chosen = c.Name == p.View.Across || p.View.Across == "" && (c.Name == run.AcrossCPU) == (p.Curves.Across != "") && c.Name != run.AcrossGenerations
	}
	return list
}

// Bandless reports whether a curve is of too few runs for a band.
func (p *comparePage) Bandless() bool {
	return slices.ContainsFunc(p.Curves.Curves, func(c plots.OverlayCurve) bool { return !c.HasInterval() })
}

// Called is what a run is called: as people have named it, else as its folder.
func (p *comparePage) Called(r *run.Run) string { return cmp.Or(r.Labels.Name, r.Name()) }

// Meets reports whether a run's champion is among those that are ticked at first: the best
// few in their tests.
func (p *comparePage) Meets(r *run.Run) bool {
	const few = 4
	better := 0
	for _, other := range p.Runs {
		if a, b := other.TestScore(), r.TestScore(); b == nil || a != nil && *a > *b {
			better++
		}
	}
	return better < few
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

func (p *comparePage) Data() (string, error) {
	text, err := json.Marshal(map[string]any{"across": p.Across(), "curves": curvesOf(p.Curves), "each": curvesOf(p.Each)})
	return string(text), err
}

// curve is a curve as scripts read it.
type curve struct {
	Name  string    `json:"name"`
	X     []float64 `json:"x"`
	Value []float64 `json:"value"`
	Low   []float64 `json:"low"` // empty without an interval
	High  []float64 `json:"high"`
}

func curvesOf(data plots.OverlayData) []curve {
	list := []curve{}
	for _, c := range data.Ranked() {
		one := curve{Name: c.Label(), X: c.At, Low: []float64{}, High: []float64{}}
		for _, e := range c.Fitness {
			one.Value = append(one.Value, e.Value)
			if c.HasInterval() {
				one.Low, one.High = append(one.Low, e.Low), append(one.High, e.High)
			}
		}
		list = append(list, one)
	}
	return list
}

func (p *comparePage) Across() string { return cmp.Or(p.Curves.Across, "training games") }

// curveEnd is where a curve ends.
type curveEnd struct{ Name, At, Fitness string }

// Ends are the ends of the curves, the best first.
func (p *comparePage) Ends() (list []curveEnd) {
	for _, c := range p.Curves.Ranked() {
		list = append(list, curveEnd{c.Name, plots.CountText(c.At[len(c.At)-1]), c.End()})
	}
	return list
}

// readCompared reads the runs to compare, and how they are to be drawn.
func (s *Server) readCompared(q url.Values) ([]*run.Run, run.CurveView, error) {
	view := run.CurveView{Across: q.Get("across"), Group: q.Get("group")}
	if err := view.Validate(); err != nil {
		return nil, view, refuse(http.StatusBadRequest, "%s", wording.Of(err))
	}
	runs, err := s.readRuns(q["run"], maxCompared)
	return runs, view, err
}

// readRuns reads several runs, each once.
func (s *Server) readRuns(names []string, most int) ([]*run.Run, error) {
	var folders []string
	for _, name := range names {
		folder, err := s.run(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	if len(folders) < 2 || len(folders) > most {
		return nil, refuse(http.StatusBadRequest, "%s to compare (expected: 2..%d; tick them in the list of runs)", quantity.Of(len(folders), "run"), most)
	}
	runs, err := run.ReadAll(s.options.Games, folders, func() {})
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, "a run cannot be read: %s", wording.Of(err))
	}
	return runs, nil
}

// sendOverlay sends the curves of runs as a figure.
func (s *Server) sendOverlay(w http.ResponseWriter, r *http.Request) error {
	runs, view, err := s.readCompared(r.URL.Query())
	if err != nil {
		return err
	}
	return sendFigure(w, r, "compared", func(name string) (*plots.Figure, error) {
		switch {
		case name != "curves":
			return nil, nil
		case !run.Validated(runs):
			return nil, refuse(http.StatusConflict, "none of the runs has validated a generation")
		}
		return run.Overlay(runs, view)
	})
}

// compareRequest asks for games between champions.
type compareRequest struct {
	Runs  []string `json:"runs"`
	Games int      `json:"games"`
}

// comparedFolder holds the games between champions, below the folder of the runs.
const comparedFolder = "compared"

// meeting is the matches that were played, and where their games are.
type meeting struct {
	Matches []encounter `json:"matches"`
	File    string      `json:"file"`
}

// encounter is a match, with the address of its games.
type encounter struct {
	run.Encounter
	Address string `json:"address"`
}

// playCompared plays the champions of runs against each other, and keeps the games.
func (s *Server) playCompared(w http.ResponseWriter, r *http.Request) error {
	var q compareRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if q.Games < 2 || q.Games > 1000 || q.Games%2 != 0 {
		return refuse(http.StatusBadRequest, "%s (expected: an even number, 2..1000)", quantity.Of(q.Games, "game"))
	}
	if len(q.Runs) > maxMeeting {
		return refuse(http.StatusBadRequest, "%s (allowed: up to %d, since each plays all others)", quantity.Of(len(q.Runs), "champion"), maxMeeting)
	}
	runs, err := s.readRuns(q.Runs, maxMeeting)
	if err != nil {
		return err
	}
	if !s.matches.take() {
		return errBusy()
	}
	defer s.matches.free()
	ctx, stop := context.WithTimeout(r.Context(), 5*time.Minute)
	defer stop()
	var text []byte
	keep := func(lines []arena.Line) (err error) {
		for i := range lines {
			if text, err = lines[i].Append(text); err != nil {
				return err
			}
			text = append(text, '\n')
		}
		return nil
	}
	met, err := run.RoundRobin{Games: q.Games, Seed: 1, Pool: arena.Cores{Workers: 1}, Keep: keep}.Play(ctx, runs)
	switch {
	case errors.Is(err, run.ErrNotComparable):
		return refuse(http.StatusConflict, "%s", wording.Of(err))
	case errors.Is(err, context.DeadlineExceeded):
		return refuse(http.StatusConflict, "these matches take longer than 5 minutes: let fewer champions play, or fewer games (evolve compare --play plays as long as it takes)")
	case err != nil:
		return err
	}
	id := time.Now().Format(gameTime) + "-" + runs[0].Config.Game
	answer := meeting{File: path.Join(comparedFolder, id+".jsonl")}
	if err := s.writeNew(answer.File, text); err != nil {
		return err
	}
	for i, m := range met {
		answer.Matches = append(answer.Matches, encounter{m, fmt.Sprintf("/games/%s?from=%d", answer.File, i*q.Games)})
	}
	return writeJSON(w, http.StatusOK, answer)
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
