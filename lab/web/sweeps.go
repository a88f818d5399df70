package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/internal/quantity"
	"evolab/plots"
)

// listSweeps lists the runs of each sweep and game, with the version of the list of runs.
func (s *Server) listSweeps(r *http.Request) ([]*sweep.Group, int, error) {
	list, version, err := s.list(r.Context())
	if err != nil {
		return nil, 0, err
	}
	return sweep.Groups(list, sweep.ReadPlans(s.options.Runs)), version, nil
}

// studyPage is a sweep of one game.
type studyPage struct {
	*sweep.Study
	Version int
	Working bool     // this server works on the sweep
	Notes   []string // of that work
	Others  []string // games that the sweep has too
	Across  string   // the settings of the contour
	Up      string
	Figures []figure

	query url.Values
}

func (s *Server) showSweeps(w http.ResponseWriter, r *http.Request) error {
	list, version, err := s.listSweeps(r)
	if err != nil {
		return err
	}
	p := struct {
		Version int
		Sweeps  []*studyPage
	}{Version: version}
	for _, g := range list {
		p.Sweeps = append(p.Sweeps, &studyPage{Study: sweep.NewStudy(g, "")})
	}
	return s.pages.render(w, "sweeps", http.StatusOK, &p)
}

// showSweep shows a sweep; its script follows it.
func (s *Server) showSweep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readStudy(r)
	if err != nil {
		return err
	}
	p.Notes, p.Working = s.jobs.status(sweepJob(p.Sweep))
	for _, name := range sweep.StudyFigures() {
		figure, err := p.Figure(name, p.Across, p.Up)
		if err != nil {
			return err
		}
		if figure != nil {
			q := maps.Clone(p.query)
			q.Set("runs", strconv.Itoa(len(p.Scored)))
			p.Figures = append(p.Figures, newFigure(name, figure, "/sweeps/"+url.PathEscape(p.Sweep)+"/figures", q))
		}
	}
	return s.pages.render(w, "sweep", http.StatusOK, p)
}

// readStudy makes the study that an address asks for.
func (s *Server) readStudy(r *http.Request) (*studyPage, error) {
	list, version, err := s.listSweeps(r)
	if err != nil {
		return nil, err
	}
	name, q := r.PathValue("sweep"), r.URL.Query()
	p := &studyPage{Version: version, Across: q.Get("across"), Up: q.Get("up"), query: url.Values{}}
	var own *sweep.Group
	for _, g := range list {
		if g.Sweep != name {
			continue
		}
		if game := q.Get("game"); own == nil && (game == "" || game == g.Game) {
			own = g
		} else {
			p.Others = append(p.Others, g.Game)
		}
	}
	if own == nil {
		return nil, refuse(http.StatusNotFound, "there is no run of a sweep %q%s", name, map[bool]string{true: " of this game"}[len(p.Others) > 0])
	}
	by := sweep.Measure(q.Get("by"))
	if by != "" && !slices.Contains(sweep.Measures(), by) {
		return nil, refuse(http.StatusBadRequest, "by %q (allowed: %s, %s)", string(by), sweep.Test, sweep.Validated)
	}
	p.Study = sweep.NewStudy(own, by)
	for _, key := range []string{"game", "by", "across", "up"} {
		if value := q.Get(key); value != "" {
			p.query.Set(key, value)
		}
	}
	for what, key := range map[string]string{"across": p.Across, "up": p.Up} {
		if key != "" && !slices.ContainsFunc(p.Varied, func(v sweep.Varied) bool { return v.Key == key }) {
			return nil, refuse(http.StatusBadRequest, "%s %q: no setting that differs in this sweep", what, key)
		}
	}
	return p, nil
}

// sweepAddress is the page of a sweep's runs of a game.
func sweepAddress(name, game string) string {
	return "/sweeps/" + url.PathEscape(name) + "?" + url.Values{"game": {game}}.Encode()
}

func (p *studyPage) Address() string { return p.OtherAddress(p.Game) }

// AnswersAddress is what scripts read of the sweep, StopAddress where they stop it.
func (p *studyPage) AnswersAddress() string {
	return "/api/sweeps/" + url.PathEscape(p.Sweep) + "?" + p.query.Encode()
}
func (p *studyPage) StopAddress() string { return "/api/sweeps/" + url.PathEscape(p.Sweep) + "/stop" }

// OtherAddress is the page of the sweep's runs of another game.
func (p *studyPage) OtherAddress(game string) string { return sweepAddress(p.Sweep, game) }

func (p *studyPage) RunsAddress() string { return "/?" + url.Values{"filter": {p.Filter()}}.Encode() }

// CompareAddress is the comparison of its runs by settings, "" where it holds too few or too
// many.
func (p *studyPage) CompareAddress() string {
	if len(p.Scored) < 2 || len(p.Scored) > maxCompared {
		return ""
	}
	q := url.Values{"group": {run.EachSetting}}
	for _, r := range p.Scored {
		q.Add("run", r.Run)
	}
	return "/compare?" + q.Encode()
}

func (p *studyPage) TableAddress() string {
	q := url.Values{"filter": {p.Filter()}, "column": {"status", "seed", "test", "validated", "claimed", "games", "cpu"}}
	for i := range p.Varied {
		q.Add("column", p.Varied[i].Key)
		q["column"] = append(q["column"], p.Varied[i].With...)
	}
	return "/runs.csv?" + q.Encode()
}

func (p *studyPage) SettingAddress(f *run.Fold) string {
	return "/?" + url.Values{"filter": {p.Filter() + " and " + run.Condition("setting", f.Value)}}.Encode()
}

func (p *studyPage) Progress() string {
	text := quantity.Of(p.Cells(), "cell") + " finished"
	if p.Planned > 0 {
		text = strconv.Itoa(min(p.Cells(), p.Planned)) + " of " + quantity.Of(p.Planned, "cell") + " finished"
	}
	for _, status := range []string{run.IsRunning, run.IsInterrupted, run.IsCrashed} {
		if n := p.Count(status); n > 0 {
			text += ", " + strconv.Itoa(n) + " " + status
		}
	}
	if n := len(p.Elsewhere()); n > 0 {
		text += ", " + quantity.Of(n, "run") + " started by other commands"
	}
	return text
}

// Status is that of the sweep as a whole.
func (p *studyPage) Status() string {
	switch {
	case p.Count(run.IsRunning) > 0:
		return run.IsRunning
	case p.Planned > 0 && p.Cells() < p.Planned:
		return run.IsInterrupted
	}
	return run.IsFinished
}

// Most is how many cells there are to do.
func (p *studyPage) Most() int { return max(1, p.Planned, len(p.Runs)) }

// Best is the setting with the best mean, nil if none is known.
func (p *studyPage) Best() *run.Fold {
	if len(p.Settings) == 0 || p.Mean(p.Settings[0]).Value < 0 {
		return nil
	}
	return p.Settings[0]
}

// sendStudyFigure draws a figure of a sweep as printed ones are drawn.
func (s *Server) sendStudyFigure(w http.ResponseWriter, r *http.Request) error {
	p, err := s.readStudy(r)
	if err != nil {
		return err
	}
	return sendFigure(w, r, p.Sweep, func(name string) (*plots.Figure, error) { return p.Figure(name, p.Across, p.Up) })
}
