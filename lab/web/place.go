package web

import (
	"errors"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"strings"

	"evolab/experiments/run"
)

// folder is the folder of something below the runs, by its name. Links that lead
// elsewhere are refused.
func (s *Server) folder(name string) (string, error) {
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return "", refuse(http.StatusNotFound, "there is no folder %q", name)
	}
	if err := s.contained(name); err != nil {
		return "", err
	}
	return filepath.Join(s.options.Runs, name), nil
}

// run is the folder of a run.
func (s *Server) run(name string) (string, error) {
	folder, err := s.folder(name)
	if err == nil && !run.IsRun(folder) {
		err = refuse(http.StatusNotFound, "there is no run %q", name)
	}
	return folder, err
}

// contained fails if a link below a folder leads out of the folder of the runs.
func (s *Server) contained(name string) error {
	if _, err := s.runs.Stat(name); err != nil {
		return lost(name, err)
	}
	return fs.WalkDir(s.runs.FS(), name, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			_, err = s.runs.Stat(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // such as a link that leads nowhere
			return lost(path, err)
		}
		return nil
	})
}

// lost is the error for a file that cannot be served.
func lost(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return refuse(http.StatusNotFound, "there is no %q in the folder of the runs", name)
	}
	return refuse(http.StatusForbidden, "%q cannot be read, or leads out of the folder of the runs", name)
}

// local is a path of a request below a root, "" if it is none.
func local(name string) string {
	name = path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") {
		return ""
	}
	return name
}
