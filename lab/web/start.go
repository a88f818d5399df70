package web

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"time"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/internal/files"
)

// runRequest starts or resumes a run.
type runRequest struct {
	Config    string   `json:"config"`
	Overrides []string `json:"overrides"`
	Workers   int      `json:"workers"` // 0: one a core
}

// options are those of a run that this server works on.
func (s *Server) trainOptions(q *runRequest, o *job) train.Options {
	programs := agent.Programs{}
	if s.options.AllowExec {
		programs = s.options.Programs
	}
	return train.Options{Root: s.options.Runs, File: q.Config, Overrides: q.Overrides, Workers: q.Workers, Programs: programs, Games: s.options.Games, Rubrics: rubric.Objectives(), Formats: s.options.Formats, Observer: o, Progress: o}
}

// runAnswer names a run.
type runAnswer struct {
	Run     string `json:"run"`
	Address string `json:"address"`
}

// readRun reads and checks what a page asks of a run.
func readRun(r *http.Request) (q runRequest, err error) {
	if err = readJSON(r, &q); err == nil && (q.Workers < 0 || q.Workers > 4096) {
		err = refuse(http.StatusBadRequest, "workers %d (allowed: 1..4096, or 0 for one a core)", q.Workers)
	}
	return q, err
}

// startRun starts an experiment.
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

// resumeRun continues a run.
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
		return refuse(http.StatusConflict, "%s", plain(err))
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
		if _, working := s.jobs.about(name); !working {
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
