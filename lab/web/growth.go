package web

import (
	"net/http"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"evolab/experiments/run"
)

// streamCompared sends an event when one of several runs has a new generation
// or another state; the page then reloads what it shows.
func (s *Server) streamCompared(w http.ResponseWriter, r *http.Request) error {
	names := r.URL.Query()["run"]
	if len(names) == 0 || len(names) > mostCompared {
		return refuse(http.StatusBadRequest, "%d runs to follow (expected: 1..%d)", len(names), mostCompared)
	}
	v := &growth{server: s}
	for _, name := range names {
		folder, err := s.run(name)
		if err != nil {
			return err
		}
		v.runs = append(v.runs, filepath.Base(folder))
	}
	return s.stream(w, r, v)
}

// growth notices when anything happens to one of some runs.
type growth struct {
	server *Server
	runs   []string
	states []string
	asked  time.Time
	before string
}

// look sends an event if something has happened since the last look.
func (g *growth) look(to *stream) error {
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
		if err := to.tell("grown", now, len(g.runs)); err != nil {
			return err
		}
	}
	return to.alive()
}
