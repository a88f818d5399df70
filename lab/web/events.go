package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"path"
	"path/filepath"
	"time"

	"evolab/experiments/run"
)

// state is how a run is doing.
type state struct {
	Status      string  `json:"status"`
	Problem     string  `json:"problem,omitempty"`
	Generation  int     `json:"generation"`
	Generations int     `json:"generations"`
	Seconds     float64 `json:"seconds"`
	Left        float64 `json:"left"` // seconds
	Rate        float64 `json:"rate"` // games per second
	Workers     int     `json:"workers"`
	// Players are the games of each worker of a cluster in the last generation.
	Players   map[string]int `json:"players,omitempty"`
	Notes     []string       `json:"notes,omitempty"`
	Stoppable bool           `json:"stoppable"` // by this server
}

// watched is a run that a browser follows.
type watched struct {
	server      *Server
	run         string
	generations int
	lines       tail // of its metrics
	timing      tail
	matches     tail
	last        run.Timing
	state       []byte
	asked       time.Time // when the state was last looked at
}

// streamRun sends what happens in a run: its generations so far, and each new one.
func (s *Server) streamRun(w http.ResponseWriter, r *http.Request) error {
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	c, err := run.ReadEnds(folder)
	if err != nil && c.Config == nil {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	name := filepath.Base(folder)
	of := func(file string) tail { return tail{root: s.runs, path: path.Join(name, file)} }
	v := &watched{server: s, run: name, lines: of(run.MetricsFile), timing: of(run.TimingFile), matches: of(run.MatchesFile), last: run.Timing{Generation: -1}}
	if c.Config != nil {
		v.generations = c.Config.Generations
	}
	v.lines.resume(cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")))
	return s.stream(w, r, v)
}

// look sends what is new.
func (v *watched) look(to *stream) error {
	lines, again, err := v.lines.next()
	if err != nil {
		return err
	}
	if again {
		v.matches = tail{root: v.matches.root, path: v.matches.path}
		if err := to.tell("again", "", v.run); err != nil {
			return err
		}
	}
	if len(lines) > 0 {
		if err := to.tell("points", v.lines.mark(), whole(lines)); err != nil {
			return err
		}
	}
	if len(lines) > 0 || time.Since(v.asked) >= 2*time.Second {
		if err := v.tellRest(to); err != nil {
			return err
		}
	}
	return to.alive()
}

// tellRest sends new matches, and the state if it has changed. It is asked with each
// new line, and else every two seconds.
func (v *watched) tellRest(to *stream) error {
	v.asked = time.Now()
	if lines, _, err := v.matches.next(); err == nil && len(lines) > 0 {
		if err := to.tell("matches", "", whole(lines)); err != nil {
			return err
		}
	}
	return v.tellState(to)
}

// whole are the lines that are valid JSON.
func whole(lines [][]byte) []json.RawMessage {
	list := make([]json.RawMessage, 0, len(lines))
	for _, line := range lines {
		if line = bytes.TrimSpace(line); json.Valid(line) {
			list = append(list, line)
		}
	}
	return list
}

// tellState sends the state of the run if it has changed.
func (v *watched) tellState(to *stream) error {
	lines, _, err := v.timing.next()
	if err == nil && len(lines) > 0 {
		_ = json.Unmarshal(lines[len(lines)-1], &v.last) // a damaged line leaves the one before
	}
	s := state{Generation: v.last.Generation, Generations: v.generations, Seconds: v.last.Seconds, Rate: v.last.GamesPerSecond, Workers: v.last.Workers, Players: v.last.Players}
	is := v.server.stateOf(v.run)
	s.Status, s.Problem = is.Status, is.Failure
	if done := v.last.Generation + 1; done > 0 && v.last.Seconds > 0 && s.Status == run.IsRunning {
		s.Left = v.last.Seconds / float64(done) * float64(max(0, v.generations+1-done))
	}
	s.Notes, s.Stoppable = v.server.jobs.about(v.run)
	text, err := json.Marshal(s)
	if err != nil || bytes.Equal(text, v.state) {
		return err
	}
	v.state = text
	return to.tell("state", "", json.RawMessage(text))
}
