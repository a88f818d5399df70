package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"sync"
	"time"

	"evolab/arena/ablation"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/internal/progress"
)

// worths are what the features of champions are worth, for those measured by
// this server.
type worths struct {
	mu   sync.Mutex
	list map[string]string // JSON, by run and time of the champion
}

func (w *worths) known(key string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.list[key]
}

func (w *worths) keep(key, text string) {
	const most = 200
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil || len(w.list) >= most {
		w.list = map[string]string{}
	}
	w.list[key] = text
}

// championKey distinguishes the champions of a run.
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
	if !s.engines.take() {
		return busy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 5*time.Minute)
	defer stop()
	key := s.championKey(filepath.Base(folder))
	read, err := report.Read(ctx, folder, report.Options{AblationGames: 200, Workers: 1, Progress: progress.None{}})
	if err != nil {
		return refuse(http.StatusConflict, "%s", plain(err))
	}
	if len(read.Ablation) == 0 {
		return refuse(http.StatusConflict, "nothing to measure: the run has no champion that can be read")
	}
	list := []worthRow{}
	for _, x := range read.Worth() {
		list = append(list, worthRow{x.Worth, x.Verdict()})
	}
	if text, err := json.Marshal(list); err == nil {
		s.worths.keep(key, string(text))
	}
	return writeJSON(w, http.StatusOK, list)
}

func busy() error {
	return refuse(http.StatusServiceUnavailable, "the engines are busy: try again in a moment")
}
