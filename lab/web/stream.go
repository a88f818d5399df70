package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"evolab/experiments/run"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/internal/wording"
)

// stream is an open connection over which a browser is sent events.
type stream struct {
	w        http.ResponseWriter
	send     *http.ResponseController
	lastSent time.Time // the last time that anything was sent
}

// follower checks what a page follows, and sends it the news.
type follower interface {
	look(to *stream) error
}

// stream lets a page follow something until the browser or the server goes away.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, f follower) error {
	to, err := s.openStream(w)
	if err != nil {
		return err
	}
	defer s.streams.free()
	beat := time.NewTicker(s.pace)
	defer beat.Stop()
	for {
		if err := f.look(to); err != nil {
			return nil // the browser has gone, and comes back by itself
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-s.jobs.ctx.Done():
			return nil
		case <-beat.C:
		}
	}
}

// openStream begins to send events; the caller has to free its stream.
func (s *Server) openStream(w http.ResponseWriter) (*stream, error) {
	if !s.streams.take() {
		w.Header().Set("Retry-After", "10")
		return nil, refuse(http.StatusServiceUnavailable, "%s follow runs already", quantity.Of(maxStreams, "page"))
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	to := &stream{w: w, send: http.NewResponseController(w)}
	_ = to.write("retry: 1000\n\n") // what follows fails too if the browser has gone
	return to, nil
}

// sendEvent sends an event; with an empty id the browser keeps its place in the
// stream.
func (s *stream) sendEvent(kind, id string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	message := "event: " + kind + "\n"
	if id != "" {
		message += "id: " + id + "\n"
	}
	return s.write(message + "data: " + untrusted.Text(string(text)) + "\n\n")
}

// write fails if a browser does not read.
func (s *stream) write(text string) error {
	_ = s.send.SetWriteDeadline(time.Now().Add(20 * time.Second)) // not every writer of a test has one
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	s.lastSent = time.Now()
	return s.send.Flush()
}

// alive checks now and then whether the browser is still there.
func (s *stream) alive() error {
	if time.Since(s.lastSent) < 15*time.Second {
		return nil
	}
	return s.write(": still here\n\n")
}

// tail reads the whole lines of a growing file, as they come.
type tail struct {
	root *os.Root
	path string
	at   int64  // the end of the last line read
	sum  uint32 // checksum of that line
}

// mark names a place in the file for a reader who reconnects.
func (t *tail) mark() string { return fmt.Sprintf("%d-%08x", t.at, t.sum) }

// resume begins after a mark, if the file still has the line that ended there.
func (t *tail) resume(mark string) {
	var at int64
	var sum uint32
	if n, err := fmt.Sscanf(mark, "%d-%x", &at, &sum); n != 2 || err != nil || at <= 0 {
		return
	}
	f, err := t.root.Open(t.path)
	if err != nil {
		return
	}
	defer f.Close()
	const longest = 1 << 20
	block := make([]byte, min(at, longest))
	if _, err := f.ReadAt(block, at-int64(len(block))); err != nil || block[len(block)-1] != '\n' {
		return
	}
	body := block[:len(block)-1]
	if last := body[bytes.LastIndexByte(body, '\n')+1:]; crc32.ChecksumIEEE(last) == sum {
		t.at, t.sum = at, sum
	}
}

// next returns the lines since the last call. If the file has become shorter, as a
// resumed run makes it, again is set and the lines are those from its beginning.
func (t *tail) next() (lines [][]byte, again bool, err error) {
	info, err := t.root.Stat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case info.Size() == t.at:
		return nil, false, nil
	case info.Size() < t.at:
		again, t.at, t.sum = true, 0, 0
	}
	data, err := t.read()
	end := bytes.LastIndexByte(data, '\n')
	if err != nil || end < 0 {
		return nil, again, err
	}
	lines = bytes.Split(data[:end], []byte("\n"))
	t.at += int64(end) + 1
	t.sum = crc32.ChecksumIEEE(lines[len(lines)-1])
	return lines, again, nil
}

func (t *tail) read() ([]byte, error) {
	f, err := t.root.Open(t.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 4 << 20 // at a time
	data, err := io.ReadAll(io.NewSectionReader(f, t.at, most))
	if err != nil {
		return nil, err
	}
	return data, nil
}

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
	Stoppable bool           `json:"stoppable"`       // by this server
	Sweep     string         `json:"sweep,omitempty"` // that is stopped with it
}

// runFollower is a run that a browser follows.
type runFollower struct {
	server      *Server
	run         string
	generations int
	lines       tail // of its metrics
	timing      tail
	matches     tail
	last        run.Timing
	state       []byte
	asked       time.Time // when the state was last looked at
	worked      bool      // this server worked on it then
}

// streamRun sends what happens in a run: its generations so far, and each new one.
func (s *Server) streamRun(w http.ResponseWriter, r *http.Request) error {
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	c, err := run.ReadEnds(folder)
	if err != nil && c.Config == nil {
		return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	name := filepath.Base(folder)
	of := func(file string) tail { return tail{root: s.runs, path: path.Join(name, file)} }
	v := &runFollower{server: s, run: name, lines: of(run.MetricsFile), timing: of(run.TimingFile), matches: of(run.MatchesFile), last: run.Timing{Generation: -1}}
	if c.Config != nil {
		v.generations = c.Config.PlannedGenerations()
	}
	v.lines.resume(cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")))
	return s.stream(w, r, v)
}

func (v *runFollower) look(to *stream) error {
	lines, again, err := v.lines.next()
	if err != nil {
		return err
	}
	if again {
		v.matches = tail{root: v.matches.root, path: v.matches.path}
		if err := to.sendEvent("again", "", v.run); err != nil {
			return err
		}
	}
	if len(lines) > 0 {
		if err := to.sendEvent("points", v.lines.mark(), validLines(lines)); err != nil {
			return err
		}
	}
	if len(lines) > 0 || time.Since(v.asked) >= 2*time.Second {
		if err := v.sendRest(to); err != nil {
			return err
		}
	}
	return to.alive()
}

// sendRest sends new matches, and the state if it has changed. look calls it with
// each new line, and otherwise every two seconds.
func (v *runFollower) sendRest(to *stream) error {
	v.asked = time.Now()
	if lines, _, err := v.matches.next(); err == nil && len(lines) > 0 {
		if err := to.sendEvent("matches", "", validLines(lines)); err != nil {
			return err
		}
	}
	return v.sendState(to)
}

func validLines(lines [][]byte) []json.RawMessage {
	list := make([]json.RawMessage, 0, len(lines))
	for _, line := range lines {
		if line = bytes.TrimSpace(line); json.Valid(line) {
			list = append(list, line)
		}
	}
	return list
}

// sendState sends the state of the run if it has changed.
func (v *runFollower) sendState(to *stream) error {
	lines, _, err := v.timing.next()
	if err == nil && len(lines) > 0 {
		_ = json.Unmarshal(lines[len(lines)-1], &v.last) // a damaged line leaves the one before
	}
	s := state{Generation: v.last.Generation, Generations: v.generations, Seconds: v.last.Seconds, Rate: v.last.GamesPerSecond, Workers: v.last.Workers, Players: v.last.Players}
	is := v.server.stateOf(v.run)
	s.Notes, s.Stoppable = v.server.jobs.status(v.run)
	s.Sweep = v.server.jobs.sweepOf(v.run)
	if v.worked && !s.Stoppable { // what was seen a moment ago says that it is at work
		v.server.forgetState(v.run)
		is = v.server.stateOf(v.run)
	}
	v.worked = s.Stoppable
	s.Status, s.Problem = is.Status, is.Failure
	if _, err := v.server.runs.Stat(v.run); errors.Is(err, fs.ErrNotExist) {
		s.Status, s.Problem = "deleted", "Its folder is not there any more: this page shows what it had."
	}
	if done := v.last.Generation + 1; done > 0 && v.last.Seconds > 0 && v.generations > 0 && s.Status == run.IsRunning {
		s.Left = v.last.Seconds / float64(done) * float64(max(0, v.generations+1-done))
	}
	text, err := json.Marshal(s)
	if err != nil || bytes.Equal(text, v.state) {
		return err
	}
	v.state = text
	return to.sendEvent("state", "", json.RawMessage(text))
}

// listFollower notices when anything in the list of runs changes.
type listFollower struct {
	server  *Server
	ctx     context.Context
	asked   time.Time
	version int // that the page has seen
}

// streamList sends an event when a run comes, goes or changes; the page then asks for what
// it shows.
func (s *Server) streamList(w http.ResponseWriter, r *http.Request) error {
	version, _ := strconv.Atoi(r.URL.Query().Get("version")) // without one, the first look is news
	return s.stream(w, r, &listFollower{server: s, ctx: r.Context(), version: version})
}

// look sends an event if something has changed since the last look.
func (f *listFollower) look(to *stream) error {
	const pause = time.Second // looking at thousands of folders takes a while
	if time.Since(f.asked) >= pause {
		f.asked = time.Now()
		if _, version, err := f.server.list(f.ctx); err == nil && version != f.version {
			f.version = version
			if err := to.sendEvent("changed", "", version); err != nil {
				return err
			}
		}
	}
	return to.alive()
}
