package web

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"evolab/experiments/run"
	"evolab/internal/wording"
)

// labelsRequest changes what people have written on a run; what is absent stays.
type labelsRequest struct {
	Name *string   `json:"name"`
	Tags *[]string `json:"tags"`
	Note *string   `json:"note"` // in place of the last one; "" removes it
}

func (q *labelsRequest) check() error {
	var errs []error
	for what, text := range map[string]*string{"name": q.Name, "note": q.Note} {
		if text != nil {
			*text = strings.TrimSpace(*text)
			errs = append(errs, run.CheckLine(what, *text))
		}
	}
	if q.Tags != nil {
		for _, tag := range *q.Tags {
			errs = append(errs, run.CheckTag(tag))
		}
	}
	for _, err := range errs {
		if err != nil {
			return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
		}
	}
	return nil
}

// changeLabels changes the name, the tags and the last note of a run.
func (s *Server) changeLabels(w http.ResponseWriter, r *http.Request) error {
	var q labelsRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return err
	}
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	labels, err := run.ChangeLabels(folder, func(l *run.Labels) {
		if q.Name != nil {
			l.Name = *q.Name
		}
		if q.Tags != nil {
			l.SetTags(*q.Tags)
		}
		if q.Note != nil {
			l.SetNote(*q.Note)
		}
	})
	if err != nil {
		return err
	}
	s.runIndex.forget()
	return writeJSON(w, http.StatusOK, labels)
}

// removeRun removes a run for good; the page has asked.
func (s *Server) removeRun(w http.ResponseWriter, r *http.Request) error {
	var q struct{}
	if err := readJSON(r, &q); err != nil {
		return err
	}
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	switch err := run.Remove(folder); {
	case errors.Is(err, run.ErrRunning), errors.Is(err, run.ErrNoRun):
		return refuse(http.StatusConflict, "%s", wording.Of(err))
	case err != nil:
		return err
	}
	s.runIndex.forget()
	return writeJSON(w, http.StatusOK, runAnswer{filepath.Base(folder), "/"})
}

// freezeAnswer is what freezing says.
type freezeAnswer struct {
	Said string `json:"said"`
}

// freezeRun embeds a run's champion, as evolve freeze does; the page has asked.
func (s *Server) freezeRun(w http.ResponseWriter, r *http.Request) error {
	var q struct{}
	if err := readJSON(r, &q); err != nil {
		return err
	}
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	if s.options.Freeze == nil {
		return refuse(http.StatusConflict, "this server was not started in a checkout of evolab, whose weights could be replaced")
	}
	if !s.matches.take() {
		return errBusy()
	}
	defer s.matches.free()
	ctx, stop := context.WithTimeout(r.Context(), 30*time.Minute)
	defer stop()
	said, err := s.options.Freeze(ctx, folder)
	if err != nil {
		return refuse(http.StatusConflict, "%s", wording.Of(err))
	}
	return writeJSON(w, http.StatusOK, freezeAnswer{said})
}
