package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"evolab/arena/tournament"
	"evolab/experiments/bridge/mlflow"
	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/internal/wording"
	"evolab/stats"
)

// runDetails is a run for scripts.
type runDetails struct {
	Run  run.Summary `json:"run"`
	Data mlflow.Data `json:"data"`
}

func (s *Server) answerRun(w http.ResponseWriter, r *http.Request) error {
	read, err := s.read(r.PathValue("run"))
	if err != nil {
		return err
	}
	data, err := mlflow.DataOf(read)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	return writeJSON(w, http.StatusOK, runDetails{read.Summary(), data})
}

// metricsAnswer is the metrics of a run for scripts.
type metricsAnswer struct {
	Run     string          `json:"run"`
	Metrics []mlflow.Metric `json:"metrics"`
}

// answerMetrics answers with all values of a run's metrics, or of those that are asked for.
func (s *Server) answerMetrics(w http.ResponseWriter, r *http.Request) error {
	read, err := s.read(r.PathValue("run"))
	if err != nil {
		return err
	}
	list, err := mlflow.History(read)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	if keys := r.URL.Query()["key"]; len(keys) > 0 {
		list = slices.DeleteFunc(list, func(m mlflow.Metric) bool { return !slices.Contains(keys, m.Key) })
	}
	return writeJSON(w, http.StatusOK, metricsAnswer{read.Name(), append([]mlflow.Metric{}, list...)})
}

// gamesAnswer is recorded games for scripts.
type gamesAnswer struct {
	Total int          `json:"total"` // before the limit
	Games []gameAnswer `json:"games"`
}

// gameAnswer is a game in a file.
type gameAnswer struct {
	Path    string   `json:"path"`
	Number  int      `json:"number"` // in the file, from 1
	First   string   `json:"first"`
	Second  string   `json:"second"`
	Winner  string   `json:"winner"`
	Reason  string   `json:"reason"`
	Plies   int      `json:"plies"`
	Opening string   `json:"opening"`
	Moves   []string `json:"moves"`
	Address string   `json:"address"`
}

// answerGames answers with the recorded games of a run.
func (s *Server) answerGames(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.run(r.PathValue("run")); err != nil {
		return err
	}
	a := gamesAnswer{Games: []gameAnswer{}}
	for _, f := range s.gameFiles(r.PathValue("run")) {
		lines, _, err := s.gamesOf(r.Context(), f.Path)
		if err != nil {
			return err
		}
		for i := range lines {
			l := &lines[i]
			address := "/games/" + escapePath(f.Path) + "?" + url.Values{"game": {strconv.Itoa(i + 1)}}.Encode()
			a.Games = append(a.Games, gameAnswer{f.Path, i + 1, l.First, l.Second, l.Winner, l.Reason, l.Plies, l.Opening, append([]string{}, l.Moves...), address})
		}
	}
	a.Total = len(a.Games)
	limit, err := limitOf(r, a.Total)
	if err != nil {
		return err
	}
	a.Games = a.Games[:limit]
	return writeJSON(w, http.StatusOK, a)
}

// limitOf is how many of a list are asked for.
func limitOf(r *http.Request, all int) (int, error) {
	text := r.URL.Query().Get("limit")
	if text == "" {
		return all, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, refuse(http.StatusBadRequest, "limit %q (expected: a whole number)", text)
	}
	return min(all, n), nil
}

// sweepAnswer is a sweep for scripts.
type sweepAnswer struct {
	Sweep      string             `json:"sweep"`
	Game       string             `json:"game"`
	Status     string             `json:"status"`
	Cells      int                `json:"cells"`    // that have a finished run
	Planned    int                `json:"planned"`  // 0: not known
	Runs       int                `json:"runs"`     // of all cells
	Measure    sweep.Measure      `json:"measure"`  // by which settings are compared
	Settings   []settingAnswer    `json:"settings"` // the best first
	Importance []importanceAnswer `json:"importance"`
	Warnings   []string           `json:"warnings"`
	Address    string             `json:"address"`
}

// settingAnswer is a setting over its seeds.
type settingAnswer struct {
	Params map[string]string `json:"params"` // where the sweep varies
	Runs   []string          `json:"runs"`
	Mean   *stats.Estimate   `json:"mean"` // null before any run has a result
}

// importanceAnswer is how much a setting matters.
type importanceAnswer struct {
	Param string   `json:"param"`
	With  []string `json:"with,omitempty"` // keys that change with it
	stats.Importance
}

func (p *studyPage) answer() sweepAnswer {
	a := sweepAnswer{
		Sweep: p.Sweep, Game: p.Game, Status: p.Status(), Cells: p.Cells(), Planned: p.Planned, Runs: len(p.Runs), Measure: p.Measure,
		Settings: []settingAnswer{}, Importance: []importanceAnswer{}, Warnings: append([]string{}, p.Warnings...), Address: p.Address(),
	}
	for _, f := range p.Settings {
		one := settingAnswer{Params: map[string]string{}, Runs: []string{}}
		for _, v := range p.Set(f) {
			one.Params[v.Path] = v.Text
		}
		for _, r := range f.All {
			one.Runs = append(one.Runs, r.Run)
		}
		if mean := p.Mean(f); mean.Value >= 0 {
			one.Mean = &mean
		}
		a.Settings = append(a.Settings, one)
	}
	for _, v := range p.Varied {
		a.Importance = append(a.Importance, importanceAnswer{v.Key, v.With, v.Importance})
	}
	return a
}

func (s *Server) answerSweeps(w http.ResponseWriter, r *http.Request) error {
	list, _, err := s.listSweeps(r)
	if err != nil {
		return err
	}
	answers := []sweepAnswer{}
	for _, g := range list {
		p := &studyPage{Study: sweep.NewStudy(g, "")}
		answers = append(answers, p.answer())
	}
	return writeJSON(w, http.StatusOK, map[string]any{"sweeps": answers})
}

// answerSweep answers with the sweep that the address asks for.
func (s *Server) answerSweep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readStudy(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, p.answer())
}

func (s *Server) answerTournaments(w http.ResponseWriter, _ *http.Request) error {
	list, err := s.events()
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"tournaments": list})
}

// tournamentAnswer is a tournament for scripts.
type tournamentAnswer struct {
	*event
	Table *tournament.Table `json:"table"`
}

// answerTournament answers with a tournament's table, also while it is played.
func (s *Server) answerTournament(w http.ResponseWriter, r *http.Request) error {
	e, table, err := s.tournament(r.PathValue("name"))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, tournamentAnswer{e, table})
}
