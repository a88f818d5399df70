package web

import (
	"net/http"
	"path/filepath"

	"evolab/course/class"
)

// showGrading shows the points so far of a class that is or was graded; its script
// reloads them while games are played.
func (s *Server) showGrading(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	folder, err := s.folder(name)
	if err != nil {
		return err
	}
	standing, err := class.Read(folder)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "the grading %s cannot be read: %s", name, plain(err))
	}
	return s.pages.render(w, "grading", http.StatusOK, &struct {
		*class.Standing
		Folder string
		Files  []gameFile
	}{standing, filepath.Base(folder), s.gameFiles(name)})
}
