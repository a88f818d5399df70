package web

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"

	"evolab/course/rubric"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/files"
)

// load reads a config, embedded or below the project's folder, with overrides. It
// refuses what the config may not name before it opens any of it.
func (s *Server) load(name string, overrides []string) (*experiment.Config, error) {
	file, data, err := s.configText(name)
	if err != nil {
		return nil, err
	}
	c := &experiment.Config{Games: s.options.Games, Rubrics: rubric.Objectives()}
	if err := experiment.ParseInto(c, file, data, overrides, s.permitted); err != nil {
		return nil, err
	}
	c = c.Unread()
	if err := experiment.ParseInto(c, file, data, overrides, experiment.CheckNames); err != nil {
		return nil, err
	}
	return c, nil
}

// configText is the text of a config, with the name of its file.
func (s *Server) configText(name string) (file string, data []byte, err error) {
	if data, err := experiments.Commented(name); err == nil {
		return name + ".yaml", data, nil
	}
	path := s.inProject(name)
	if path == "" && s.options.AllowExec {
		data, err := files.Read(name, config.MaxBytes)
		if err != nil {
			return "", nil, refuse(http.StatusNotFound, "%s", plain(err))
		}
		return name, data, nil
	}
	if path == "" {
		return "", nil, refuse(http.StatusForbidden, "the config %q is neither an embedded one nor a file below the project's folder", name)
	}
	f, err := s.project.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, refuse(http.StatusNotFound, "there is no config %q (embedded: %v)", name, experiments.Names())
	}
	if err != nil {
		return "", nil, refuse(http.StatusForbidden, "the config %q cannot be read, or leads out of the project's folder", name)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", nil, refuse(http.StatusUnprocessableEntity, "the config %q is no file", name)
	}
	if data, err = io.ReadAll(io.LimitReader(f, config.MaxBytes+1)); err != nil {
		return "", nil, fmt.Errorf("web: %w", err)
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
	const how = "evolve serve --allow-exec permits it"
	if c.Tracking.MLflow != "" {
		report("tracking.mlflow", "runs of this server are sent nowhere", how)
	}
	for _, f := range c.Uses() {
		if f.Program {
			report(f.Key, fmt.Sprintf("%q is a program, and no programs are run here", f.Path), how)
			continue
		}
		path := s.inProject(f.Path)
		if path == "" {
			report(f.Key, fmt.Sprintf("%q lies outside of the project's folder", f.Path), how)
			continue
		}
		if _, err := s.project.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			report(f.Key, fmt.Sprintf("%q leads out of the project's folder", f.Path), how)
		}
	}
}
