package web

import (
	"cmp"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/arena/tournament"
	"evolab/course/class"
	"evolab/stats"
)

// eventRow is a tournament or a grading in the list.
type eventRow struct {
	Name, Kind string // the kind is the first part of its address
	Ended      bool
}

// showTournaments lists the tournaments and gradings, the newest first.
func (s *Server) showTournaments(w http.ResponseWriter, _ *http.Request) error {
	entries, err := fs.ReadDir(s.runs.FS(), ".")
	if err != nil {
		return notServed("the folder of the runs", err)
	}
	list := []eventRow{}
	for _, e := range slices.Backward(entries) {
		has := func(name string) bool { return s.has(path.Join(e.Name(), name)) }
		switch {
		case !e.IsDir() || strings.HasPrefix(e.Name(), "."):
		case class.IsResults(has):
			list = append(list, eventRow{e.Name(), "gradings", has(class.GradebookFile)})
		case has(tournament.JournalFile):
			list = append(list, eventRow{e.Name(), "tournaments", has(tournament.GamesFile)})
		}
	}
	return s.pages.render(w, "tournaments", http.StatusOK, list)
}

func (s *Server) has(name string) bool {
	_, err := s.runs.Stat(name)
	return err == nil
}

// showTournament shows a tournament's table; its script reloads it while games are
// played.
func (s *Server) showTournament(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	folder, err := s.folder(name)
	if err != nil {
		return err
	}
	table, c, err := tournament.Read(folder)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "the tournament %s cannot be read: %s", name, plain(err))
	}
	if g, err := s.options.Games.Find(c.Game); err == nil {
		table.Sides = g.Info().Sides
	}
	return s.pages.render(w, "tournament", http.StatusOK, &struct {
		ratings
		Folder string
		Game   string
		Ended  bool
		Files  []gameFile
	}{ratings{table}, filepath.Base(folder), c.Game, s.has(path.Join(name, tournament.GamesFile)), s.gameFiles(name)})
}

// ratings are the results of players against each other.
type ratings struct{ *tournament.Table }

// crossRow is a row of the cross table.
type crossRow struct {
	Agent string
	Cells []string // the score against each, in percent
}

// Cross is the score of each player against each other one.
func (p ratings) Cross() []crossRow {
	met := map[[2]string]stats.WDL{}
	for _, m := range p.Encounters {
		met[[2]string{m.A, m.B}] = met[[2]string{m.A, m.B}].Add(m.Total)
		met[[2]string{m.B, m.A}] = met[[2]string{m.B, m.A}].Add(m.Total.Swap())
	}
	var rows []crossRow
	for _, a := range p.Rows {
		row := crossRow{Agent: a.Agent}
		for _, b := range p.Rows {
			cell := ""
			if total := met[[2]string{a.Agent, b.Agent}]; total.Games() > 0 {
				cell = share(total.Score())
			}
			row.Cells = append(row.Cells, cmp.Or(cell, "-"))
		}
		rows = append(rows, row)
	}
	return rows
}

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
