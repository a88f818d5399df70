package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/arena/ablation"
	"evolab/experiments/experiment"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/internal/config"
	"evolab/internal/progress"
	"evolab/internal/wording"
	"evolab/plots"
)

// runPage is what a run's page shows before anything live.
type runPage struct {
	*run.Run
	Changed []difference
	Figures []figure
	Files   []gameFile
	Stop    bool   // this server works on it
	Whole   string // the sweep that is stopped with it, "" if none is
	Resume  bool
	Worth   string // of each feature, if it has been measured
	Held    string // why this server may not resume it, "" if it may
}

// difference is a setting that is not the default.
type difference struct{ Key, Value, Default string }

// showRun shows a run; its script then follows it.
func (s *Server) showRun(w http.ResponseWriter, r *http.Request) error {
	read, err := s.read(r.PathValue("run"))
	if err != nil {
		return err
	}
	p := &runPage{Run: read, Changed: changedSettings(read.Settings())}
	for _, d := range read.Drawings(read.Matches()) {
		p.Figures = append(p.Figures, newFigure(d.Name, d.Figure, "/runs/"+url.PathEscape(read.Name())+"/figures", nil))
	}
	p.Files, p.Worth = s.gameFiles(read.Name()), s.worths.get(s.championKey(read.Name()))
	_, p.Stop = s.jobs.status(read.Name())
	p.Whole = s.jobs.sweepOf(read.Name())
	p.Resume = read.State.Status != run.IsRunning && read.State.Status != run.IsFinished
	if p.Resume && (read.Environment == nil || read.Environment.Rounded() && read.Config.HasIntegers()) {
		p.Held = train.ErrNotResumable.Error()
	}
	if _, err := experiment.Load(filepath.Join(read.Folder, run.ConfigFile), nil, s.permitted); p.Resume && err != nil {
		p.Held = wording.Of(err)
	}
	return s.pages.render(w, "run", http.StatusOK, p)
}

// Heading is the name that people have given, or what the run is of.
func (p *runPage) Heading() string { return cmp.Or(p.Labels.Name, p.Of()) }

// Sweep is the sweep that the run is a cell of, "" if it is none.
func (p *runPage) Sweep() string {
	if p.Environment == nil {
		return ""
	}
	return p.Environment.Sweep
}

func (p *runPage) SweepAddress() string { return sweepAddress(p.Sweep(), p.GameName()) }

func (p *runPage) Of() string {
	return fmt.Sprintf("%s, %s (seed %d)", p.GameName(), p.Config.Name, p.Config.Seed)
}

// reached is a result of the run, and against whom.
type reached struct{ Score, Against string }

// Reached are the scores of the champion in its test, or else the last validated fitness.
func (p *runPage) Reached() (list []reached) {
	if p.Evidence != nil {
		for _, v := range p.Evidence.Test {
			if v.OpeningPlies == p.Evidence.Test[0].OpeningPlies {
				list = append(list, reached{v.Score.Percent(), fmt.Sprintf("against %s, in %s games", v.Opponent, plots.Thousands(v.Games))})
			}
		}
	}
	for _, m := range slices.Backward(p.Metrics) {
		if len(list) == 0 && m.Validated != nil {
			list = append(list, reached{m.Validated.Text(), fmt.Sprintf("validated fitness in generation %d, against %s", m.Generation, p.opponents())})
		}
	}
	return list
}

func (p *runPage) opponents() string {
	var names []string
	for _, o := range p.Config.Opponents {
		names = append(names, o.Agent)
	}
	return cmp.Or(strings.Join(names, ", "), "itself")
}

// weightBar is a weight with its bar on the axis of all of them.
type weightBar struct {
	report.WeightRow
	Left, Width string // of the bar, on an axis from -100 to 100
	Mark        string // where it was before the run, "" if that is not known
}

// Weighs lists the champion's weights with what they mean. Weights of features have one
// scale; a program's parameters have each their own, the larger end of its range.
func (p *runPage) Weighs() (list []weightBar) {
	scale := p.Scale()
	for _, row := range report.WeightRows(p.Run) {
		x, mark := row.Champion/scale, ""
		if len(p.Config.Parameters) > 0 {
			x = row.Part()
		} else if row.Start != nil {
			mark = fmt.Sprintf("%.1f", 100**row.Start/scale)
		}
		list = append(list, weightBar{row, fmt.Sprintf("%.1f", 100*min(0, x)), fmt.Sprintf("%.1f", 100*math.Abs(x)), mark})
	}
	return list
}

// Scale is the largest weight of a feature, before or after the run, in size.
func (p *runPage) Scale() float64 {
	scale := 0.
	for _, w := range p.Weights() {
		scale = max(scale, math.Abs(w.Champion))
		if w.Start != nil {
			scale = max(scale, math.Abs(*w.Start))
		}
	}
	return cmp.Or(scale, 1)
}

func (s *Server) read(name string) (*run.Run, error) {
	folder, err := s.run(name)
	if err != nil {
		return nil, err
	}
	read, err := run.Read(s.options.Games, folder)
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, "the run %s cannot be read: %s", name, wording.Of(err))
	}
	return read, nil
}

// changedSettings lists the settings that differ from the defaults.
func changedSettings(settings []config.Value) []difference {
	defaults := map[string]string{}
	for _, v := range config.Values(experiment.Defaults()) {
		defaults[v.Path] = v.Text
	}
	var list []difference
	for _, v := range settings {
		if preset, known := defaults[v.Path]; !known || preset != v.Text {
			list = append(list, difference{v.Path, v.Text, preset})
		}
	}
	return list
}

func (s *Server) sendCSV(w http.ResponseWriter, r *http.Request) error {
	read, err := s.read(r.PathValue("run"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := run.CSV(&b, []*run.Run{read}); err != nil {
		return err
	}
	return send(w, read.Name()+".csv", "text/csv; charset=utf-8", b.Bytes())
}

func send(w http.ResponseWriter, name, kind string, data []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	_, _ = w.Write(data) // a browser that has gone needs no answer
	return nil
}

// sendRunFigure draws a figure as printed ones are drawn.
func (s *Server) sendRunFigure(w http.ResponseWriter, r *http.Request) error {
	read, err := s.read(r.PathValue("run"))
	if err != nil {
		return err
	}
	return sendFigure(w, r, read.Name(), func(name string) (*plots.Figure, error) {
		for _, d := range read.Drawings(read.Matches()) {
			if d.Name == name {
				return d.Figure, nil
			}
		}
		return nil, nil
	})
}

// worthCache holds what the features of champions are worth, for those measured by
// this server.
type worthCache struct {
	mu   sync.Mutex
	list map[string]string // JSON, by run and time of the champion
}

func (w *worthCache) get(key string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.list[key]
}

func (w *worthCache) put(key, text string) {
	const most = 200
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil || len(w.list) >= most {
		w.list = map[string]string{}
	}
	w.list[key] = text
}

func (s *Server) championKey(name string) string {
	info, err := s.runs.Stat(path.Join(name, run.ChampionFile))
	if err != nil {
		return ""
	}
	return fmt.Sprint(name, " ", info.ModTime().UnixNano())
}

// worthRow is what a feature is worth.
type worthRow struct {
	ablation.Worth
	Verdict string `json:"verdict"`
}

// measureWorth plays what each feature of a champion is worth.
func (s *Server) measureWorth(w http.ResponseWriter, r *http.Request) error {
	folder, err := s.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	if !s.matches.take() {
		return errBusy()
	}
	defer s.matches.free()
	ctx, stop := context.WithTimeout(r.Context(), 5*time.Minute)
	defer stop()
	key := s.championKey(filepath.Base(folder))
	read, err := report.Read(ctx, folder, report.Options{AblationGames: 200, Workers: 1, Progress: progress.None{}})
	if err != nil {
		return refuse(http.StatusConflict, "%s", wording.Of(err))
	}
	if len(read.Ablation) == 0 {
		return refuse(http.StatusConflict, "nothing to measure: the run has no champion that can be read")
	}
	list := []worthRow{}
	for _, x := range read.Worth() {
		list = append(list, worthRow{x.Worth, x.Verdict()})
	}
	if text, err := json.Marshal(list); err == nil {
		s.worths.put(key, string(text))
	}
	return writeJSON(w, http.StatusOK, list)
}

func errBusy() error {
	return refuse(http.StatusServiceUnavailable, "the engines are busy: try again in a moment")
}
