package web

import (
	"cmp"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/arena/tournament"
	"evolab/course/class"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/wording"
	"evolab/plots"
	"evolab/stats"
)

// event is a tournament, or the grading of a class.
type event struct {
	Name    string    `json:"name"`
	Kind    string    `json:"kind"` // see eventKinds
	Game    string    `json:"game"`
	Format  string    `json:"format"` // of a tournament; of a grading the rubric
	Status  string    `json:"status"` // running, finished or interrupted
	Started time.Time `json:"started"`
	Players int       `json:"players"`
	Games   int       `json:"games"` // 0: not known before the end
	Winner  string    `json:"winner,omitempty"`
	Problem string    `json:"problem,omitempty"` // what cannot be read of it
	Path    string    `json:"path"`              // of its folder, as addresses of its games have it

	folder string // on the disk
}

// The kinds of events, as the first part of their addresses.
const (
	tournamentKind = "tournaments"
	gradingKind    = "gradings"
)

func (e *event) Address() string { return "/" + e.Kind + "/" + url.PathEscape(e.Name) }

func (e *event) Ended() bool { return e.Status == run.IsFinished }

func (e *event) When() string {
	if e.Started.IsZero() {
		return "-"
	}
	return e.Started.Local().Format("2006-01-02 15:04")
}

// eventPlace is a folder in which events may lie.
type eventPlace struct {
	root   *os.Root
	folder string // below the root
	disk   string // the root on the disk
	prefix string // of paths in addresses
	kinds  []string
}

// places are the folder of the runs, that of the tournaments, and the project, into whose
// folders classes are graded.
func (s *Server) places() []eventPlace {
	list := []eventPlace{{s.runs, ".", s.options.Runs, "", []string{tournamentKind, gradingKind}}}
	if below := s.inProject(s.options.Tournaments); below != "" {
		list = append(list, eventPlace{s.project, filepath.ToSlash(below), s.options.Project, projectPrefix, []string{tournamentKind}})
	}
	return append(list, eventPlace{s.project, ".", s.options.Project, projectPrefix, []string{gradingKind}})
}

// event is the event in a folder of the place, nil if there is none.
func (p *eventPlace) event(name string) *event {
	if strings.HasPrefix(name, ".") {
		return nil
	}
	below := path.Join(p.folder, name)
	folder := filepath.Join(p.disk, filepath.FromSlash(below))
	e := &event{Name: name, Path: p.prefix + below, folder: folder}
	has := func(file string) bool { _, err := p.root.Stat(path.Join(below, file)); return err == nil }
	lock := tournament.JournalFile
	switch {
	case class.IsResults(has):
		e.Kind, lock = gradingKind, class.JournalFile
	case has(tournament.JournalFile) || p.folder != "." && has(tournament.ConfigFile) || tournament.IsFolder(folder):
		e.Kind = tournamentKind
	}
	if !slices.Contains(p.kinds, e.Kind) {
		return nil
	}
	if e.Kind == tournamentKind {
		e.Started = tournament.Began(folder)
	} else if info, err := p.root.Stat(below); err == nil {
		e.Started = info.ModTime().Truncate(time.Second)
	}
	e.Status = run.IsInterrupted
	if held, _ := files.Held(filepath.Join(folder, lock+".lock")); held {
		e.Status = run.IsRunning
	}
	return e
}

// fill reads what the list shows of an event.
func (s *Server) fill(e *event) {
	var err error
	if e.Kind == gradingKind {
		var standing *class.Standing
		if standing, err = class.Read(e.folder); err == nil {
			e.Game, e.Format, e.Players, e.Games = standing.Rubric.Game, standing.Rubric.Name, len(standing.Rows), standing.Games
			if standing.Ended && e.Status != run.IsRunning {
				e.Status = run.IsFinished
			}
		}
	} else {
		var c *tournament.Config
		var table *tournament.Table
		if c, table, err = tournament.Outcome(e.folder); err == nil {
			e.Game, e.Format, e.Players = c.Game, c.Format, len(c.Agents)
		}
		if table != nil && e.Status != run.IsRunning {
			e.Status, e.Games, e.Winner = run.IsFinished, table.Games, table.Winner()
		}
	}
	if err != nil {
		e.Problem = wording.Of(err)
	}
}

// events lists the events, the newest first.
func (s *Server) events() ([]*event, error) {
	list := []*event{}
	for _, p := range s.places() {
		entries, err := fs.ReadDir(p.root.FS(), p.folder)
		if err != nil && p.prefix == "" {
			return nil, notServed("the folder of the runs", err)
		}
		for _, e := range entries {
			if !e.IsDir() {
				continue
			}
			if one := p.event(e.Name()); one != nil && checkContained(p.root, path.Join(p.folder, e.Name())) == nil {
				s.fill(one)
				list = append(list, one)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *event) int { return cmp.Or(b.Started.Compare(a.Started), strings.Compare(b.Name, a.Name)) })
	return list, nil
}

// event finds an event by its kind and name.
func (s *Server) event(kind, name string) (*event, error) {
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) {
		return nil, refuse(http.StatusNotFound, "there is no folder %q", name)
	}
	for _, p := range s.places() {
		if e := p.event(name); e != nil && e.Kind == kind {
			if err := checkContained(p.root, path.Join(p.folder, name)); err != nil {
				return nil, err
			}
			s.fill(e)
			return e, nil
		}
	}
	return nil, refuse(http.StatusNotFound, "there is no %q among the %s", name, kind)
}

// showTournaments lists the tournaments and gradings, the newest first.
func (s *Server) showTournaments(w http.ResponseWriter, _ *http.Request) error {
	list, err := s.events()
	if err != nil {
		return err
	}
	return s.pages.render(w, "tournaments", http.StatusOK, list)
}

// tournamentPage is a tournament.
type tournamentPage struct {
	ratings
	*event
	Notes   []string // of this server's work on it
	Working bool
}

// showTournament shows a tournament's table; its script reloads it while games are
// played.
func (s *Server) showTournament(w http.ResponseWriter, r *http.Request) error {
	e, table, err := s.tournament(r.PathValue("name"))
	if err != nil {
		return err
	}
	p := &tournamentPage{ratings: ratings{table, e.gamesPath()}, event: e}
	p.Notes, p.Working = s.jobs.status(tournamentJob(e.Name))
	return s.pages.render(w, "tournament", http.StatusOK, p)
}

// tournament reads a tournament by its name.
func (s *Server) tournament(name string) (*event, *tournament.Table, error) {
	e, err := s.event(tournamentKind, name)
	if err != nil {
		return nil, nil, err
	}
	table, c, err := tournament.Read(e.folder)
	if err != nil {
		return nil, nil, refuse(http.StatusUnprocessableEntity, "the tournament %s cannot be read: %s", name, wording.Of(err))
	}
	e.Game, e.Format = c.Game, c.Format // also of one whose table cannot be read
	if g, err := s.options.Games.Find(c.Game); err == nil {
		table.Sides = g.Info().Sides
	}
	return e, table, nil
}

// gamesPath is the file of the event's games, as addresses have it.
func (e *event) gamesPath() string {
	file := class.JournalFile
	if e.Kind == tournamentKind && !e.Ended() {
		file = tournament.JournalFile
	}
	return e.Path + "/" + file
}

func (e *event) GamesAddress() string { return "/games/" + escapePath(e.gamesPath()) }

// escapePath quotes each part of a path for an address.
func escapePath(name string) string { return (&url.URL{Path: name}).EscapedPath() }

// Figure is the figure of the ratings, which is another one after more games.
func (p *tournamentPage) Figure() (figure, error) {
	f, err := p.ratings.figure(p.event)
	if err != nil {
		return figure{}, err
	}
	return newFigure("ratings", f, p.Address()+"/figures", url.Values{"games": {plots.CountText(float64(p.ratings.Games))}}), nil
}

// Leader says who leads or has won, "" before the first pair.
func (p *tournamentPage) Leader() string {
	winner := p.ratings.Winner()
	switch {
	case winner == "":
		return ""
	case p.Ended():
		return "Winner: " + winner + "."
	}
	return winner + " leads."
}

// Event is the tournament as it lies on the disk.
func (p *tournamentPage) Event() *event { return p.event }

func (s *Server) sendRatings(w http.ResponseWriter, r *http.Request) error {
	e, table, err := s.tournament(r.PathValue("name"))
	if err != nil {
		return err
	}
	return sendFigure(w, r, e.Name, func(name string) (*plots.Figure, error) {
		if name != "ratings" {
			return nil, nil
		}
		return ratings{Table: table}.figure(e)
	})
}

// ratings are the results of players against each other.
type ratings struct {
	*tournament.Table
	file string // of the games, as addresses have it
}

func (p ratings) figure(e *event) (*plots.Figure, error) {
	data := plots.RatingsData{Title: "Ratings in " + p.Name + " (" + e.Game + ", " + p.Format + ")"}
	for _, r := range p.Rows {
		data.Players, data.Ratings = append(data.Players, r.Agent), append(data.Ratings, r.Rating)
	}
	return plots.Ratings(data)
}

// crossRow is a row of the cross table.
type crossRow struct {
	Agent string
	Cells []crossCell
}

// crossCell is the score of one player against another.
type crossCell struct {
	Score   string // in percent, "-" without games
	Games   stats.WDL
	Against string
	Address string // of their games, "" without any
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
			cell := crossCell{Score: "-", Against: b.Agent, Games: met[[2]string{a.Agent, b.Agent}]}
			if cell.Games.Games() > 0 {
				cell.Score = share(cell.Games.Score())
				cell.Address = "/games/" + escapePath(p.file) + "?" + url.Values{"player": {a.Agent}, "against": {b.Agent}}.Encode()
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// showGrading shows the points so far of a class that is or was graded; its script
// reloads them while games are played.
func (s *Server) showGrading(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	e, err := s.event(gradingKind, name)
	if err != nil {
		return err
	}
	standing, err := class.Read(e.folder)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "the grading %s cannot be read: %s", name, wording.Of(err))
	}
	_, missing := os.Stat(filepath.Join(e.folder, class.IndexFile))
	return s.pages.render(w, "grading", http.StatusOK, &struct {
		*class.Standing
		Event *event
		Pages bool // the class has pages of its own
	}{standing, e, missing == nil})
}

// sendClassPage sends one of the pages that a grading has written. Only their own style and
// scripts run there.
func (s *Server) sendClassPage(w http.ResponseWriter, r *http.Request) error {
	e, err := s.event(gradingKind, r.PathValue("name"))
	if err != nil {
		return err
	}
	file := localPath(r.PathValue("file"))
	if file == "" || !class.IsPage(file) {
		return refuse(http.StatusNotFound, "the class has no page %q", r.PathValue("file"))
	}
	const most = 64 << 20 // bytes
	text, err := files.Read(filepath.Join(e.folder, filepath.FromSlash(file)), most)
	if err != nil {
		return notServed(file, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", class.PagePolicy()+"; frame-ancestors 'none'")
	_, _ = w.Write(text) // a browser that has gone needs no answer
	return nil
}
