package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"evolab/arena"
	"evolab/experiments/notebook"
	"evolab/plots"
)

// mostCompared is how many runs a page compares.
const mostCompared = 12

// comparePage compares runs.
type comparePage struct {
	Runs        []*notebook.Report
	Differences []notebook.Setting
	Curves      string // address of the figure, "" without one
	About       string // what it shows, in words
	SameGame    bool
}

// showCompare compares the runs of the address.
func (s *Server) showCompare(w http.ResponseWriter, r *http.Request) error {
	runs, err := s.compared(r.URL.Query()["run"])
	if err != nil {
		return err
	}
	p := &comparePage{Runs: runs, Differences: notebook.Differing(runs), SameGame: len(notebook.ByGame(runs)) == 1}
	if figure, err := notebook.Overlay(runs); err == nil {
		p.Curves, p.About = "/compare/curves.svg?"+url.Values{"run": r.URL.Query()["run"]}.Encode(), figure.Title()+". "+figure.About()
	}
	return s.pages.render(w, "compare", http.StatusOK, p)
}

// compared reads the runs that are compared.
func (s *Server) compared(names []string) ([]*notebook.Report, error) {
	if len(names) < 2 || len(names) > mostCompared {
		return nil, refuse(http.StatusBadRequest, "%d runs to compare (expected: 2..%d; tick them in the list of runs)", len(names), mostCompared)
	}
	var runs []*notebook.Report
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
	runs, err := s.compared(r.URL.Query()["run"])
	if err != nil {
		return err
	}
	figure, err := notebook.Overlay(runs)
	if err != nil {
		return refuse(http.StatusConflict, "%s", plain(err))
	}
	svg, err := plots.SVG(figure)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", figureKinds[".svg"])
	_, _ = w.Write(svg)
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
		return refuse(http.StatusBadRequest, "%d games (expected: an even number, 2..1000)", q.Games)
	}
	runs, err := s.compared(q.Runs)
	if err != nil {
		return err
	}
	if !s.engines.take() {
		return busy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 5*time.Minute)
	defer stop()
	met, err := notebook.Meeting{Games: q.Games, Seed: 1, Pool: arena.Cores{Workers: 1}}.Play(ctx, runs)
	switch {
	case errors.Is(err, notebook.ErrNotComparable):
		return refuse(http.StatusConflict, "%s", plain(err))
	case err != nil:
		return err
	}
	return writeJSON(w, http.StatusOK, met)
}
