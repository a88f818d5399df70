package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/course/rubric"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/experiments/train"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// load reads a config, embedded, of a run or below the project's folder, with overrides. It
// refuses what the config may not name before it opens any of it.
func (s *Server) load(name string, overrides []string) (*experiment.Config, error) {
	file, data, err := s.configText(name)
	if err != nil {
		return nil, err
	}
	c := &experiment.Config{Games: s.options.Games, Rubrics: s.rubrics()}
	if err := experiment.ParseInto(c, file, data, overrides, s.checked); err != nil {
		return nil, err
	}
	return c, nil
}

// checked refuses what is not permitted before anything that the config names is opened.
func (s *Server) checked(c *experiment.Config, report config.Report) {
	refused := false
	s.permitted(c, func(key, text, allowed string, details ...config.Detail) {
		refused = true
		report(key, text, allowed, details...)
	})
	if !refused {
		experiment.CheckNames(c, report)
	}
}

// ofRun begins the name of a config that is that of a run.
const ofRun = "run:"

// configText is the text of a config, with the name of its file.
func (s *Server) configText(name string) (file string, data []byte, err error) {
	if of, ok := strings.CutPrefix(name, ofRun); ok {
		folder, err := s.run(of)
		if err != nil {
			return "", nil, err
		}
		data, err := files.Read(filepath.Join(folder, run.ConfigFile), config.MaxBytes)
		if err != nil {
			return "", nil, refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
		}
		return name, data, nil
	}
	if data, err := experiments.Commented(name); err == nil {
		return name + ".yaml", data, nil
	}
	path := s.inProject(name)
	if path == "" && s.options.AllowExec {
		data, err := files.Read(name, config.MaxBytes)
		if err != nil {
			return "", nil, refuse(http.StatusNotFound, "%s", wording.Of(err))
		}
		return name, data, nil
	}
	if path == "" {
		return "", nil, refuse(http.StatusForbidden, "the config %q is neither an embedded one nor a file below the project's folder", name)
	}
	f, err := openRegular(s.project, path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, refuse(http.StatusNotFound, "there is no config %q (embedded: %s)", name, strings.Join(experiments.Names(), ", "))
	}
	if err != nil {
		return "", nil, refuse(http.StatusForbidden, "the config %q is no file that can be read, or leads out of the project's folder", name)
	}
	defer f.Close()
	if data, err = io.ReadAll(io.LimitReader(f, config.MaxBytes+1)); err != nil {
		return "", nil, err
	}
	return path, data, nil
}

// inProject is a path below the project's folder, "" for any other.
func (s *Server) inProject(name string) string {
	if filepath.IsAbs(name) {
		root, err := filepath.Abs(s.options.Project)
		if err != nil {
			return ""
		}
		if name, err = filepath.Rel(root, name); err != nil {
			return ""
		}
	}
	if name = filepath.Clean(name); name == "." || !filepath.IsLocal(name) {
		return ""
	}
	return name
}

// permitted refuses programs, and files that lie elsewhere, at their keys.
func (s *Server) permitted(c *experiment.Config, report config.Report) {
	if s.options.AllowExec {
		return
	}
	for _, u := range c.Uses() {
		s.checkUse(u, report)
	}
}

// checkUse refuses a program, or a file that lies elsewhere.
func (s *Server) checkUse(u agent.Use, report config.Report) {
	if u.Program {
		report(u.Key, fmt.Sprintf("%q is a program, and no programs are run here", u.Path), howPermitted)
	} else if err := s.outside(u.Path); err != nil {
		report(u.Key, err.Error(), howPermitted)
	}
}

const howPermitted = "evolve serve --allow-exec permits it"

// outside says how a file lies outside of the project's folder; nil: it does not.
func (s *Server) outside(name string) error {
	path := s.inProject(name)
	if path == "" {
		return fmt.Errorf("%q lies outside of the project's folder", name)
	}
	if _, err := s.project.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%q leads out of the project's folder", name)
	}
	return nil
}

// rubrics are those that a config may name here: a course's own file has to lie in the
// project's folder, as other files.
func (s *Server) rubrics() experiment.Rubrics {
	list := rubric.Objectives()
	read := list.Read
	list.Read = func(path string) (experiment.Rubric, error) {
		if err := s.outside(path); err != nil && !s.options.AllowExec {
			return experiment.Rubric{}, err
		}
		return read(path)
	}
	return list
}

// runRequest starts or resumes a run.
type runRequest struct {
	Config    string   `json:"config"`
	Overrides []string `json:"overrides"`
	Workers   int      `json:"workers"` // 0: one a core
}

// trainOptions are those of a run that this server works on.
func (s *Server) trainOptions(q *runRequest, o *job) train.Options {
	programs := agent.Programs{}
	if s.options.AllowExec {
		programs = s.options.Programs
	}
	return train.Options{Root: s.options.Runs, File: q.Config, Overrides: q.Overrides, Workers: q.Workers, Programs: programs, Games: s.options.Games, Rubrics: s.rubrics(), Formats: s.options.Formats, Observer: o, Progress: o}
}

// runAnswer names a run.
type runAnswer struct {
	Run     string `json:"run"`
	Address string `json:"address"`
}

// startedAnswer names a sweep or a tournament that was started.
type startedAnswer struct {
	Name    string `json:"name"`
	Address string `json:"address"`
}

// sweepJob and tournamentJob are what jobs call work that is no run.
func sweepJob(name string) string      { return "sweep " + name }
func tournamentJob(name string) string { return "tournament " + name }

// readRun reads and checks what a page asks of a run.
func readRun(r *http.Request) (q runRequest, err error) {
	if err = readJSON(r, &q); err == nil && (q.Workers < 0 || q.Workers > 4096) {
		err = refuse(http.StatusBadRequest, "workers %d (allowed: 1..4096, or 0 for one a core)", q.Workers)
	}
	return q, err
}

// startSweep starts a sweep, or what is left of it.
func (s *Server) startSweep(w http.ResponseWriter, r *http.Request) error {
	q, err := readRun(r)
	if err != nil {
		return err
	}
	file, data, err := s.configText(q.Config)
	if err != nil {
		return err
	}
	like := &experiment.Config{Games: s.options.Games, Rubrics: s.rubrics()}
	cells, err := sweep.Cells(like, file, data, q.Overrides, s.checked)
	if err != nil {
		return err
	}
	if len(cells) < 2 {
		return refuse(http.StatusUnprocessableEntity, "%s has one cell (expected: several values in sweep.grid or sweep.list, or sweep.seeds)", q.Config)
	}
	train := s.trainOptions(&q, nil)
	job, err := s.jobs.begin(r, func(ctx context.Context, o *job) error {
		_, err := sweep.Run(ctx, cells, sweep.Options{
			Root: train.Root, File: file, Jobs: 1, Workers: q.Workers, Formats: train.Formats, Programs: train.Programs, Observer: sweepFollower{o},
		})
		return err
	})
	if err != nil {
		return err
	}
	s.runIndex.forget()
	name := strings.TrimPrefix(job, sweepJob(""))
	return writeJSON(w, http.StatusCreated, startedAnswer{name, "/sweeps/" + url.PathEscape(name)})
}

// sweepFollower keeps what the runs of a sweep warn of.
type sweepFollower struct{ *job }

// Named implements sweep.Observer.
func (f sweepFollower) Named(sweep string) { f.announce(sweepJob(sweep)) }

// Waiting implements sweep.Observer.
func (f sweepFollower) Waiting(cells int) {
	f.Note("waiting for " + quantity.Of(cells, "cell") + " that other commands play")
}

// Cell implements sweep.Observer: a run at work is stopped by stopping the sweep.
func (f sweepFollower) Cell(_ *sweep.Cell, what, run string) {
	f.jobs.mu.Lock()
	defer f.jobs.mu.Unlock()
	switch what {
	case "started", "resumed":
		f.jobs.byRun[run] = f.job
	case "finished":
		delete(f.jobs.byRun, run)
	}
}

// Generation implements sweep.Observer.
func (sweepFollower) Generation(string, int, int) {}

// Warn implements sweep.Observer.
func (f sweepFollower) Warn(run, text string) {
	if strings.HasPrefix(text, "warning") {
		f.Note(run + ": " + text)
	}
}

func (s *Server) startTournament(w http.ResponseWriter, r *http.Request) error {
	q, err := readRun(r)
	if err != nil {
		return err
	}
	c, err := s.loadTournament(q.Config, q.Overrides)
	if err != nil {
		return err
	}
	root := s.options.Tournaments
	if s.inProject(root) == "" {
		root = s.options.Runs
	}
	job, err := s.jobs.begin(r, func(ctx context.Context, o *job) error {
		env := agent.Env{Programs: s.trainOptions(&q, nil).Programs, Log: o}
		_, _, err := tournament.Play(ctx, c, tournament.Options{Root: root, Overrides: q.Overrides, Workers: q.Workers, Env: env, Observer: tournamentFollower{o}})
		return err
	})
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(job, tournamentJob(""))
	return writeJSON(w, http.StatusCreated, startedAnswer{name, "/tournaments/" + url.PathEscape(name)})
}

// tournamentFollower says what the folder of a tournament is called.
type tournamentFollower struct{ *job }

// Started implements tournament.Observer.
func (f tournamentFollower) Started(folder string, _, _ int) {
	f.announce(tournamentJob(filepath.Base(folder)))
}

// Played implements tournament.Observer: the pages read the journal.
func (tournamentFollower) Played(arena.Line, func() *tournament.Table) {}

// stopWork interrupts a sweep or a tournament of this server: what it has is saved.
func (s *Server) stopWork(job func(string) string, kind string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		var q struct{}
		if err := readJSON(r, &q); err != nil {
			return err
		}
		name := r.PathValue("name")
		if !s.jobs.stop(job(name)) {
			return refuse(http.StatusConflict, "this server does not work on the %s %q (another process is stopped where it runs, with Ctrl-C)", kind, name)
		}
		return writeJSON(w, http.StatusAccepted, startedAnswer{name, "/" + kind + "s/" + url.PathEscape(name)})
	}
}

// loadTournament reads a tournament's config, as load does an experiment's.
func (s *Server) loadTournament(name string, overrides []string) (*tournament.Config, error) {
	file, data, err := s.configText(name)
	if err != nil {
		return nil, err
	}
	return tournament.ParseWith(s.options.Games, file, data, overrides, s.permittedTournament)
}

// permittedTournament refuses programs and files elsewhere, as permitted does.
func (s *Server) permittedTournament(c *tournament.Config, report config.Report) {
	if s.options.AllowExec {
		return
	}
	for _, u := range c.Uses() {
		s.checkUse(u, report)
	}
}

func (s *Server) startRun(w http.ResponseWriter, r *http.Request) error {
	q, err := readRun(r)
	if err != nil {
		return err
	}
	c, err := s.load(q.Config, q.Overrides)
	if err != nil {
		return err
	}
	run, err := s.jobs.begin(r, func(ctx context.Context, o *job) error {
		_, err := train.Run(ctx, c, s.trainOptions(&q, o))
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, runAnswer{run, "/runs/" + run})
}

func (s *Server) resumeRun(w http.ResponseWriter, r *http.Request) error {
	q, err := readRun(r)
	if err != nil {
		return err
	}
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	c := &experiment.Config{Games: s.options.Games}
	if err := experiment.LoadInto(c, filepath.Join(folder, run.ConfigFile), nil, s.permitted); err != nil {
		return err
	}
	q.Config = c.Name
	run, err := s.jobs.begin(r, func(ctx context.Context, o *job) error {
		_, err := train.Resume(ctx, folder, s.trainOptions(&q, o))
		return err
	})
	switch {
	case errors.Is(err, files.ErrLocked):
		return refuse(http.StatusConflict, "a process works on the run already")
	case errors.Is(err, train.ErrFinished), errors.Is(err, train.ErrChanged), errors.Is(err, train.ErrNotResumable):
		return refuse(http.StatusConflict, "%s", wording.Of(err))
	case err != nil:
		return err
	}
	return writeJSON(w, http.StatusOK, runAnswer{run, "/runs/" + run})
}

// stopRun interrupts a run of this server, as Ctrl-C does: it saves what it has.
func (s *Server) stopRun(w http.ResponseWriter, r *http.Request) error {
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	name := filepath.Base(folder)
	s.jobs.mu.Lock()
	o := s.jobs.byRun[name]
	working := o != nil && o.working
	s.jobs.mu.Unlock()
	if !working {
		return refuse(http.StatusConflict, "this server does not work on %s (another process is stopped where it runs, with Ctrl-C)", name)
	}
	o.stop()
	for range 200 { // it saves the champion so far
		if _, working := s.jobs.status(name); !working {
			return writeJSON(w, http.StatusOK, runAnswer{name, "/runs/" + name})
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-r.Context().Done():
			return nil
		}
	}
	return writeJSON(w, http.StatusAccepted, runAnswer{name, "/runs/" + name})
}

// maxJobs is how many experiments a server works on at a time.
const maxJobs = 4

// jobs are the experiments that this server works on, or has worked on.
type jobs struct {
	ctx context.Context // its end interrupts them

	mu     sync.Mutex
	atWork sync.WaitGroup
	count  int
	byRun  map[string]*job
}

// job is an experiment at work.
type job struct {
	jobs    *jobs
	stop    context.CancelFunc
	started chan string // its name, once
	name    string      // of the run, or as sweepJob and tournamentJob have it
	working bool
	notes   []string
}

func (j *jobs) wait() { j.atWork.Wait() }

// sweepOf is the sweep of which a run is a cell at work here, "" if there is none.
func (j *jobs) sweepOf(run string) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.byRun[run]; job != nil && job.working {
		if name, ok := strings.CutPrefix(job.name, sweepJob("")); ok {
			return name
		}
	}
	return ""
}

// status returns the remarks of a run's job, and whether it is at work here,
// so that it can be stopped.
func (j *jobs) status(run string) (notes []string, working bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.byRun[run]; job != nil {
		return slices.Clone(job.notes), job.working
	}
	return nil, false
}

// begin lets work begin in the background and returns the name of its run.
func (j *jobs) begin(r *http.Request, work func(context.Context, *job) error) (string, error) {
	j.mu.Lock()
	if j.count >= maxJobs {
		j.mu.Unlock()
		return "", refuse(http.StatusServiceUnavailable, "this server works on %s already", quantity.Of(maxJobs, "experiment"))
	}
	j.count++
	j.atWork.Add(1)
	j.mu.Unlock()
	ctx, stop := context.WithCancel(j.ctx)
	one := &job{jobs: j, stop: stop, started: make(chan string, 1), working: true}
	failed := make(chan error, 1)
	go func() {
		defer j.atWork.Done()
		defer stop()
		err := work(ctx, one)
		one.end(err)
		failed <- err
	}()
	select {
	case run := <-one.started:
		return run, nil
	case err := <-failed:
		select {
		case run := <-one.started: // it was faster than this
			return run, nil
		default:
		}
		return "", err
	case <-r.Context().Done():
		return "", r.Context().Err()
	}
}

// stop interrupts work, if it is at work here.
func (j *jobs) stop(name string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	job := j.byRun[name]
	if job == nil || !job.working {
		return false
	}
	job.stop()
	return true
}

// announce names the work, the first time.
func (o *job) announce(name string) {
	o.jobs.mu.Lock()
	defer o.jobs.mu.Unlock()
	if o.name != "" {
		return
	}
	o.name = name
	if o.jobs.byRun == nil {
		o.jobs.byRun = map[string]*job{}
	}
	o.jobs.byRun[name] = o
	o.started <- name
}

func (o *job) Write(text []byte) (int, error) {
	o.Note(strings.TrimSpace(string(text)))
	return len(text), nil
}

func (o *job) end(err error) {
	o.jobs.mu.Lock()
	defer o.jobs.mu.Unlock()
	o.jobs.count--
	o.working = false
	if err != nil && !errors.Is(err, train.ErrNoChampion) && !errors.Is(err, context.Canceled) {
		o.notes = append(o.notes, wording.Of(err))
	}
}

// Started is called once the run has a folder.
func (o *job) Started(folder string, _ train.Plan) {
	run := filepath.Base(folder)
	o.announce(run)
}

// Generation does nothing: the pages read the run's folder.
func (o *job) Generation(run.Metrics, run.Timing) {}

// Begin keeps the name of a stage as a remark.
func (o *job) Begin(name string, _ int, _ string) { o.Note(name) }

// Add counts nothing: the pages read the run's folder.
func (o *job) Add(int) {}

func (o *job) Note(text string) {
	const most = 20
	o.jobs.mu.Lock()
	defer o.jobs.mu.Unlock()
	o.notes = append(o.notes, text)
	o.notes = o.notes[max(0, len(o.notes)-most):]
}
