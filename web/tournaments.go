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
	"evolab/stats"
)

// tournamentRow is a tournament in the list.
type tournamentRow struct {
	Name  string
	Games bool // the games are all there: it has ended
}

// showTournaments lists the tournaments, the newest first.
func (s *Server) showTournaments(w http.ResponseWriter, _ *http.Request) error {
	entries, err := fs.ReadDir(s.runs.FS(), ".")
	if err != nil {
		return lost("the folder of the runs", err)
	}
	list := []tournamentRow{}
	for _, e := range slices.Backward(entries) {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") || !s.has(path.Join(e.Name(), tournament.JournalFile)) {
			continue
		}
		list = append(list, tournamentRow{e.Name(), s.has(path.Join(e.Name(), tournament.GamesFile))})
	}
	return s.pages.render(w, "tournaments", http.StatusOK, list)
}

func (s *Server) has(name string) bool {
	_, err := s.runs.Stat(name)
	return err == nil
}

// tournamentPage is a tournament's table.
type tournamentPage struct {
	*tournament.Table
	Folder string
	Game   string
	Ended  bool
	Files  []gameFile
}

// showTournament shows the table; its script asks again while it is played.
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
	p := &tournamentPage{Table: table, Folder: filepath.Base(folder), Game: c.Game, Files: s.gameFiles(name)}
	p.Ended = s.has(path.Join(name, tournament.GamesFile))
	return s.pages.render(w, "tournament", http.StatusOK, p)
}

// crossRow is a row of the cross table.
type crossRow struct {
	Agent string
	Cells []string // the score against each, in percent
}

// Cross is the score of each player against each other one.
func (p *tournamentPage) Cross() []crossRow {
	met := map[[2]string]stats.WDL{}
	for _, m := range p.Met {
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
